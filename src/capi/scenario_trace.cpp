#include "capi/scenario_trace.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capi/json_text.hpp"
#include "core/float_bits.hpp"
#include "scenario/crowd.hpp"
#include "scenario/expect.hpp"
#include "scenario/run.hpp"

namespace surefoot::capi {

namespace {

using Json = nlohmann::ordered_json;

/// Shortest decimal that reads back to the same float.
Json number(float f) {
  return f - f == 0.0F ? Json::parse(format_float(f)) : Json(format_float(f));
}
Json numbers(std::initializer_list<float> values) {
  Json j = Json::array();
  for (const float v : values) j.push_back(number(v));
  return j;
}
Json vec(const Vec3& v) {
  return numbers({v.x, v.y, v.z});
}
Json rotation(const Quat& q) {
  return numbers({q.w, q.x, q.y, q.z});
}
std::string cell(CellId id) {
  return fmt::format("0x{:08X}", id);
}

Json step_json(const scenario::StepRecord& s) {
  Json j;
  j["tick"] = s.tick;
  j["cell"] = cell(s.body.position.cell_id);
  j["position"] = vec(s.body.position.frame.origin);
  j["rotation"] = rotation(s.body.position.frame.q);
  j["velocity"] = vec(s.body.velocity);
  j["transient"] = s.body.transient;
  j["ok"] = s.ok;
  j["moved"] = number(s.moved);
  j["rule"] = s.rule;
  j["contact_plane"] = nullptr;
  if (s.contact_plane_valid) {
    const Plane& p = s.contact_plane.plane;
    j["contact_plane"] = numbers({p.normal.x, p.normal.y, p.normal.z, p.d});
  }
  j["touched"] = Json::array();
  for (const std::uint32_t id : s.touched) j["touched"].push_back(id);
  return j;
}

Json head(const io::Scenario& scenario, const Profile& extra, const scenario::RunResult& r) {
  Profile profile = scenario.profile;
  profile.add(extra);
  Json j;
  j["scenario"] = scenario.name;
  j["profile"] = profile.ids();
  j["ticks"] = r.ticks;
  j["verdict"] = r.failures.empty() ? "pass" : "fail";
  j["hash"] = fmt::format("0x{:016x}", r.hash);
  j["failures"] = Json::array();
  for (const scenario::Failure& f : r.failures)
    j["failures"].push_back({{"where", f.pointer}, {"text", f.text}});
  return j;
}

/// Once more, tick by tick: a run keeps no places of a crowd's members but the last.
Expected<Json> crowd_steps(const io::Scenario& scenario, const Profile& extra) {
  Json steps = Json::array();
  scenario::CrowdRunner runner(scenario, extra);
  while (!runner.done()) {
    const auto t = runner.step();
    if (!t) return tl::unexpected<Error>(t.error());
    Json j;
    j["tick"] = t->tick;
    j["moving"] = t->moving;
    j["overlap"] = number(t->overlap);
    j["positions"] = Json::array();
    for (const Body& b : runner.bodies())
      j["positions"].push_back(
          {{"cell", cell(b.position.cell_id)}, {"position", vec(b.position.frame.origin)}});
    steps.push_back(std::move(j));
  }
  return steps;
}

const char* name_of(io::Mode mode) {
  switch (mode) {
    case io::Mode::resolve:
      return "resolve";
    case io::Mode::body:
      return "body";
    case io::Mode::crowd:
      return "crowd";
  }
  return "";
}

Json sphere_list(const Mover& m) {
  Json list = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.num_spheres); ++i) {
    const Sphere& s = m.spheres[i];
    list.push_back(
        numbers({s.center.x * m.scale, s.center.y * m.scale, s.center.z * m.scale, s.radius * m.scale}));
  }
  return list;
}

}  // namespace

std::string scenario_info(const io::Scenario& scenario) {
  Json j;
  j["name"] = scenario.name;
  j["about"] = scenario.about;
  j["mode"] = name_of(scenario.mode);
  j["ticks"] = scenario.total_ticks();
  j["profile"] = scenario.profile.ids();
  j["start"] = nullptr;
  if (!scenario.crowd) {
    const Position& p = scenario.body.position;
    j["start"] = {
        {"cell", cell(p.cell_id)}, {"position", vec(p.frame.origin)}, {"rotation", rotation(p.frame.q)}};
  }
  j["spheres"] = sphere_list(scenario.mover);
  j["expectations"] = scenario.expects.size();
  return json_text(j);
}

Expected<std::string> scenario_trace(const io::Scenario& scenario, const Profile& extra) {
  const auto r = scenario::run(scenario, {extra, true});
  if (!r) return tl::unexpected<Error>(r.error());
  Json j = head(scenario, extra, *r);
  j["steps"] = Json::array();
  if (scenario.crowd) {
    auto steps = crowd_steps(scenario, extra);
    if (!steps) return tl::unexpected<Error>(steps.error());
    j["steps"] = std::move(*steps);
  }
  for (const scenario::StepRecord& s : r->steps) j["steps"].push_back(step_json(s));
  return json_text(j);
}

}  // namespace surefoot::capi
