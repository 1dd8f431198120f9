#include "session/reach.hpp"

#include <algorithm>
#include <cmath>

#include "world/cell_list.hpp"

namespace surefoot {

namespace {

/// Metres; what is added to what a quantum can add up to.
constexpr float kSpare = 0.3F;
/// Metres; who goes farther is ticked alone.
constexpr float kFarthest = 8.0F;

/// Metres that the quantum wishes to go, at most.
float wished_length(const Body& body, float q) {
  const float scale = std::max(1.0F, body.mover.scale);
  const float speed =
      length(body.walk.velocity) * scale + length(body.velocity) + length(body.acceleration) * q;
  const float animated = body.walk.delta ? length(body.walk.delta->origin) * scale : 0.0F;
  return speed * q + animated;
}

bool add_all(const CellArray& array, CellRegion& out) {
  return std::all_of(array.entries.begin(), array.entries.end(),
                     [&](const CellEntry& e) { return e.cell == nullptr || out.add(*e.cell); });
}

bool add_listed(const World& world, std::uint32_t id, CellRegion& out) {
  const PhysicsObject* object = world.registry().find(id);
  if (object == nullptr) return true;
  return std::all_of(object->shadow_cells.begin(), object->shadow_cells.end(),
                     [&](const CellEntry& e) { return e.cell == nullptr || out.add(*e.cell); });
}

/// Whoever is touched no more is asked once again: it must not move meanwhile.
bool add_left_behind(const World& world, const std::map<std::uint32_t, Body>& bodies, const Body& body,
                     float q, CellRegion& out) {
  const double now = body.update_time + static_cast<double>(q);
  for (const CollisionRecords::Record& r : body.collisions.objects) {
    const bool may_end = r.ethereal || now - r.touched > kTouchEnds;
    if (may_end && bodies.contains(r.object_id) && !add_listed(world, r.object_id, out)) return false;
  }
  return true;
}

bool is_open_land(const CellEntry& e) {
  return e.cell == nullptr ||
         (e.cell->kind == ObjCell::Kind::land && static_cast<const LandCell&>(*e.cell).building == nullptr);
}

/// The land cell that holds all of the ball's square, when there is one, and nothing but land in it.
const LandCell* only_cell(const World& world, CellId block, const Sphere& ball) {
  const float x = std::floor(ball.center.x / kCellLength);
  const float y = std::floor(ball.center.y / kCellLength);
  constexpr auto kSide = static_cast<float>(kBlockSide);
  if (!(x >= 0.0F && x < kSide && y >= 0.0F && y < kSide)) return nullptr;
  const float px = ball.center.x - x * kCellLength;
  const float py = ball.center.y - y * kCellLength;
  const float most = kCellLength - ball.radius;
  if (!(px > ball.radius && px < most && py > ball.radius && py < most)) return nullptr;
  const auto low = static_cast<std::uint32_t>(x) * kBlockSide + static_cast<std::uint32_t>(y) + 1;
  const LandCell* cell = world.land_cell((block & 0xFFFF0000U) | static_cast<std::uint32_t>(low));
  return cell != nullptr && cell->building == nullptr ? cell : nullptr;
}

/// The cells around the spheres, `wish` metres on.
bool add_around(const World& world, const Body& body, float wish, CellArray& array, CellRegion& out) {
  const Mover& m = body.mover;
  const auto count = static_cast<std::size_t>(m.num_spheres);
  std::array<Sphere, 2> spheres;
  for (std::size_t i = 0; i < count; ++i) {
    spheres[i] = {body.position.frame.localtoglobal(m.spheres[i].center * m.scale),
                  m.spheres[i].radius * m.scale};
  }
  const Vec3 middle = count == 2 ? (spheres[0].center + spheres[1].center) * 0.5F : spheres[0].center;
  float flat = 0.0F;
  float round = 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    Vec3 d = spheres[i].center - middle;
    round = std::max(round, length(d) + spheres[i].radius);
    d.z = 0.0F;
    flat = std::max(flat, length(d) + spheres[i].radius);
  }
  // Slides and steps bend a sub-step, and do not make it longer.
  const float more = 2.0F * wish + kSpare;
  Sphere ball{middle, flat + more};
  if (is_outdoor(body.position.cell_id)) {
    if (const LandCell* cell = only_cell(world, body.position.cell_id, ball)) return out.add(*cell);
  }
  const CellSearch search{body.position.cell_id, body.position.frame.origin, {&ball, 1}, nullptr};
  array.clear();
  array.do_not_load_cells = false;
  if (is_outdoor(search.seed)) {
    add_all_outside_cells(world, search, array);
    if (std::all_of(array.entries.begin(), array.entries.end(), is_open_land)) return add_all(array, out);
  }
  // Doorways: steps up and down count too.
  ball.radius = round + more + std::max(m.step_up_height, m.step_down_height);
  find_cell_list<GraphForm>(world, search, array, nullptr);
  return add_all(array, out);
}

}  // namespace

bool find_reach(const World& world, const std::map<std::uint32_t, Body>& bodies, const Body& body, float q,
                CellArray& array, CellRegion& out) {
  out.clear();
  if (!body.has(transient_state::kActive) || !body.in_world || body.has_parent)
    return true;  // nothing but time
  const PhysicsObject* object = object_of(world, body);
  if (object == nullptr || object->is(physics_state::kHasPhysicsBsp) || body.position_manager ||
      body.has(transient_state::kCheckEthereal))
    return false;
  const float wish = wished_length(body, q);
  if (!(wish <= kFarthest)) return false;
  if (!add_listed(world, object->id, out) || !add_left_behind(world, bodies, body, q, out)) return false;
  if (body.mover.num_spheres != 0 && !add_around(world, body, wish, array, out)) return false;
  return !out.cells().empty();
}

}  // namespace surefoot
