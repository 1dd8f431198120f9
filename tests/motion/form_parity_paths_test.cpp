// Each way through `find_collisions` and `placement_insert`, asked of a linked tree and of its flat form: the same answer,
// and the same ObjectInfo, SpherePath and CollisionInfo by raw bits (spec 02 §7). Random trees, movers and places; more
// of the same with SUREFOOT_PARITY_SCALE=10 and so on.
#include <array>

#include <gtest/gtest.h>

#include "shape/flat_bsp.hpp"
#include "support/parity_scale.hpp"
#include "support/random_trees.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {
namespace {

constexpr int kTrees = 500;
constexpr int kQueries = 200;  // of each path, of each tree

enum class Path : std::uint8_t {
  occupied,
  support,
  step_down,
  landing,
  grounded,
  airborne,
  clipped,
  placement
};

std::string name_of(const ::testing::TestParamInfo<Path>& info) {
  constexpr std::array kNames{"Occupied", "Support",  "StepDown", "Landing",
                              "Grounded", "Airborne", "Clipped",  "Placement"};
  return kNames.at(static_cast<std::size_t>(info.param));
}

/// Words in a row; no allocation after the first few.
class Words {
 public:
  void clear() { words_.clear(); }
  void put(std::uint32_t w) { words_.push_back(w); }
  void put(bool b) { words_.push_back(b ? 1U : 0U); }
  void put(int i) { words_.push_back(static_cast<std::uint32_t>(i)); }
  void put(float f) { words_.push_back(to_bits(f)); }
  void put(const Vec3& v) {
    put(v.x);
    put(v.y);
    put(v.z);
  }
  void put(const Sphere& s) {
    put(s.center);
    put(s.radius);
  }
  void put(const Plane& p) {
    put(p.normal);
    put(p.d);
  }
  void put(const Position& p) {
    put(p.cell_id);
    put(p.frame.origin);
    for (const float v : {p.frame.q.w, p.frame.q.x, p.frame.q.y, p.frame.q.z}) put(v);
    for (const float v : p.frame.m) put(v);
  }
  void put(const PolygonView& p) {
    put(static_cast<bool>(p));
    if (!p) return;
    put(p.id);
    put(static_cast<std::uint32_t>(p.sides_type));
    put(*p.plane);
    for (std::size_t i = 0; i < p.vertices.size(); ++i) put(p.vertices[i]);
  }
  void put(const ContactPlane& c) {
    put(c.plane);
    put(c.cell_id);
    put(c.is_water);
  }
  friend bool operator==(const Words& a, const Words& b) { return a.words_ == b.words_; }

