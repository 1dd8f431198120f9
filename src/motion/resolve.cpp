#include "motion/resolve.hpp"

#include <array>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "core/lanes.hpp"
#include "motion/placement_rings.hpp"
#include "motion/run_transition.hpp"

namespace surefoot {

namespace {

// What is wrong with a request is found out at leisure: [[gnu::cold]] keeps it small and out of the way.

[[gnu::cold]] Expected<void> refuse(std::string message, std::string where) {
  return fail(ErrorCode::bad_request, std::move(message), std::move(where));
}

bool is_finite(const Plane& p) {
  return surefoot::is_finite(p.normal) && std::isfinite(p.d);
}

[[gnu::cold]] Expected<void> check_position(const Position& p, const char* where) {
  if (!surefoot::is_finite(p.frame.origin)) return refuse("coordinates must be finite", where);
  if (!p.frame.is_valid()) return refuse("the rotation is not a unit quaternion", where);
  for (const float v : p.frame.m) {
    if (!std::isfinite(v)) return refuse("the rotation matrix must be finite", where);
  }
  return {};
}

bool is_step_height(float h) {
  return std::isfinite(h) && h >= 0.0F;
}

[[gnu::cold]] Expected<void> check_mover(const Mover& m) {
  if (m.num_spheres < 0 || m.num_spheres > 2)
    return refuse("a mover has 0, 1 or 2 spheres", "mover/num_spheres");
  if (!std::isfinite(m.scale) || m.scale <= 0.0F) return refuse("the scale must be above 0", "mover/scale");
  if (!is_step_height(m.step_up_height))
    return refuse("the step-up height must be finite and not negative", "mover/step_up_height");
  if (!is_step_height(m.step_down_height))
    return refuse("the step-down height must be finite and not negative", "mover/step_down_height");
  for (int i = 0; i < m.num_spheres; ++i) {
    const Sphere& s = m.spheres[static_cast<std::size_t>(i)];
    const auto where = [i] { return fmt::format("mover/spheres/{}", i); };  // formatted when refusing only
    if (!surefoot::is_finite(s.center) || !std::isfinite(s.radius))
      return refuse("a sphere must be finite", where());
    if (!(s.radius * m.scale >= kMinSphereRadius))
      return refuse(fmt::format("radius {} times scale {} is below the least radius {} m", s.radius, m.scale,
                                kMinSphereRadius),
                    where());
  }
  return {};
}

float foot_radius(const Mover& m) {
  return m.num_spheres > 0 ? m.spheres[0].radius * m.scale : kDummySphereRadius;
}

[[gnu::cold]] Expected<void> check_placement(const ResolveRequest& r) {
  if (!r.placement_allows_sliding) return {};  // the wish or nothing
  const float radius = foot_radius(r.mover);
  const std::int32_t places = placement_places(radius);
  if (places > kMaxPlacementPlaces) {
    return refuse(
        fmt::format("a placement of a foot sphere of {} m may have to try {} places; at most {} are "
                    "allowed",
                    radius, places, kMaxPlacementPlaces),
        "mover/spheres/0");
  }
  return {};
}

[[gnu::cold]] Expected<void> check_length(const ResolveRequest& r) {
  // Without a cell the end has no place relative to the begin (get_block_offset, 01 §8).
  if (r.end.cell_id == 0) return refuse("the end position names no cell", "end");
  if (r.begin->cell_id == 0) return {};  // no such cell: the resolve fails by retail's rule
  const float radius = foot_radius(r.mover);
  const float steps = length(get_offset(*r.begin, r.end)) / radius;
  if (!(steps <= static_cast<float>(kMaxSubSteps))) {
    return refuse(fmt::format("the move is {} sub-steps long (sphere radius {} m); at most {} are allowed",
                              steps, radius, kMaxSubSteps),
                  "end");
  }
  return {};
}

/// Adds up to 0 over finite values, and to NaN when one is not finite.
class FiniteSum {
 public:
  void add(const Frame& f) {
    static_assert(sizeof(Frame) == 4 * sizeof(Lanes), "a frame is sixteen floats");
    std::array<Lanes, 4> parts;
    std::memcpy(parts.data(), &f, sizeof f);
    sum_ += (parts[0] * all_lanes(0.0F) + parts[1] * all_lanes(0.0F)) +
            (parts[2] * all_lanes(0.0F) + parts[3] * all_lanes(0.0F));
  }
  /// One float at a time: for a frame that was written so just now, which cannot be read in larger parts at once.
  void add_fresh(const Frame& f) {
    const auto& m = f.m;
    add(f.origin.x, f.origin.y, f.origin.z, f.q.w);
    add(f.q.x, f.q.y, f.q.z, m[8]);
    add(m[0], m[1], m[2], m[3]);
    add(m[4], m[5], m[6], m[7]);
  }
  void add(float a, float b, float c, float d) { sum_ += Lanes{a, b, c, d} * all_lanes(0.0F); }
  void add(const Sphere& s) { add(s.center.x, s.center.y, s.center.z, s.radius); }
  void add(const Plane& p) { add(p.normal.x, p.normal.y, p.normal.z, p.d); }
  void add(const Vec3& v) { add(v.x, v.y, v.z, 0.0F); }
  [[nodiscard]] bool is_finite() const { return ((sum_[0] + sum_[1]) + (sum_[2] + sum_[3])) == 0.0F; }

