#include "scenario/crowd.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "body/tick.hpp"

namespace surefoot::scenario {

CrowdRunner::CrowdRunner(const io::Scenario& scenario, const Profile& extra)
    : scenario_(scenario), profile_(scenario.profile), world_(scenario.world->fork()) {
  profile_.add(extra);
  world_.set_registration(profile_);
}

Expected<void> CrowdRunner::enter() {
  for (const PhysicsObject& o : scenario_.crowd->members) {
    if (const auto placed = world_.place_mover(std::make_unique<PhysicsObject>(o)); !placed)
      return tl::unexpected<Error>(placed.error());
    if (!scenario_.crowd->bodies.empty()) {
      bodies_.push_back(scenario_.crowd->bodies[bodies_.size()]);
      continue;
    }
    // Grounded on a level plane under the feet: the first tick finds the real one.
    Body b;
    b.mover = scenario_.mover;
    b.mover.object_id = o.id;
    b.position = o.position;
    b.contact_plane = {{{0, 0, 1}, -o.position.frame.origin.z}, o.position.cell_id, false};
    b.transient = transient_state::kContact | transient_state::kOnWalkable;
    bodies_.push_back(b);
  }
  return {};
}

Vec3 CrowdRunner::to_target(const Position& from) const {
  Position target = scenario_.crowd->members.front().position;
  target.frame.origin = scenario_.crowd->target;
  Vec3 d = get_offset(from, target);
  d.z = 0.0F;
  return d;
}

Expected<void> CrowdRunner::walk_to_target(std::size_t member, TraceSink* sink) {
  Body& body = bodies_[member];
  const Vec3 way = to_target(body.position);
  const float distance = length(way);
  const float step = scenario_.crowd->step;
  Position to = body.position;
  to.frame.origin = to.frame.origin + (distance > step ? way * (step / distance) : way);
  return with_rules(&profile_, sink, [&](const auto& rules) -> Expected<void> {
    const ResolveRequest request = request_from_body(rules, body, body.mover, to);
    const auto r = resolve(world_, request, workspace_, &profile_, sink);
    if (!r) return tl::unexpected<Error>(r.error());
    commit(rules, body, *r, request.end);
    if (!r->ok) return {};
    return world_.move_object(body.mover.object_id, body.position, r->cells);
  });
}

Expected<void> CrowdRunner::live(std::size_t member, TraceSink* sink) {
  TickOptions options;
  options.profile = &profile_;
  options.sink = sink;
  const auto done = tick(world_, bodies_[member], scenario_.crowd->dt, workspace_, options);
  if (!done) return tl::unexpected<Error>(done.error());
  return {};
}

Expected<CrowdTick> CrowdRunner::step(StateHash* hash, TraceSink* sink, std::size_t traced) {
  if (tick_ == 0) {
    if (const auto entered = enter(); !entered) return tl::unexpected<Error>(entered.error());
  }
  constexpr float kMoved = 0.001F;
  CrowdTick out;
  out.tick = tick_;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Position before = bodies_[i].position;
    TraceSink* listener = i == traced ? sink : nullptr;
    const auto moved = scenario_.crowd->bodies.empty() ? walk_to_target(i, listener) : live(i, listener);
    if (!moved) {
      Error e = moved.error();
      e.message = fmt::format("tick {}: member {}: {}", tick_, i, e.message);
      return tl::unexpected<Error>(e);
    }
    if (length(get_offset(before, bodies_[i].position)) >= kMoved) ++out.moving;
    if (hash != nullptr) hash_body(*hash, bodies_[i]);
    out.farthest = std::max(out.farthest, length(to_target(bodies_[i].position)));
  }
  out.overlap = deepest_overlap();
  ++tick_;
  return out;
}

float CrowdRunner::deepest_overlap() const {
  struct Placed {
    Sphere sphere;
    std::size_t member;
  };
  std::vector<Placed> all;  // in the coordinates of the first member's landblock, by x
  float widest = 0.0F;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Position& p = bodies_[i].position;
    const Vec3 block = get_block_offset(bodies_.front().position.cell_id, p.cell_id);
    for (int k = 0; k < bodies_[i].mover.num_spheres; ++k) {
      const Sphere& s = bodies_[i].mover.spheres[static_cast<std::size_t>(k)];
      const float radius = s.radius * bodies_[i].mover.scale;
      all.push_back({{p.frame.localtoglobal(s.center * bodies_[i].mover.scale) + block, radius}, i});
      widest = std::max(widest, radius);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Placed& a, const Placed& b) { return a.sphere.center.x < b.sphere.center.x; });
  float deepest = 0.0F;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const Sphere& a = all[i].sphere;
      const Sphere& b = all[k].sphere;
      if (b.center.x - a.center.x > widest + a.radius) break;
      if (all[i].member == all[k].member) continue;
      deepest = std::max(deepest, (a.radius + b.radius) - length(b.center - a.center));
    }
  }
  return deepest;
}

}  // namespace surefoot::scenario