 private:
  std::vector<std::uint32_t> words_;
};

void put_path(Words& w, const SpherePath& sp) {
  for (const auto* list : {&sp.global_sphere, &sp.localspace_sphere, &sp.local_sphere}) {
    for (const Sphere& s : *list) w.put(s);
  }
  for (const auto* list : {&sp.global_curr_center, &sp.localspace_curr_center}) {
    for (const Vec3& v : *list) w.put(v);
  }
  for (const Vec3* v : {&sp.global_low_point, &sp.localspace_z, &sp.walkable_up, &sp.local_low_point,
                        &sp.global_offset, &sp.step_up_normal, &sp.neg_collision_normal})
    w.put(*v);
  for (const Position* p :
       {&sp.localspace_pos, &sp.check_pos, &sp.curr_pos, &sp.backup_check_pos, &sp.walkable_pos})
    w.put(*p);
  for (const ObjCell* const* c : {&sp.begin_cell, &sp.curr_cell, &sp.check_cell, &sp.backup_cell})
    w.put(*c == nullptr ? 0U : (*c)->id);
  for (const bool b :
       {sp.step_up, sp.collide, sp.step_down, sp.obstruction_ethereal, sp.hits_interior_cell, sp.bldg_check,
        sp.check_walkable, sp.neg_poly_hit, sp.neg_step_up, sp.placement_allows_sliding})
    w.put(b);
  for (const float f : {sp.walkable_scale, sp.step_down_amt, sp.walk_interp, sp.walkable_allowance}) w.put(f);
  w.put(sp.num_sphere);
  w.put(static_cast<std::uint32_t>(sp.insert_type));
  w.put(static_cast<std::uint32_t>(sp.backup));
  w.put(sp.walkable_check_pos);
  w.put(sp.walkable);
}

void put_rest(Words& w, const CollisionInfo& ci, const ObjectInfo& oi) {
  for (const bool b : {ci.last_known_contact_plane_valid, ci.contact_plane_valid, ci.sliding_normal_valid,
                       ci.collision_normal_valid, ci.collided_with_environment, oi.ethereal, oi.step_down,
                       oi.velocity_killed})
    w.put(b);
  w.put(ci.last_known_contact_plane);
  w.put(ci.contact_plane);
  w.put(ci.sliding_normal);
  w.put(ci.collision_normal);
  w.put(ci.frames_stationary_fall);
  w.put(static_cast<std::uint32_t>(ci.collide_objects.size()));
  for (const std::uint32_t u : {oi.object_id, oi.physics_state, oi.state, oi.target_id}) w.put(u);
  w.put(oi.step_up_height);
  w.put(oi.step_down_height);
}

/// A tree at its place, and a mover at one of its polygons.
struct Query {
  Position at;
  float scale = 1;
  std::array<Sphere, 2> spheres;
  std::size_t sphere_count = 2;
  Vec3 from;
  Vec3 to;
  Path path = Path::occupied;
  std::uint32_t state = 0;
  float walkable_allowance = 0;
  float walk_interp = 1;
  float step_down_amt = 0;
  float step_up_height = 0;
  float step_down_height = 0;
  bool bldg_check = false;
  bool hits_interior_cell = false;
  bool ethereal = false;
  bool on_ground = false;
};

Query random_query(Random& random, const std::vector<Polygon>& polygons, Path path) {
  Query q;
  q.path = path;
  q.at.cell_id = kStubCell;
  constexpr std::array kScales{0.5F, 1.0F, 2.0F, 0.73F};
  q.scale = kScales.at(static_cast<std::size_t>(random.integer(0, 3)));
  if (random.integer(0, 1) == 0) q.at.frame.set_heading(random.uniform(0, 360));
  if (random.integer(0, 2) == 0) q.at.frame.origin = random.in({-190, -190, -50}, {190, 190, 300});
  const Sphere near = random_sphere(random, polygons);
  const float r = std::max(near.radius * q.scale, 0.01F);
  q.spheres = {Sphere{{0, 0, r}, r}, Sphere{{0, 0, r + random.uniform(0, 1.3F)}, r}};
  q.sphere_count = random.integer(0, 2) == 0 ? 1 : 2;
  q.to = q.at.frame.localtoglobal(near.center * q.scale) - Vec3{0, 0, r};
  Vec3 movement = random_direction(random) * random.uniform(0.0F, 0.6F);
  if (random.integer(0, 3) == 0) movement = {0, 0, -random.uniform(0, 0.6F)};
  if (random.integer(0, 15) == 0) movement = {};
  q.from = q.to - movement;
  q.walkable_allowance = random.integer(0, 1) == 0 ? kFloorZ : kLandingZ;
  q.walk_interp = random.integer(0, 2) == 0 ? 1.0F : random.uniform(0.1F, 1.0F);
  q.step_down_amt = random.uniform(0.0F, 1.5F);
  q.step_up_height = random.uniform(0.0F, 0.8F);
  q.step_down_height = random.uniform(0.0F, 1.5F);
  q.bldg_check = random.integer(0, 3) == 0;
  q.hits_interior_cell = random.integer(0, 1) == 0;
  q.ethereal = random.integer(0, 1) == 0;
  q.on_ground = random.integer(0, 1) == 0;
  q.state = random.integer(0, 1) == 0 ? object_info_flag::kEdgeSlide : 0U;
  if (path == Path::grounded) q.state |= kGrounded;
  if (path == Path::clipped) {
    q.state |= object_info_flag::kPathClipped;
    if (random.integer(0, 3) != 0) q.state |= object_info_flag::kPerfectClip;
  }
  return q;
}

void set_up(Scene& s, const Query& q) {
  s.data.reset();
  s.cells.calls = s.cells.searches = 0;
  s.set_up({q.spheres.data(), q.sphere_count}, q.from, q.to);
  s.oi.state = q.state;
  s.oi.step_up_height = q.step_up_height;
  s.oi.step_down_height = q.step_down_height;
  s.sp.walkable_allowance = q.walkable_allowance;
  s.sp.walk_interp = q.walk_interp;
  s.sp.step_down_amt = q.step_down_amt;
  s.sp.bldg_check = q.bldg_check;
  s.sp.hits_interior_cell = q.hits_interior_cell;
  s.sp.global_offset = q.to - q.from;
  if (q.on_ground) s.stand_on({{0, 0, 1}, -q.to.z});
  switch (q.path) {
    case Path::occupied:
      if (q.ethereal)
        s.sp.obstruction_ethereal = true;
      else
        s.sp.insert_type = InsertType::Placement;
      break;
    case Path::support:
      s.sp.check_walkable = true;
      break;
    case Path::step_down:
      s.sp.step_down = true;
      break;
    case Path::landing:
      s.sp.set_collide({0, 0, 1});
      s.sp.walk_interp = q.walk_interp;
      break;
    case Path::placement:
      s.sp.insert_type = InsertType::InitialPlacement;
      break;
    case Path::grounded:
    case Path::airborne:
    case Path::clipped:
      break;
  }
}

/// Asks a tree; a step up that is tried on the way asks the same one.
template <class View>
class Asker {
 public:
  explicit Asker(const View& view) : view_(view) {}