 private:
  Lanes sum_{};
};

/// Whether nothing is wrong with the request, seen at a glance; false says nothing. What a body asks for each tick
/// passes here.
bool is_plainly_right(const ResolveRequest& r) {
  const Mover& m = r.mover;
  if (!r.begin || r.end.cell_id == 0 || r.walkable || m.num_spheres < 1 || m.num_spheres > 2) return false;
  FiniteSum sum;
  sum.add_fresh(r.begin->frame);
  sum.add_fresh(r.end.frame);
  sum.add(m.scale, m.step_up_height, m.step_down_height, 0.0F);
  bool right = m.scale > 0.0F && m.step_up_height >= 0.0F && m.step_down_height >= 0.0F;
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.num_spheres); ++i) {
    sum.add(m.spheres[i]);
    right = right && m.spheres[i].radius * m.scale >= kMinSphereRadius;
  }
  if (r.contact != ResolveRequest::Contact::none) sum.add(r.contact_plane.plane);
  if (r.sliding_normal) sum.add(*r.sliding_normal);
  if (!right || !sum.is_finite() || r.frames_stationary_fall < 0 || r.frames_stationary_fall > 3)
    return false;
  if (!is_unit(r.begin->frame.q) || !is_unit(r.end.frame.q)) return false;
  // A short move, by a bound without a root: the limit is 2^20 radii, and a radius is at least 1 mm.
  const Vec3 move = get_offset(*r.begin, r.end);
  constexpr float kSurelyShort = 100.0F;
  return std::fabs(move.x) < kSurelyShort && std::fabs(move.y) < kSurelyShort &&
         std::fabs(move.z) < kSurelyShort;
}

[[gnu::cold]] Expected<void> check_request(const ResolveRequest& r) {
  if (auto e = check_mover(r.mover); !e) return e;
  if (r.begin) {
    if (auto e = check_position(*r.begin, "begin"); !e) return e;
  }
  if (auto e = check_position(r.end, "end"); !e) return e;
  if (r.contact != ResolveRequest::Contact::none && !is_finite(r.contact_plane.plane))
    return refuse("the contact plane must be finite", "contact_plane");
  if (r.sliding_normal && !surefoot::is_finite(*r.sliding_normal))
    return refuse("the sliding normal must be finite", "sliding_normal");
  if (r.frames_stationary_fall < 0 || r.frames_stationary_fall > 3)
    return refuse("frames_stationary_fall is 0 to 3", "frames_stationary_fall");
  if (r.walkable) {
    if (r.walkable->vertices.size() < 3)
      return refuse("a walkable polygon has at least 3 vertices", "walkable");
    bool finite = is_finite(r.walkable->plane) && surefoot::is_finite(r.walkable->up);
    for (const Vec3& v : r.walkable->vertices) finite = finite && surefoot::is_finite(v);
    if (!finite) return refuse("the walkable polygon must be finite", "walkable");
  }
  return r.begin ? check_length(r) : check_placement(r);
}

}  // namespace

Workspace::Workspace() : data_(std::make_unique<TransitionData>()) {}
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

Mover mover_from_radius_height(float radius, float height) {
  Mover m;
  m.spheres[0] = {{0.0F, 0.0F, radius}, radius};
  m.num_spheres = 1;
  if (height > 0.0F) {
    m.spheres[1] = {{0.0F, 0.0F, height - radius}, radius};
    m.num_spheres = 2;
  }
  return m;
}

