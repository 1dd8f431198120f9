// Cases for the stuck detective: from a scenario, a capture, a place.
#include <cmath>

#include <fmt/format.h>

#include "body/velocity.hpp"
#include "scenario/recorded_call.hpp"
#include "scenario/run.hpp"
#include "scenario/stuck.hpp"

namespace surefoot::scenario {

namespace {

constexpr float kGained = 0.001F;         // metres a tick
constexpr std::uint32_t kStuckTicks = 5;  // in a row

/// Where the mover first wanted to go and gained nothing; the last tick when nowhere.
Expected<std::uint32_t> find_tick(const io::Scenario& scenario) {
  Runner runner(scenario);
  std::uint32_t idle = 0;
  std::uint32_t last = 0;
  while (!runner.done()) {
    last = runner.tick();
    const auto s = runner.step();
    if (!s) return tl::unexpected<Error>(s.error());
    if (!s->placement.empty() && s->placement != "Ok") return last;
    idle = length(runner.last_wish()) > kGained && s->moved < kGained ? idle + 1 : 0;
    if (idle == kStuckTicks) return last + 1 - kStuckTicks;
  }
  return last;
}

/// What a body is told once is told already.
void forget_events(io::BodyInput& in) {
  in.command.reset();
  in.set_velocity.reset();
  in.add_velocity.reset();
  in.jump_vz.reset();
  in.jump_power.reset();
  in.set_position.reset();
  in.interpolate_to.reset();
  in.teleport = false;
}

io::Scenario empty_case(const World& world, const Profile& profile) {
  io::Scenario s;
  s.world = std::make_shared<World>(world.fork());
  s.profile = profile;
  return s;
}

}  // namespace

Expected<StuckCase> stuck_case(const io::Scenario& scenario, std::optional<std::uint32_t> tick) {
  if (scenario.crowd)
    return fail(ErrorCode::bad_value, "a crowd has no single mover to look at; give a scenario of one",
                scenario.path);
  const std::uint32_t total = scenario.total_ticks();
  if (tick && *tick >= total)
    return fail(ErrorCode::bad_value,
                fmt::format("tick {} is not in this scenario; it has 0 to {}", *tick, total - 1), "--tick");
  StuckCase out;
  out.chosen = !tick;
  if (!tick) {
    const auto found = find_tick(scenario);
    if (!found) return tl::unexpected<Error>(found.error());
    tick = *found;
  }
  out.tick = *tick;
  Runner runner(scenario);
  for (std::uint32_t i = 0; i < *tick; ++i) {
    if (const auto s = runner.step(); !s) return tl::unexpected<Error>(s.error());
  }
  io::Scenario& c = out.scenario;
  c = scenario;
  c.body = runner.body();
  c.world = std::make_shared<World>(runner.world().fork());
  c.expects.clear();
  c.golden.clear();
  if (*tick != 0) {
    c.mover_object.reset();  // it is in the world already
    c.last_known_contact_plane.reset();
    c.walkable_vertices.clear();
  }
  std::uint32_t first = 0;  // of the input the tick belongs to
  std::size_t input = 0;
  while (first + scenario.input(input).ticks <= *tick) first += scenario.input(input++).ticks;
  if (scenario.mode == io::Mode::body) {
    io::BodyInput in = scenario.body_inputs[input];
    if (first != *tick) forget_events(in);
    if (first != *tick) in.world.clear();
    c.body_inputs = {in};
  } else {
    io::ResolveInput in = scenario.inputs[input];
    if (first != *tick) in.world.clear();
    c.inputs = {in};
  }
  return out;
}

StuckCase stuck_case(const World& world, const io::CaptureRecord& record, std::optional<std::uint32_t> centre,
                     const Profile& profile) {
  const ResolveRequest request = request_of(record, centre);
  StuckCase out;
  out.tick = record.tick;
  io::Scenario& c = out.scenario;
  c = empty_case(world, profile);
  c.mode = io::Mode::resolve;
  c.mover = request.mover;
  c.mover.flags = request.object_info_state & ~(object_info_flag::kContact | object_info_flag::kOnWalkable);
  c.body.mover = c.mover;
  c.body.position = *request.begin;
  c.body.velocity = record.before.velocity;
  c.body.transient = record.before.transient;
  c.body.contact_plane = request.contact_plane;
  c.body.sliding_normal = record.before.sliding_normal;
  io::ResolveInput in;
  in.offset = get_offset(*request.begin, request.end);
  c.inputs = {in};
  return out;
}

Mover person_mover() {
  Mover m;
  m.spheres = {Sphere{{0.0F, 0.0F, 0.475F}, 0.48F}, Sphere{{0.0F, 0.0F, 1.35F}, 0.48F}};
  m.num_spheres = 2;
  m.step_up_height = 0.6F;
  m.step_down_height = 1.5F;
  m.flags = object_info_flag::kIsPlayer;
  return m;
}

StuckCase stuck_case(const World& world, const StuckPlace& place) {
  StuckCase out;
  io::Scenario& c = out.scenario;
  c = empty_case(world, place.profile);
  c.mode = io::Mode::body;
  c.mover = place.mover;
  c.body.mover = place.mover;
  c.body.in_world = false;
  c.body.position = place.position;
  c.body.position.frame.set_heading(place.heading);
  io::BodyInput in;
  SetPositionRequest there;
  there.position = c.body.position;
  there.flags = set_position_flag::kPlacement;  // here or nowhere
  in.set_position = there;
  in.walk = Vec3{0.0F, place.speed, 0.0F};
  c.body_inputs = {in};
  return out;
}

}  // namespace surefoot::scenario
