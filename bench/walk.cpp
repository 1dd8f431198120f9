#include "bench/walk.hpp"

#include "body/velocity.hpp"

namespace surefoot::bench {

namespace {

constexpr CellId kRoom = 0x00010100U;
constexpr CellId kNotLoaded = 0x000101F0U;
constexpr BlockId kBlock = 0x0101U;
constexpr CellId kFirstLandCell = 0x01010001U;
/// Metres; upward from the portal's plane to the origin.
constexpr float kFarBelow = 1.0e6F;
/// m/s; what a script's jump gives.
constexpr float kJumpSpeed = 4.0F;

class OneBlock final : public LandblockSource {
 public:
  explicit OneBlock(const LandblockData& data) : data_(data) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    return id == kBlock ? std::optional(data_) : std::nullopt;
  }
  [[nodiscard]] std::vector<BlockId> listed() const override { return {kBlock}; }

 private:
  LandblockData data_;
};

}  // namespace

Expected<World> make_walk_world(const WalkWorld& data, const BuildOptions& options) {
  World world;
  world.name = data.name;
  if (data.land) {
    world.set_landscape(std::make_unique<OneBlock>(*data.land));
    static_cast<void>(world.land_cell(kFirstLandCell));  // made now, not in the first step
    return world;
  }
  std::vector<std::vector<Vec3>> outlines;
  for (const auto& polygon : data.polygons) {
    std::vector<Vec3>& outline = outlines.emplace_back();
    for (const std::uint32_t i : polygon) outline.push_back(data.vertices[i]);
  }
  BuildOptions open = options;
  open.solid = false;
  auto tree = build_bsp_from_outlines(outlines, open);
  if (!tree) return tl::unexpected<Error>(tree.error());
  auto structure = std::make_unique<CellStruct>();
  structure->physics_bsp = std::move(*tree);
  auto cell = std::make_unique<EnvCell>();
  cell->id = kRoom;
  cell->pos.cell_id = kRoom;
  cell->structure = &world.add_cell_struct(std::move(structure));
  CellPortal portal;
  portal.other_cell_id = kNotLoaded;
  portal.plane = {{0.0F, 0.0F, 1.0F}, kFarBelow};
  cell->portals.push_back(portal);
  if (const auto added = world.add_env_cell(std::move(cell)); !added)
    return tl::unexpected<Error>(added.error());
  return world;
}

Mover walk_mover() {
  Mover m;
  m.spheres = {{{{0.0F, 0.0F, 0.48F}, 0.48F}, {{0.0F, 0.0F, 1.355F}, 0.48F}}};
  m.num_spheres = 2;
  m.step_up_height = 0.6F;
  m.step_down_height = 1.5F;
  m.physics_state = physics_state::kDefault;
  return m;
}

CellId teleport_cell(const WalkWorld& data) {
  return data.land ? kFirstLandCell : kRoom;
}

void Walk::teleport(const Vec3& feet) {
  body_ = Body();
  body_.mover = walk_mover();
  body_.position.cell_id = cell_;
  body_.position.frame.origin = feet;
  if (is_outdoor(cell_)) body_.position.adjust_to_outside();
  body_.transient = transient_state::kActive;
  calc_acceleration(body_);
}

Expected<Quantum> Walk::step(const ScriptLine& line) {
  body_.walk.velocity = line.v;
  if (line.jump && body_.has(transient_state::kOnWalkable)) {
    body_.walk.jump_vz = kJumpSpeed;
    set_on_walkable(body_, false);
  }
  return tick(world_, body_, script_.dt, workspace_, options_);
}

Expected<std::vector<ResolveRequest>> Walk::requests() {
  std::vector<ResolveRequest> out;
  ResolveRequest request;
  options_.request = &request;
  const auto done = pass([&](const Quantum& q) {
    if (q.tried) out.push_back(request);
  });
  options_ = {};
  if (!done) return tl::unexpected<Error>(done.error());
  return out;
}

Expected<std::uint64_t> Walk::hash_pass() {
  StateHash hash;
  const auto done = pass([&](const Quantum&) { hash_body(hash, body_); });
  if (!done) return tl::unexpected<Error>(done.error());
  return hash.digest();
}

}  // namespace surefoot::bench
