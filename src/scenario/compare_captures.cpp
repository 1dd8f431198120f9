#include "scenario/compare_captures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenario/state_fields.hpp"
#include "trace/explain.hpp"

namespace surefoot::scenario {

namespace {

using Fields = std::vector<StateField>;

void add(Fields& out, std::string name, std::vector<float> floats) {
  out.push_back({std::move(name), std::move(floats), {}});
}
void add(Fields& out, std::string name, const Vec3& v) {
  add(out, std::move(name), std::vector<float>{v.x, v.y, v.z});
}
void add(Fields& out, std::string name, const Plane& p) {
  add(out, std::move(name), std::vector<float>{p.normal.x, p.normal.y, p.normal.z, p.d});
}
void add(Fields& out, std::string name, bool b) {
  out.push_back({std::move(name), {}, b ? "yes" : "no"});
}
void add(Fields& out, std::string name, std::uint32_t word) {
  out.push_back({std::move(name), {}, fmt::format("0x{:X}", word)});
}

void add_body(Fields& out, const std::string& at, const io::CaptureBody& b) {
  const Quat& q = b.orientation;
  add(out, at + "orientation", std::vector<float>{q.w, q.x, q.y, q.z});
  add(out, at + "velocity", b.velocity);
  add(out, at + "transientState", b.transient);
  add(out, at + "state", b.state);
  add(out, at + "contactPlaneValid", b.contact_plane_valid);
  if (b.contact_plane_valid) {
    add(out, at + "contactPlane", b.contact_plane);
    add(out, at + "contactPlaneCellId", b.contact_plane_cell_id);
    add(out, at + "contactPlaneIsWater", b.contact_plane_is_water);
  }
  add(out, at + "slidingNormal", b.sliding_normal);
}

Fields asked(const io::CaptureRecord& r) {
  Fields out;
  add(out, "input.currentPos", r.current_pos);
  add(out, "input.targetPos", r.target_pos);
  add(out, "input.cellId", r.cell_id);
  add(out, "input.sphereRadius", std::vector<float>{r.sphere_radius});
  add(out, "input.sphereHeight", std::vector<float>{r.sphere_height});
  add(out, "input.stepUpHeight", std::vector<float>{r.step_up_height});
  add(out, "input.stepDownHeight", std::vector<float>{r.step_down_height});
  add(out, "input.isOnGround", r.is_on_ground);
  add(out, "input.moverFlags", r.mover_flags);
  add_body(out, "bodyBefore.", r.before);
  return out;
}

Fields answered(const io::CaptureRecord& r) {
  Fields out;
  add(out, "result.position", r.result_position);
  add(out, "result.cellId", r.result_cell_id);
  add(out, "result.isOnGround", r.result_is_on_ground);
  add(out, "result.collisionNormalValid", r.collision_normal_valid);
  if (r.collision_normal_valid) add(out, "result.collisionNormal", r.collision_normal);
  add_body(out, "bodyAfter.", r.after);
  return out;
}

/// Of fields by name: one that a side has not reads "none".
std::vector<FieldPair> different(const Fields& a, const Fields& b) {
  std::vector<FieldPair> out;
  const auto find = [](const Fields& list, const std::string& name) -> const StateField* {
    for (const StateField& f : list) {
      if (f.name == name) return &f;
    }
    return nullptr;
  };
  for (const StateField& f : a) {
    const StateField* other = find(b, f.name);
    if (other == nullptr || !same_field(f, *other))
      out.push_back({f.name, {print_field(f), other == nullptr ? "none" : print_field(*other)}});
  }
  for (const StateField& f : b) {
    if (find(a, f.name) == nullptr) out.push_back({f.name, {"none", print_field(f)}});
  }
  return out;
}

}  // namespace

Expected<CaptureComparison> compare_captures(const std::string& left, const std::string& right) {
  std::vector<io::CaptureReader> readers;
  for (const std::string& path : {left, right}) {
    auto reader = io::CaptureReader::open(path);
    if (!reader) return tl::unexpected<Error>(reader.error());
    readers.push_back(std::move(*reader));
  }
  CaptureComparison out;
  for (;; ++out.records) {
    CaptureDifference d;
    d.record = out.records;
    for (std::size_t s = 0; s < 2; ++s) {
      auto record = readers[s].next();
      if (!record) return tl::unexpected<Error>(record.error());
      d.records[s] = std::move(*record);
      if (d.records[s]) d.lines[s] = d.records[s]->line;
      out.cut_lines[s] = readers[s].end().cut_line;
    }
    if (!d.records[0] && !d.records[1]) return out;
    if (d.records[0] && d.records[1]) {
      d.fields = different(asked(*d.records[0]), asked(*d.records[1]));
      d.asked = !d.fields.empty();
      for (FieldPair& f : different(answered(*d.records[0]), answered(*d.records[1])))
        d.fields.push_back(std::move(f));
      if (d.fields.empty()) continue;
    }
    out.difference = std::move(d);
    return out;
  }
}

Expected<std::unique_ptr<CaptureTrees>> trace_records(const std::array<const World*, 2>& worlds,
                                                      const CaptureDifference& difference,
                                                      const std::array<ReplayOptions, 2>& options) {
  auto out = std::make_unique<CaptureTrees>();
  for (std::size_t s = 0; s < 2; ++s) {
    if (!difference.records[s]) continue;
    const io::CaptureRecord& record = *difference.records[s];
    ResolveRequest request = request_of(record, options[s].centre);
    std::vector<Vec3> vertices;
    request.walkable = seed_of(record, options[s].centre, vertices);
    Workspace workspace;
    ComparedStep& side = out->sides[s];
    const auto r =
        resolve(*worlds[s], request, workspace, profile_of_record(record, options[s]), &side.recorder);
    if (!r) return tl::unexpected<Error>(r.error());
    const trace::Explanation why = trace::explain(side.recorder, request, *r);
    side.rule = why.rule;
    side.summary = why.summary;
  }
  out->parting = trace::find_parting(out->sides[0].recorder, out->sides[1].recorder);
  return out;
}

}  // namespace surefoot::scenario