namespace {

void set_up_mover(const ResolveRequest& request, TransitionData& data, bool keeps_slot) {
  data.reset(keeps_slot);
  const Mover& mover = request.mover;
  ObjectInfo& oi = data.object_info;
  oi.object_id = mover.object_id;
  oi.target_id = mover.target_id;
  oi.physics_state = mover.physics_state;
  oi.state = request.object_info_state;
  oi.step_up_height = mover.step_up_height;
  oi.step_down_height = mover.step_down_height;
  oi.ethereal = (mover.physics_state & physics_state::kEthereal) != 0;
  oi.entry_policy = request.entry_policy;
  oi.region = request.region;
  oi.step_down = (mover.physics_state & physics_state::kMissile) == 0;

  CollisionInfo& ci = data.collision_info;
  switch (request.contact) {
    case ResolveRequest::Contact::none:
      break;
    case ResolveRequest::Contact::standing:
      ci.init_contact_plane(request.contact_plane);
      break;
    case ResolveRequest::Contact::leaving:
      ci.init_last_known_contact_plane(request.contact_plane);
      break;
  }
  if (request.sliding_normal) ci.init_sliding_normal(*request.sliding_normal);

  ci.frames_stationary_fall = request.frames_stationary_fall;

  SpherePath& sp = data.sphere_path;
  if (mover.num_spheres > 0) {
    sp.init_sphere({mover.spheres.data(), static_cast<std::size_t>(mover.num_spheres)}, mover.scale);
  } else {
    const Sphere dummy{{0.0F, 0.0F, kDummySphereRadius}, kDummySphereRadius};
    sp.init_sphere({&dummy, 1}, 1.0F);
  }
}

}  // namespace

void set_up_transition(const World& world, const ResolveRequest& request, TransitionData& data,
                       bool keeps_slot) {
  if (!request.further_try) set_up_mover(request, data, keeps_slot);
  data.cell_array.do_not_load_cells = request.do_not_load_cells;
  SpherePath& sp = data.sphere_path;
  const Position* begin = request.begin ? &*request.begin : nullptr;
  const CellId first = begin != nullptr ? begin->cell_id : request.end.cell_id;
  sp.init_path(world.get_visible(first), begin, request.end);
  sp.damage = world.damage_seen() ? world.damage_of(first) : nullptr;
  sp.placement_allows_sliding = request.placement_allows_sliding;
}

ResolveResult::ResolveResult(bool valid, const TransitionData& data)
    : ContactState(data.collision_info),
      ok(valid),
      position(data.sphere_path.curr_pos),
      check_position(data.sphere_path.check_pos),
      cell_id(data.sphere_path.curr_cell != nullptr ? data.sphere_path.curr_cell->id : 0),
      object_info_state(data.object_info.state),
      velocity_killed(data.object_info.velocity_killed),
      collide_objects(data.collision_info.collide_objects),
      last_collided_object(data.collision_info.last_collided_object != nullptr
                               ? data.collision_info.last_collided_object->id
                               : 0),
      cells(data.cell_array.entries) {}

namespace {

/// On the form that the world says. A world from a prepared file may turn out to be damaged where it went.
template <class Flat, class Graph>
Expected<ResolveResult> run_on_form(const World& world, const ResolveRequest& request, Workspace& workspace,
                                    const Flat& flat, const Graph& graph) {
  if (!is_plainly_right(request)) {
    if (auto e = check_request(request); !e) return tl::unexpected<Error>(e.error());
  }
  TransitionData& data = workspace.data();
  const bool ok = world.form() == TreeForm::flat ? flat(data) : graph(data);
  if (const Error* damage = data.sphere_path.damage) return tl::unexpected<Error>(*damage);
  return Expected<ResolveResult>(tl::in_place, ok, data);
}

}  // namespace

Expected<ResolveResult> resolve(const World& world, const ResolveRequest& request, Workspace& workspace) {
  return run_on_form(
      world, request, workspace, [&](TransitionData& data) { return run_retail_flat(world, request, data); },
      [&](TransitionData& data) { return run_retail_graph(world, request, data); });
}

Expected<ResolveResult> resolve(const World& world, const ResolveRequest& request, Workspace& workspace,
                                const Profile& profile, TraceSink* sink) {
  return run_on_form(
      world, request, workspace,
      [&](TransitionData& data) { return run_profiled_flat(world, request, data, profile, sink); },
      [&](TransitionData& data) { return run_profiled_graph(world, request, data, profile, sink); });
}

Expected<ResolveResult> resolve(const World& world, const ResolveRequest& request, Workspace& workspace,
                                const Profile* profile, TraceSink* sink) {
  const bool is_retail = profile == nullptr || profile->empty();
  if (is_retail && sink == nullptr) return resolve(world, request, workspace);
  return resolve(world, request, workspace, is_retail ? Profile{} : *profile, sink);
}

}  // namespace surefoot
