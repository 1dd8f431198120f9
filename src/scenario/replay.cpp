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

struct Sides {
  std::string recorded;
  std::string ours;
};

RecordedAnswer recorded_answer(const ReplayedRecord& rr) {
  const io::CaptureRecord& r = *rr.record;
  if (!r.exact) return {r.result_position, r.result_is_on_ground, r.after.contact_plane};
  return {r.exact->position.frame.origin, r.result_is_on_ground, r.exact->contact_plane.plane};
}

Sides sides_of(ReplayField f, const ReplayedRecord& rr, const RecordedAnswer& o) {
  const io::CaptureRecord& r = *rr.record;
  const RecordedAnswer theirs = recorded_answer(rr);
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

void compare_fields(ReplayedRecord& rr, const RecordedAnswer& o) {
  const io::CaptureRecord& r = *rr.record;
  const RecordedAnswer theirs = recorded_answer(rr);
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

void note_difference(const ReplayedRecord& rr, std::size_t index, const RecordedAnswer& ours,
                     const std::string& rule, ReplayReport& report) {
  for (std::size_t i = 0; i < kReplayFieldCount; ++i) {
    const Agreement a = rr.agreement[i];
    if (a == Agreement::equal) continue;
    if (report.first_difference && report.first_difference->agreement >= a) continue;
    const auto field = static_cast<ReplayField>(i);
    const Sides sides = sides_of(field, rr, ours);
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

Expected<ReplayReport> replay(const World& world, const std::string& capture, const ReplayOptions& options,
                              const std::function<void(const ReplayedRecord&)>& each) {
  ReplayReport report;
  Workspace workspace;
  trace::Recorder recorder;
  std::optional<Error> error;
  const auto read = io::for_each_capture_record(capture, [&](const io::CaptureRecord& record) {
    const std::size_t index = report.records++;
    if (world.get_visible(record.cell_id) == nullptr) {
      ++report.no_cell;
      return true;
    }
    recorder.clear();
    RecordedCall call(record, options.centre);
    if (const auto done = call.run(world, workspace, profile_of_record(record, options), &recorder); !done) {
      error = Error{done.error().code, done.error().text(), fmt::format("{}: line {}", capture, record.line)};
      return false;
    }
    const RecordedAnswer ours = call.answer();
    ReplayedRecord rr;
    rr.record = &record;
    rr.request = call.request;
    rr.result = call.result;
    rr.body = call.body;
    compare_fields(rr, ours);
    ++report.compared;
    for (std::size_t i = 0; i < kReplayFieldCount; ++i) {
      FieldCount& c = report.fields[i];
      const Agreement a = rr.agreement[i];
      ++(a == Agreement::equal ? c.equal : a == Agreement::ulp4 ? c.ulp4 : c.different);
    }
    report.worst = std::max(report.worst, rr.worst());
    if (rr.worst() != Agreement::equal)
      note_difference(rr, index, ours, trace::deciding_rule(recorder), report);
    if (each) each(rr);
    return true;
  });
  if (error) return tl::unexpected<Error>(*error);
  if (!read) return tl::unexpected<Error>(read.error());
  report.cut_line = read->cut_line;
  return report;
}

}  // namespace surefoot::scenario