  const Words& ask(const Query& q) {
    scene_.cells.script = {[this, &q](ScriptedTransition& t) { return once(t, q); }};
    set_up(scene_, q);
    const TransitionState ts = once(scene_.t, q);
    if (ts != TransitionState::Ok) ++met_;
    words_.clear();
    words_.put(static_cast<std::uint32_t>(ts));
    words_.put(scene_.cells.calls);
    put_path(words_, scene_.sp);
    put_rest(words_, scene_.ci, scene_.oi);
    return words_;
  }

  /// Questions that were answered by other than Ok.
  [[nodiscard]] int met() const { return met_; }

 private:
  TransitionState once(ScriptedTransition& t, const Query& q) {
    t.sp.cache_localspace_sphere(t.rules, q.at, q.scale);
    return t.sp.insert_type == InsertType::InitialPlacement ? collide_bsp::placement_insert(t, view_)
                                                            : collide_bsp::find_collisions(t, view_, q.scale);
  }

  View view_;
  Scene scene_;
  Words words_;
  int met_ = 0;
};

class FormParityPaths : public ::testing::TestWithParam<Path> {};

TEST_P(FormParityPaths, AgreeInEveryFieldByRawBits) {
  const int trees = kTrees * parity_scale();
  int met = 0;
  for (int i = 0; i < trees; ++i) {
    Random random(0x7000U + (static_cast<std::uint64_t>(GetParam()) << 32U) + static_cast<std::uint64_t>(i));
    const BspTree tree = random_tree(random);
    const auto bytes = flatten(tree);
    ASSERT_TRUE(bytes.has_value()) << bytes.error().text();
    const FlatBsp flat = lay_out(bytes->bytes());
    Asker linked(GraphView{&tree});
    Asker prepared(FlatView{&flat});
    for (int k = 0; k < kQueries; ++k) {
      const Query q = random_query(random, tree.polygons, GetParam());
      ASSERT_TRUE(linked.ask(q) == prepared.ask(q)) << "tree " << i << ", query " << k;
    }
    met += linked.met();
  }
  EXPECT_GT(met, trees * kQueries / 20) << "hardly any of them met the tree";
}

INSTANTIATE_TEST_SUITE_P(Bsp, FormParityPaths,
                         ::testing::Values(Path::occupied, Path::support, Path::step_down, Path::landing,
                                           Path::grounded, Path::airborne, Path::clipped, Path::placement),
                         name_of);

}  // namespace
}  // namespace surefoot::test
