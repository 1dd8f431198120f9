#include "scenario/replay.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/float_bits.hpp"
#include "trace/explain.hpp"

namespace surefoot::scenario {

namespace {

/// Floats in order: neighbours differ by one.
std::int64_t ordinal(float f) {
  const auto u = static_cast<std::int64_t>(to_bits(f));
  return (u & 0x80000000LL) != 0 ? -(u & 0x7FFFFFFFLL) - 1 : u;
}

Agreement compare(const Vec3& a, const Vec3& b) {
  const float left[] = {a.x, a.y, a.z};
  const float right[] = {b.x, b.y, b.z};
  return compare_floats(left, right, 3);
}
Agreement compare(const Plane& a, const Plane& b) {
  return std::max(compare(a.normal, b.normal), compare_floats(&a.d, &b.d, 1));
}
Agreement compare(bool a, bool b) {
  return a == b ? Agreement::equal : Agreement::different;
}
Agreement compare(std::uint32_t a, std::uint32_t b) {
  return a == b ? Agreement::equal : Agreement::different;
}

std::string show(std::initializer_list<float> v) {
  std::vector<std::string> decimal;
  std::vector<std::string> hex;
  for (const float f : v) {
    decimal.push_back(format_float(f));
    hex.push_back(fmt::format("{:08X}", to_bits(f)));
  }
  return fmt::format("({}) [{}]", fmt::join(decimal, ", "), fmt::join(hex, " "));
}
std::string show(const Vec3& v) {
  return show({v.x, v.y, v.z});
}
std::string show(const Plane& p) {
  return show({p.normal.x, p.normal.y, p.normal.z, p.d});
}
std::string show(bool b) {
  return b ? "true" : "false";
}

constexpr std::uint32_t kComparedTransient =
    transient_state::kContact | transient_state::kOnWalkable | transient_state::kSliding;

std::uint32_t centre_block(const io::CaptureRecord& r, const ReplayOptions& options) {
  return options.centre ? *options.centre << 16 : r.cell_id & 0xFFFF0000U;
}

/// Where the block of `cell` lies in the recording's coordinates.
Vec3 block_in_recording(const io::CaptureRecord& r, CellId cell, const ReplayOptions& options) {
  return cell == 0 ? Vec3{} : get_block_offset(centre_block(r, options) | 0xFFFFU, cell);
}

/// A plane given in recording coordinates, in the block of `cell`.
Plane to_block(const io::CaptureRecord& r, const Plane& p, CellId cell, const ReplayOptions& options) {
  const Vec3 o = block_in_recording(r, cell, options);
  if (o.x == 0.0F && o.y == 0.0F) return p;
  return {p.normal, p.d + dot_zyx(p.normal, o)};
}

Plane to_recording(const io::CaptureRecord& r, const Plane& p, CellId cell, const ReplayOptions& options) {
  const Vec3 o = block_in_recording(r, cell, options);
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

struct Sides {
  std::string recorded;
  std::string ours;
};

/// One side of the comparison. Where the record is exact, in the coordinates of its cells; else in the recording's.
struct Side {
  Vec3 position;
  bool on_ground = false;
  Plane contact_plane;
};

Side recorded_side(const ReplayedRecord& rr) {
  const io::CaptureRecord& r = *rr.record;
  if (!r.exact) return {r.result_position, r.result_is_on_ground, r.after.contact_plane};
  return {r.exact->position.frame.origin, r.result_is_on_ground, r.exact->contact_plane.plane};
}

Side our_side(const ReplayedRecord& rr, const ReplayOptions& options) {
  const io::CaptureRecord& r = *rr.record;
  Side o;
  const Position& p = rr.result.ok ? rr.result.position : rr.result.check_position;
  o.position = r.exact ? p.frame.origin : block_in_recording(r, p.cell_id, options) + p.frame.origin;
  o.on_ground = rr.result.contact_plane_valid ||
                (rr.result.object_info_state & object_info_flag::kOnWalkable) != 0 ||
                (!rr.result.ok && r.is_on_ground);
  const ContactPlane& c = rr.body.contact_plane;
  o.contact_plane = r.exact ? c.plane : to_recording(r, c.plane, c.cell_id, options);
  return o;
}

Sides sides_of(ReplayField f, const ReplayedRecord& rr, const ReplayOptions& options) {
  const io::CaptureRecord& r = *rr.record;
  const Side theirs = recorded_side(rr);
  const Side o = our_side(rr, options);
  switch (f) {
    case ReplayField::position:
      return {show(theirs.position), show(o.position)};
    case ReplayField::cell:
      return {fmt::format("0x{:08X}", r.result_cell_id), fmt::format("0x{:08X}", rr.result.position.cell_id)};
    case ReplayField::is_on_ground:
      return {show(r.result_is_on_ground), show(o.on_ground)};
    case ReplayField::collision_normal_valid:
      return {show(r.collision_normal_valid), show(rr.result.collision_normal_valid)};
    case ReplayField::collision_normal:
      return {show(r.collision_normal), show(rr.result.collision_normal)};
    case ReplayField::contact_plane_valid:
      return {show(r.after.contact_plane_valid), show((rr.body.transient & transient_state::kContact) != 0)};
    case ReplayField::contact_plane:
      return {show(theirs.contact_plane), show(o.contact_plane)};
    case ReplayField::transient:
      return {fmt::format("0x{:X}", r.after.transient & kComparedTransient),
              fmt::format("0x{:X}", rr.body.transient & kComparedTransient)};
    case ReplayField::sliding_normal:
      return {show(r.after.sliding_normal), show(rr.body.sliding_normal)};
    case ReplayField::kCount:
      break;
  }
  return {};
}

void compare_fields(ReplayedRecord& rr, const ReplayOptions& options) {
  const io::CaptureRecord& r = *rr.record;
  const Side theirs = recorded_side(rr);
  const Side o = our_side(rr, options);
  const auto set = [&](ReplayField f, Agreement a) { rr.agreement[static_cast<std::size_t>(f)] = a; };
  const bool contact = (rr.body.transient & transient_state::kContact) != 0;
  set(ReplayField::position, compare(theirs.position, o.position));
  set(ReplayField::cell, compare(r.result_cell_id, rr.result.position.cell_id));
  set(ReplayField::is_on_ground, compare(r.result_is_on_ground, o.on_ground));
  set(ReplayField::collision_normal_valid,
      compare(r.collision_normal_valid, rr.result.collision_normal_valid));
  // A value is compared only where both sides say it is in force.
  if (r.collision_normal_valid && rr.result.collision_normal_valid)
    set(ReplayField::collision_normal, compare(r.collision_normal, rr.result.collision_normal));
  set(ReplayField::contact_plane_valid, compare(r.after.contact_plane_valid, contact));
  if (r.after.contact_plane_valid && contact)
    set(ReplayField::contact_plane, compare(theirs.contact_plane, o.contact_plane));
  set(ReplayField::transient,
      compare(r.after.transient & kComparedTransient, rr.body.transient & kComparedTransient));
  if ((r.after.transient & rr.body.transient & transient_state::kSliding) != 0)
    set(ReplayField::sliding_normal, compare(r.after.sliding_normal, rr.body.sliding_normal));
}

void note_difference(const ReplayedRecord& rr, std::size_t index, const ReplayOptions& options,
                     const std::string& rule, ReplayReport& report) {
  for (std::size_t i = 0; i < kReplayFieldCount; ++i) {
    const Agreement a = rr.agreement[i];
    if (a == Agreement::equal) continue;
    if (report.first_difference && report.first_difference->agreement >= a) continue;
    const auto field = static_cast<ReplayField>(i);
    const Sides sides = sides_of(field, rr, options);
    report.first_difference =
        Difference{index, rr.record->line, rr.record->tick, field, a, sides.recorded, sides.ours, rule};
  }
}

}  // namespace

const char* to_string(ReplayField f) {
  constexpr const char* kNames[] = {"position",         "cell",
                                    "is_on_ground",     "collision_normal_valid",
                                    "collision_normal", "contact_plane_valid",
                                    "contact_plane",    "transient",
                                    "sliding_normal"};
  return kNames[static_cast<std::size_t>(f)];
}

Agreement ReplayedRecord::worst() const {
  return *std::max_element(agreement.begin(), agreement.end());
}

Agreement compare_floats(const float* a, const float* b, std::size_t n) {
  Agreement worst = Agreement::equal;
  for (std::size_t i = 0; i < n; ++i) {
    if (to_bits(a[i]) == to_bits(b[i])) continue;
    const bool close =
        !std::isnan(a[i]) && !std::isnan(b[i]) && std::llabs(ordinal(a[i]) - ordinal(b[i])) <= 4;
    worst = std::max(worst, close ? Agreement::ulp4 : Agreement::different);
  }
  return worst;
}

const Profile& profile_of_record(const io::CaptureRecord& record, const ReplayOptions& options) {
  return record.exact && options.recorded_profile ? record.exact->profile : options.profile;
}

std::optional<WalkableSeed> seed_from_record(const io::CaptureRecord& r, const ReplayOptions& options,
                                             std::vector<Vec3>& vertices) {
  vertices.clear();
  const bool starts = r.before.walkable_valid && (r.exact || r.is_on_ground);
  if (!starts || r.before.walkable_vertices.size() < 3) return std::nullopt;
  const Vec3 block = block_in_recording(r, r.cell_id, options);
  for (const Vec3& v : r.before.walkable_vertices) vertices.push_back(r.exact ? v : v - block);
  const Plane plane =
      r.exact ? r.before.walkable_plane : to_block(r, r.before.walkable_plane, r.cell_id, options);
  return WalkableSeed{plane, vertices, r.before.walkable_up};
}

ResolveRequest request_from_record(const io::CaptureRecord& r, const ReplayOptions& options) {
  if (r.exact) return r.exact->request;
  ResolveRequest q;
  q.mover = mover_from_radius_height(r.sphere_radius, r.sphere_height);
  q.mover.step_up_height = r.step_up_height;
  q.mover.step_down_height = r.step_down_height;
  q.mover.physics_state = r.before.state;
  q.mover.object_id = r.moving_entity_id;
  const Vec3 block = block_in_recording(r, r.cell_id, options);
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
    q.contact_plane = {to_block(r, b.contact_plane, b.contact_plane_cell_id, options),
                       b.contact_plane_cell_id, b.contact_plane_is_water};
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

Expected<ReplayReport> replay(const World& world, const std::string& capture, const ReplayOptions& options,
                              const std::function<void(const ReplayedRecord&)>& each) {
  ReplayReport report;
  Workspace workspace;
  trace::Recorder recorder;
  std::vector<Vec3> vertices;
  std::optional<Error> error;
  const auto read = io::for_each_capture_record(capture, [&](const io::CaptureRecord& record) {
    const std::size_t index = report.records++;
    if (world.get_visible(record.cell_id) == nullptr) {
      ++report.no_cell;
      return true;
    }
    ReplayedRecord rr;
    rr.record = &record;
    rr.request = request_from_record(record, options);
    rr.request.walkable = seed_from_record(record, options, vertices);
    const Profile& profile = profile_of_record(record, options);
    recorder.clear();
    const auto result = resolve(world, rr.request, workspace, profile, &recorder);
    if (!result) {
      error =
          Error{result.error().code, result.error().text(), fmt::format("{}: line {}", capture, record.line)};
      return false;
    }
    rr.result = *result;
    rr.body = body_before(record, rr.request);
    commit(rr.body, *result, rr.request.end, profile);
    compare_fields(rr, options);
    ++report.compared;
    for (std::size_t i = 0; i < kReplayFieldCount; ++i) {
      FieldCount& c = report.fields[i];
      const Agreement a = rr.agreement[i];
      ++(a == Agreement::equal ? c.equal : a == Agreement::ulp4 ? c.ulp4 : c.different);
    }
    report.worst = std::max(report.worst, rr.worst());
    if (rr.worst() != Agreement::equal)
      note_difference(rr, index, options, trace::deciding_rule(recorder), report);
    if (each) each(rr);
    return true;
  });
  if (error) return tl::unexpected<Error>(*error);
  if (!read) return tl::unexpected<Error>(read.error());
  report.cut_line = read->cut_line;
  return report;
}

}  // namespace surefoot::scenario
