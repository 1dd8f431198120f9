#include "scenario/recorded_call.hpp"

#include <utility>

namespace surefoot::scenario {

namespace {

using Centre = std::optional<std::uint32_t>;

std::uint32_t centre_block(const io::CaptureRecord& r, const Centre& centre) {
  return centre ? *centre << 16 : r.cell_id & 0xFFFF0000U;
}

/// Where the block of `cell` lies in the recording's coordinates.
Vec3 block_in_recording(const io::CaptureRecord& r, CellId cell, const Centre& centre) {
  return cell == 0 ? Vec3{} : get_block_offset(centre_block(r, centre) | 0xFFFFU, cell);
}

/// A plane given in recording coordinates, in the block of `cell`.
Plane to_block(const io::CaptureRecord& r, const Plane& p, CellId cell, const Centre& centre) {
  const Vec3 o = block_in_recording(r, cell, centre);
  if (o.x == 0.0F && o.y == 0.0F) return p;
  return {p.normal, p.d + dot_zyx(p.normal, o)};
}

Plane to_recording(const io::CaptureRecord& r, const Plane& p, CellId cell, const Centre& centre) {
  const Vec3 o = block_in_recording(r, cell, centre);
  if (o.x == 0.0F && o.y == 0.0F) return p;
  return {p.normal, p.d - dot_zyx(p.normal, o)};
}

ResolveBody body_before(const io::CaptureRecord& r, const ResolveRequest& q) {
  ResolveBody b;
  b.position = *q.begin;
  b.velocity = r.before.velocity;
  b.transient = r.before.transient;
  b.contact_plane = q.contact_plane;
  b.sliding_normal = r.before.sliding_normal;
  return b;
}

}  // namespace

std::optional<WalkableSeed> seed_of(const io::CaptureRecord& r, std::optional<std::uint32_t> centre,
                                    std::vector<Vec3>& vertices) {
  vertices.clear();
  const bool starts = r.before.walkable_valid && (r.exact || r.is_on_ground);
  if (!starts || r.before.walkable_vertices.size() < 3) return std::nullopt;
  const Vec3 block = block_in_recording(r, r.cell_id, centre);
  for (const Vec3& v : r.before.walkable_vertices) vertices.push_back(r.exact ? v : v - block);
  const Plane plane =
      r.exact ? r.before.walkable_plane : to_block(r, r.before.walkable_plane, r.cell_id, centre);
  return WalkableSeed{plane, vertices, r.before.walkable_up};
}

ResolveRequest request_of(const io::CaptureRecord& r, std::optional<std::uint32_t> centre) {
  if (r.exact) return r.exact->request;
  ResolveRequest q;
  q.mover = mover_from_radius_height(r.sphere_radius, r.sphere_height);
  q.mover.step_up_height = r.step_up_height;
  q.mover.step_down_height = r.step_down_height;
  q.mover.physics_state = r.before.state;
  q.mover.object_id = r.moving_entity_id;
  const Vec3 block = block_in_recording(r, r.cell_id, centre);
  Position p;
  p.cell_id = r.cell_id;
  p.frame.set_rotate(r.before.orientation);
  p.frame.origin = r.current_pos - block;
  q.begin = p;
  p.frame.origin = r.target_pos - block;
  q.end = p;
  std::uint32_t state = r.mover_flags;
  const io::CaptureBody& b = r.before;
  if ((b.state & physics_state::kMissile) != 0) state |= object_info_flag::kPathClipped;
  if ((b.transient & transient_state::kContact) != 0 && b.contact_plane_valid) {
    q.contact_plane = {to_block(r, b.contact_plane, b.contact_plane_cell_id, centre), b.contact_plane_cell_id,
                       b.contact_plane_is_water};
    if (dot_zyx(b.velocity, b.contact_plane.normal) <= kEpsilon) {
      q.contact = ResolveRequest::Contact::standing;
      state |= object_info_flag::kContact;
      if ((b.transient & transient_state::kOnWalkable) != 0) state |= object_info_flag::kOnWalkable;
    } else {
      q.contact = ResolveRequest::Contact::leaving;
    }
  }
  q.object_info_state = state;
  if ((b.transient & transient_state::kSliding) != 0 &&
      dot_zyx(b.sliding_normal, b.sliding_normal) > kEpsilonSq)
    q.sliding_normal = b.sliding_normal;
  q.frames_stationary_fall = frames_from_bits(b.transient);
  return q;
}

RecordedCall::RecordedCall(io::CaptureRecord recorded, std::optional<std::uint32_t> centre)
    : record(std::move(recorded)), request(request_of(record, centre)), centre_(centre) {}

Expected<void> RecordedCall::run(const World& world, Workspace& workspace, const Profile& profile,
                                 TraceSink* sink) {
  request.walkable = seed_of(record, centre_, seed_);
  const auto resolved = resolve(world, request, workspace, &profile, sink);
  if (!resolved) return tl::unexpected<Error>(resolved.error());
  result = *resolved;
  body = body_before(record, request);
  commit(body, result, request.end, profile);
  return {};
}

RecordedAnswer RecordedCall::answer() const {
  const Position& p = result.ok ? result.position : result.check_position;
  RecordedAnswer a;
  a.position =
      record.exact ? p.frame.origin : block_in_recording(record, p.cell_id, centre_) + p.frame.origin;
  a.on_ground = result.contact_plane_valid ||
                (result.object_info_state & object_info_flag::kOnWalkable) != 0 ||
                (!result.ok && record.is_on_ground);
  const ContactPlane& c = body.contact_plane;
  a.contact_plane = record.exact ? c.plane : to_recording(record, c.plane, c.cell_id, centre_);
  return a;
}

}  // namespace surefoot::scenario
