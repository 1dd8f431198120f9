#include "scenario/record_calls.hpp"

#include "scenario/run.hpp"

namespace surefoot::scenario {

namespace {

/// Of the landblock the call started in.
class Coordinates {
 public:
  explicit Coordinates(CellId start) : start_(start) {}
  [[nodiscard]] Vec3 point(const Position& p) const { return block(p.cell_id) + p.frame.origin; }
  [[nodiscard]] Plane plane(const ContactPlane& c) const {
    const Vec3 o = block(c.cell_id);
    if (o.x == 0.0F && o.y == 0.0F) return c.plane;
    return {c.plane.normal, c.plane.d - dot_zyx(c.plane.normal, o)};
  }

 private:
  [[nodiscard]] Vec3 block(CellId cell) const {
    return cell == 0 ? Vec3{} : get_block_offset((start_ & 0xFFFF0000U) | 0xFFFFU, cell);
  }
  CellId start_;
};

io::CaptureBody snapshot(const ResolveBody& b, const Coordinates& in, const Vec3& position) {
  io::CaptureBody out;
  out.position = position;
  out.orientation = b.position.frame.q;
  out.velocity = b.velocity;
  out.sliding_normal = (b.transient & transient_state::kSliding) != 0 ? b.sliding_normal : Vec3{};
  out.contact_plane_valid = (b.transient & transient_state::kContact) != 0;
  out.contact_plane = in.plane(b.contact_plane);
  out.contact_plane_cell_id = b.contact_plane.cell_id;
  out.contact_plane_is_water = b.contact_plane.is_water;
  out.transient = b.transient;
  return out;
}

}  // namespace

io::CaptureRecord record_of_call(std::int64_t tick, const ResolveRequest& request, const ResolveBody& asking,
                                 const ResolveResult& result, const Profile& profile) {
  const Position begin = request.begin.value_or(request.end);
  const Coordinates in(begin.cell_id);
  const Mover& mover = request.mover;
  io::CaptureRecord r;
  r.tick = tick;
  r.current_pos = in.point(begin);
  r.target_pos = in.point(request.end);
  r.cell_id = begin.cell_id;
  // The port knows two spheres of one radius; what the mover's really are is in the exact part.
  r.sphere_radius = mover.spheres[0].radius * mover.scale;
  if (mover.num_spheres > 1)
    r.sphere_height = (mover.spheres[1].center.z + mover.spheres[1].radius) * mover.scale;
  r.step_up_height = mover.step_up_height;
  r.step_down_height = mover.step_down_height;
  r.is_on_ground = (asking.transient & transient_state::kOnWalkable) != 0;
  r.mover_flags = request.object_info_state & ~(object_info_flag::kContact | object_info_flag::kOnWalkable |
                                                object_info_flag::kPathClipped);
  r.moving_entity_id = mover.object_id;
  r.before = snapshot(asking, in, r.target_pos);
  r.before.state = mover.physics_state;
  if (request.walkable) {
    r.before.walkable_valid = true;
    r.before.walkable_plane = request.walkable->plane;
    r.before.walkable_vertices.assign(request.walkable->vertices.begin(), request.walkable->vertices.end());
    r.before.walkable_up = request.walkable->up;
  }
  ResolveBody after = asking;
  commit(after, result, request.end, profile);
  r.after = snapshot(after, in, r.target_pos);
  r.after.state = mover.physics_state;
  const Position& reached = result.ok ? result.position : result.check_position;
  r.result_position = in.point(reached);
  r.result_cell_id = result.position.cell_id;
  r.result_is_on_ground = result.contact_plane_valid ||
                          (result.object_info_state & object_info_flag::kOnWalkable) != 0 ||
                          (!result.ok && r.is_on_ground);
  r.collision_normal_valid = result.collision_normal_valid;
  r.collision_normal = result.collision_normal_valid ? result.collision_normal : Vec3{};
  io::CaptureExact& exact = r.exact.emplace();
  exact.request = request;
  exact.request.walkable.reset();
  exact.request.entry_policy = nullptr;
  exact.profile = profile;
  exact.ok = result.ok;
  exact.position = reached;
  exact.contact_plane_valid = r.after.contact_plane_valid;
  exact.contact_plane = after.contact_plane;
  return r;
}

Expected<void> write_capture(const std::string& path, const io::Scenario& scenario, const Profile& extra) {
  if (scenario.crowd)
    return fail(ErrorCode::bad_value, "records are of one mover; this is a crowd", scenario.path);
  Runner runner(scenario, {extra, false});
  std::string text;
  while (!runner.done()) {
    ResolveResult result;
    const auto s = runner.step(nullptr, &result);
    if (!s) return tl::unexpected<Error>(s.error());
    if (!runner.last_request()) continue;
    const io::CaptureRecord record =
        record_of_call(s->tick, *runner.last_request(), runner.last_asking(), result, runner.profile());
    text += io::capture_line(record) + '\n';
  }
  return io::write_file(path, text);
}

}  // namespace surefoot::scenario
