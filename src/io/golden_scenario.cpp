#include "io/golden_scenario.hpp"

#include <fmt/format.h>

#include "core/state_hash.hpp"
#include "io/golden.hpp"

namespace surefoot::io {

namespace {

constexpr std::uint32_t kCrowdTicks = 90;

BodyInput input_of(const GoldenSegment& s, float quantum) {
  BodyInput in;
  in.ticks = s.ticks;
  in.dt = quantum;
  in.walk = s.walk;
  in.set_velocity = s.set_velocity;
  in.jump_vz = s.jump_vz;
  return in;
}

Crowd crowd_of(const GoldenWorld& golden) {
  Crowd crowd;
  crowd.dt = golden.quantum;
  crowd.ticks = kCrowdTicks;
  for (const GoldenMember& m : golden.crowd) {
    crowd.members.push_back(m.object);
    Body b = make_body(golden, m.start);
    b.mover.object_id = m.object.id;
    b.weenie = m.object.weenie;
    b.walk.velocity = m.walk;
    crowd.bodies.push_back(std::move(b));
  }
  return crowd;
}

}  // namespace

bool is_golden_world(const Json& json) {
  return json.kind == Json::Kind::object && json.find("format") == nullptr &&
         json.find("conventions") != nullptr && json.find("quantum") != nullptr;
}

Expected<Scenario> scenario_from_golden(const std::string& path, const ScenarioOptions& options) {
  if (!options.world.empty())
    return fail(ErrorCode::bad_value, "a golden world is run in the world it states", path);
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  auto golden = read_golden_world(path);
  if (!golden) return tl::unexpected<Error>(golden.error());
  Scenario out;
  out.name = golden->name;
  out.path = path;
  out.world_hash = hash_text(*text);
  out.mover = golden->mover;
  if (golden->crowd.empty()) {
    out.mode = Mode::body;
    out.body = make_body(*golden, golden->start);
    std::uint64_t ticks = 0;
    for (const GoldenSegment& s : golden->script) {
      out.body_inputs.push_back(input_of(s, golden->quantum));
      ticks += s.ticks;
    }
    if (ticks > kMaxTicks || ticks == 0)
      return fail(ErrorCode::bad_value, fmt::format("{} ticks; 1 to {} are run", ticks, kMaxTicks),
                  path + ": /script");
  } else {
    out.mode = Mode::crowd;
    out.crowd = crowd_of(*golden);
  }
  if (auto done = golden->world.set_form(options.form); !done) return tl::unexpected<Error>(done.error());
  out.world = std::make_shared<World>(std::move(golden->world));
  return out;
}

}  // namespace surefoot::io
