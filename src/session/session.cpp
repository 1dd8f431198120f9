#include "session/session.hpp"

#include <fmt/format.h>

#include "body/velocity.hpp"
#include "core/state_hash.hpp"
#include "motion/check_collision.hpp"
#include "session/save.hpp"

namespace surefoot {

Session::Session(World world, Profile profile) : world_(std::move(world)), profile_(profile) {
  world_.set_registration(profile_);
}

Body* Session::find(std::uint32_t id) {
  const auto it = bodies_.find(id);
  return it == bodies_.end() ? nullptr : &it->second;
}

const Body* Session::find(std::uint32_t id) const {
  const auto it = bodies_.find(id);
  return it == bodies_.end() ? nullptr : &it->second;
}

Expected<void> Session::add(Body body) {
  const std::uint32_t id = body.mover.object_id;
  if (id == 0) return fail(ErrorCode::bad_value, "a body needs an id above 0");
  if (body.mover.num_spheres < 0 || body.mover.num_spheres > 2)
    return fail(ErrorCode::bad_value, "a body has 0, 1 or 2 spheres");
  if (!is_finite(body.position.frame.origin) || !is_finite(body.velocity))
    return fail(ErrorCode::bad_value, "the place and the velocity of a body are finite");
  auto object = std::make_unique<PhysicsObject>(object_of_mover(body.mover, body.weenie));
  object->position = body.position;
  object->has_parent = body.has_parent;
  const auto placed = world_.place_mover(std::move(object));
  if (!placed) return tl::unexpected<Error>(placed.error());
  body.position.cell_id = (*placed)->position.cell_id;  // "somewhere in this block" has become a land cell
  activate(body, time_);
  calc_acceleration(body, &profile_);
  bodies_.emplace(id, std::move(body));
  return {};
}

Expected<void> Session::remove(std::uint32_t id) {
  motions_.erase(id);
  if (bodies_.erase(id) == 0) return fail(ErrorCode::dangling, fmt::format("there is no body 0x{:08X}", id));
  return world_.remove_object(id);
}

Expected<SetPositionOutcome> Session::place(std::uint32_t id, const SetPositionRequest& request) {
  Body* body = find(id);
  if (body == nullptr) return fail(ErrorCode::dangling, fmt::format("there is no body 0x{:08X}", id));
  const MovingObjects objects(world_, bodies_);
  TickOptions options;
  options.profile = &profile_;
  options.objects = &objects;
  return set_position(world_, *body, request, *workspace_, options);
}

Expected<void> Session::walk(std::uint32_t id, const Vec3& velocity, float turn) {
  Body* body = find(id);
  if (body == nullptr) return fail(ErrorCode::dangling, fmt::format("there is no body 0x{:08X}", id));
  motions_.erase(id);
  body->walk.velocity = velocity;
  body->walk.turn = turn;
  body->walk.leaving.reset();
  return {};
}

Expected<void> Session::command(std::uint32_t id, const RawMotion& raw, const Abilities& abilities) {
  Body* body = find(id);
  if (body == nullptr) return fail(ErrorCode::dangling, fmt::format("there is no body 0x{:08X}", id));
  MotionState& motion = motions_[id];
  motion.raw = raw;
  motion.abilities = abilities;
  apply_raw_movement(*body, motion, &profile_);
  write_walk(*body, motion, &profile_);
  return {};
}

Expected<JumpRefusal> Session::jump(std::uint32_t id, float extent) {
  Body* body = find(id);
  const auto motion = motions_.find(id);
  if (body == nullptr || motion == motions_.end())
    return fail(ErrorCode::dangling, fmt::format("body 0x{:08X} was never commanded", id));
  if (body->position_manager)
    motion->second.fully_constrained = is_fully_constrained(*body->position_manager);
  return surefoot::jump(*body, motion->second, extent, &profile_);
}

void Session::set_threads(unsigned threads, FindReach reach) {
  threads_ = threads == 1 ? nullptr : std::make_unique<ParallelTick>(threads, reach);
}

Expected<void> Session::tick(float q, std::vector<SessionReport>* reports) {
  retry_ethereal(
      world_, *workspace_, [this](std::uint32_t id) { return bodies_.contains(id); }, &profile_);
  if (threads() > 1) {
    if (auto done = threads_->tick(world_, bodies_, motions_, &profile_, q, reports); !done) return done;
    time_ += static_cast<double>(q);
    return {};
  }
  const MovingObjects objects(world_, bodies_);
  TickOptions options;
  options.profile = &profile_;
  options.objects = &objects;
  for (auto& [id, body] : bodies_) {
    const auto motion = motions_.find(id);
    const auto done = tick_body(world_, body, motion != motions_.end() ? &motion->second : nullptr, q,
                                *workspace_, options, quantum_);
    if (!done) return done;
    if (reports != nullptr) {
      for (const CollisionReport& r : quantum_.reports) reports->push_back({id, r});
    }
  }
  time_ += static_cast<double>(q);
  return {};
}

std::uint64_t Session::hash() const {
  StateHash hash;
  for (const auto& [id, body] : bodies_) hash_body(hash, body);
  return hash.digest();
}

std::vector<std::byte> Session::save() const {
  ByteWriter out;
  std::uint32_t kind = kSessionState;
  out.word(kind);
  double time = time_;
  archive(out, time);
  auto count = static_cast<std::uint32_t>(bodies_.size());
  out.word(count);
  for (const auto& [id, body] : bodies_) save_body(out, body);
  count = static_cast<std::uint32_t>(motions_.size());
  out.word(count);
  for (const auto& [id, motion] : motions_) {
    std::uint32_t word = id;
    out.word(word);
    save_motion(out, motion);
  }
  save_objects(out, world_);
  return seal(std::move(out.bytes()));
}

Expected<void> Session::restore(std::span<const std::byte> bytes) {
  const auto payload = unseal(bytes);
  if (!payload) return tl::unexpected<Error>(payload.error());
  ByteReader in(*payload);
  std::uint32_t kind = 0;
  in.word(kind);
  if (kind != kSessionState)
    return fail(ErrorCode::bad_value, "the state is not one of a session", "byte 16");
  double time = 0.0;
  archive(in, time);
  std::uint32_t count = 0;
  in.word(count);
  std::map<std::uint32_t, Body> bodies;
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    Body body;
    load_body(in, body);
    const std::uint32_t id = body.mover.object_id;
    bodies.emplace(id, std::move(body));
  }
  const std::size_t body_count = count;
  in.word(count);
  std::map<std::uint32_t, MotionState> motions;
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    std::uint32_t id = 0;
    in.word(id);
    load_motion(in, motions[id]);
  }
  if (!in.good() || bodies.size() != body_count || motions.size() != count)
    return fail(ErrorCode::bad_value, "the saved bodies cannot be read", fmt::format("byte {}", in.at()));
  if (auto loaded = load_objects(in, world_); !loaded) return loaded;
  bodies_ = std::move(bodies);
  motions_ = std::move(motions);
  time_ = time;
  return {};
}

}  // namespace surefoot
