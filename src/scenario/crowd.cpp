#include "scenario/crowd.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "body/tick.hpp"
#include "session/save.hpp"

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
    bodies_.push_back(beginning(bodies_.size()));
  }
  member_steps_.resize(bodies_.size());
  return {};
}

Body CrowdRunner::beginning(std::size_t member) const {
  const io::Crowd& crowd = *scenario_.crowd;
  if (!crowd.bodies.empty()) return crowd.bodies[member];
  // Grounded on a level plane under the feet: the first tick finds the real one.
  const PhysicsObject& o = crowd.members[member];
  Body b;
  b.mover = scenario_.mover;
  b.mover.object_id = o.id;
  b.position = o.position;
  b.contact_plane = {{{0, 0, 1}, -o.position.frame.origin.z}, o.position.cell_id, false};
  b.transient = transient_state::kContact | transient_state::kOnWalkable;
  return b;
}

Vec3 CrowdRunner::to_target(const Position& from) const {
  Position target = scenario_.crowd->members.front().position;
  target.frame.origin = scenario_.crowd->target;
  Vec3 d = get_offset(from, target);
  d.z = 0.0F;
  return d;
}

Expected<void> CrowdRunner::walk_to_target(std::size_t member, Watch* watch) {
  Body& body = bodies_[member];
  const Vec3 way = to_target(body.position);
  const float distance = length(way);
  const float step = scenario_.crowd->step;
  Position to = body.position;
  to.frame.origin = to.frame.origin + (distance > step ? way * (step / distance) : way);
  TraceSink* sink = watch == nullptr ? nullptr : watch->sink;
  Workspace& workspace = watch == nullptr ? workspace_ : watch->workspace;
  return with_rules(&profile_, sink, [&](const auto& rules) -> Expected<void> {
    const ResolveRequest request = request_from_body(rules, body, body.mover, to);
    const auto r = resolve(world_, request, workspace, &profile_, sink);
    if (!r) return tl::unexpected<Error>(r.error());
    member_steps_[member] = {true, r->ok};
    if (watch != nullptr) {
      watch->request = request;
      watch->result = *r;
    }
    commit(rules, body, *r, request.end);
    if (!r->ok) return {};
    return world_.move_object(body.mover.object_id, body.position, r->cells);
  });
}

Expected<void> CrowdRunner::live(std::size_t member, Watch* watch) {
  TickOptions options;
  options.profile = &profile_;
  ResolveRequest request;
  if (watch != nullptr) {
    options.sink = watch->sink;
    options.request = &request;
    options.result = &watch->result;
  }
  Workspace& workspace = watch == nullptr ? workspace_ : watch->workspace;
  const auto done = surefoot::tick(world_, bodies_[member], scenario_.crowd->dt, workspace, options);
  if (!done) return tl::unexpected<Error>(done.error());
  member_steps_[member] = {done->tried, !done->tried || done->ok};
  if (watch != nullptr && done->tried) watch->request = request;
  return {};
}

Expected<CrowdTick> CrowdRunner::step(StateHash* hash, Watch* watch) {
  if (tick_ == 0) {
    if (const auto entered = enter(); !entered) return tl::unexpected<Error>(entered.error());
  }
  constexpr float kMoved = 0.001F;
  CrowdTick out;
  out.tick = tick_;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Position before = bodies_[i].position;
    Watch* watched = watch != nullptr && watch->member == i ? watch : nullptr;
    if (watched != nullptr) {
      watch->request.reset();
      watch->others.clear();
      for (const Body& b : bodies_) watch->others.push_back(b.position);
    }
    const auto moved = scenario_.crowd->bodies.empty() ? walk_to_target(i, watched) : live(i, watched);
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

std::vector<std::byte> CrowdRunner::save() const {
  ByteWriter out;
  std::uint32_t word = kCrowdState;
  out.word(word);
  word = tick_;
  out.word(word);
  word = static_cast<std::uint32_t>(bodies_.size());
  out.word(word);
  for (const Body& b : bodies_) save_body(out, b);
  save_objects(out, world_);
  return seal(std::move(out.bytes()));
}

Expected<void> CrowdRunner::restore(std::span<const std::byte> bytes) {
  const auto payload = unseal(bytes);
  if (!payload) return tl::unexpected<Error>(payload.error());
  ByteReader in(*payload);
  std::uint32_t kind = 0;
  in.word(kind);
  if (kind != kCrowdState) return fail(ErrorCode::bad_value, "the state is not one of a crowd", "byte 16");
  std::uint32_t tick = 0;
  std::uint32_t members = 0;
  in.word(tick);
  in.word(members);
  if (members != scenario_.crowd->members.size() || tick > scenario_.crowd->ticks)
    return fail(ErrorCode::bad_value, "the state is not of this scenario", "byte 20");
  std::vector<Body> bodies(members);
  for (Body& b : bodies) load_body(in, b);
  if (!in.good())
    return fail(ErrorCode::bad_value, "the state is not of this scenario", fmt::format("byte {}", in.at()));
  if (auto loaded = load_objects(in, world_); !loaded) return loaded;
  bodies_ = std::move(bodies);
  member_steps_.assign(members, {});
  tick_ = tick;
  return {};
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
