// Sessions: a world and the bodies in it.
#include <cmath>

#include "body/placement.hpp"
#include "body/velocity.hpp"
#include "capi/convert.hpp"
#include "capi/objects.hpp"
#include "capi/placing.hpp"

#include <fmt/format.h>

using namespace surefoot;
using namespace surefoot::capi;

namespace {

sf_status no_body(std::uint32_t id) {
  return refuse(SF_ERROR_DANGLING, fmt::format("there is no body 0x{:08X}", id).c_str(), "id");
}

sf_status bad(const char* message, const char* where) {
  return refuse(SF_ERROR_BAD_VALUE, message, where);
}

bool finite(const sf_vec3& v) {
  return is_finite(in(v));
}

/// What the session would take and only later fall over.
bool unfit_body(const sf_body* b, sf_status& status) {
  if (unfit(b, "body", status) || unfit_member(b->mover, "body.mover", status) ||
      unfit_place(b->position, "body.position", status))
    return true;
  if (b->drive > SF_DRIVE_STATE_VELOCITY)
    status = bad("no kind of drive", "body.drive");
  else if (!finite(b->velocity) || !finite(b->omega) || !finite(b->walk) || !std::isfinite(b->turn) ||
           !finite(b->sliding_normal) || !is_finite(in(b->contact_plane.plane.normal)) ||
           !std::isfinite(b->contact_plane.plane.d))
    status = bad("a number is not finite", "body");
  else if (!(b->friction >= 0.0F && b->friction <= 1.0F))
    status = bad("not within 0 to 1", "body.friction");
  else if (!(b->elasticity >= 0.0F && b->elasticity <= kMaxElasticity))
    status = bad("not within 0 to 0.1", "body.elasticity");
  else if (!(b->mover.scale > 0.0F) || !std::isfinite(b->mover.scale))
    status = bad("not above 0", "body.mover.scale");
  else
    return false;
  return true;
}

RawCommand raw(std::uint32_t command, float speed) {
  return {command, speed, HoldKey::invalid};
}

Abilities in(const sf_abilities& a) {
  Abilities out;
  if (a.has_run_rate != 0) out.run_rate = a.run_rate;
  if (a.has_jump_skill != 0) out.jump_skill = a.jump_skill;
  out.load = a.load;
  if (a.has_stamina != 0) out.stamina = a.stamina;
  out.pk_jump_cost = a.pk_jump_cost != 0;
  out.can_jump = a.can_jump != 0;
  return out;
}

sf_report out(const SessionReport& r) {
  sf_report o{};
  o.body = r.body;
  o.kind = static_cast<std::uint32_t>(r.report.kind);
  o.to_object = static_cast<std::uint32_t>(r.report.to);
  o.object_id = r.report.object_id;
  o.velocity = surefoot::capi::out(r.report.velocity);
  o.me_in_contact = r.report.me_in_contact ? 1 : 0;
  o.other_in_contact = r.report.other_in_contact ? 1 : 0;
  o.other_is_missile = r.report.other_is_missile ? 1 : 0;
  return o;
}

/// An object of the session's world that is not a body's.
bool bodys_object(const Session& session, std::uint32_t id, sf_status& status) {
  if (session.find(id) == nullptr) return false;
  status = bad("this object is a body's: ticks and placements move it", "id");
  return true;
}

}  // namespace

extern "C" {

sf_status sf_body_defaults(sf_body* body, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (!unfit_memory(body, size, sizeof *body, "body", status)) *body = surefoot::capi::out(Body{});
    return status;
  });
}

sf_status sf_motion_defaults(sf_motion* motion, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(motion, size, sizeof *motion, "motion", status)) return status;
    *motion = {sizeof *motion, SF_HOLD_NONE, SF_COMMAND_READY, SF_COMMAND_NONE, SF_COMMAND_NONE, 1.0F,
               1.0F,           1.0F};
    return status;
  });
}

sf_status sf_abilities_defaults(sf_abilities* abilities, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(abilities, size, sizeof *abilities, "abilities", status)) return status;
    *abilities = {};
    abilities->size = sizeof *abilities;
    abilities->can_jump = 1;
    return status;
  });
}

sf_status sf_session_create(sf_world world, const sf_profile* profile, sf_session* session) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (absent(session, "session", status) || unfit_profile(profile, p, status)) return status;
    const Shared<sf_world> held(world, status);
    if (held) *session = make_handle<sf_session>(std::make_unique<Session>(held->fork(), p));
    return status;
  });
}

sf_status sf_session_destroy(sf_session session) {
  return destroy_handle(session);
}

sf_status sf_session_add_body(sf_session session, const sf_body* body) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_body(body, status)) return status;
    const Alone<sf_session> held(session, status);
    return held ? answer(held->add(surefoot::capi::in(*body))) : status;
  });
}

sf_status sf_session_remove_body(sf_session session, uint32_t id) {
  return guarded([&] {
    sf_status status = SF_OK;
    const Alone<sf_session> held(session, status);
    return held ? answer(held->remove(id)) : status;
  });
}

sf_status sf_session_get_body(sf_session session, uint32_t id, sf_body* body) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(body, "body", status)) return status;
    const Shared<sf_session> held(session, status);
    if (!held) return status;
    const Body* found = held->find(id);
    if (found == nullptr) return no_body(id);
    *body = surefoot::capi::out(*found);
    return status;
  });
}

sf_status sf_session_body_ids(sf_session session, uint32_t* ids, uint32_t capacity, uint32_t* count) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(count, "count", status) || (capacity != 0 && absent(ids, "ids", status))) return status;
    const Shared<sf_session> held(session, status);
    if (!held) return status;
    std::uint32_t n = 0;
    for (const auto& [id, body] : held->bodies()) {
      if (n < capacity) ids[n] = id;
      ++n;
    }
    *count = n;
    return status;
  });
}

sf_status sf_session_set_walk(sf_session session, uint32_t id, const sf_vec3* walk, float turn) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(walk, "walk", status)) return status;
    if (!finite(*walk) || !std::isfinite(turn)) return bad("a number is not finite", "walk");
    const Alone<sf_session> held(session, status);
    if (!held) return status;
    return answer(held->walk(id, surefoot::capi::in(*walk), turn));
  });
}

sf_status sf_session_set_velocity(sf_session session, uint32_t id, const sf_vec3* velocity) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(velocity, "velocity", status)) return status;
    if (!finite(*velocity)) return bad("a number is not finite", "velocity");
    const Alone<sf_session> held(session, status);
    if (!held) return status;
    Body* body = held->find(id);
    if (body == nullptr) return no_body(id);
    set_velocity(*body, surefoot::capi::in(*velocity), &held->profile());
    return status;
  });
}

sf_status sf_session_place_body(sf_session session, uint32_t id, const sf_position* to, uint32_t flags,
                                uint32_t* outcome) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(to, "to", status) || absent(outcome, "outcome", status) || unfit_place(*to, "to", status))
      return status;
    constexpr std::uint32_t kScatters = set_position_flag::kScatter | set_position_flag::kRandomScatter;
    if ((flags & kScatters) != 0) return bad("no scatters here", "flags");
    const Alone<sf_session> held(session, status);
    if (!held) return status;
    SetPositionRequest request;
    request.position = surefoot::capi::in(*to);
    request.flags = flags;
    const auto placed = held->place(id, request);
    if (!placed) return refuse(placed.error());
    *outcome = static_cast<std::uint32_t>(placed->result);
    return status;
  });
}

sf_status sf_session_command(sf_session session, uint32_t id, const sf_motion* motion,
                             const sf_abilities* abilities) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(motion, "motion", status) || (abilities != nullptr && unfit(abilities, "abilities", status)))
      return status;
    if (motion->hold_key > SF_HOLD_RUN) return bad("no such key", "motion.hold_key");
    if (!std::isfinite(motion->forward_speed) || !std::isfinite(motion->sidestep_speed) ||
        !std::isfinite(motion->turn_speed))
      return bad("a speed is not finite", "motion");
    if (abilities != nullptr && (!std::isfinite(abilities->load) || !std::isfinite(abilities->run_rate)))
      return bad("a number is not finite", "abilities");
    const Alone<sf_session> held(session, status);
    if (!held) return status;
    RawMotion told;
    told.hold_key = static_cast<HoldKey>(motion->hold_key);
    told.forward = raw(motion->forward, motion->forward_speed);
    told.sidestep = raw(motion->sidestep, motion->sidestep_speed);
    told.turn = raw(motion->turn, motion->turn_speed);
    return answer(held->command(id, told, abilities == nullptr ? Abilities{} : in(*abilities)));
  });
}

sf_status sf_session_jump(sf_session session, uint32_t id, float extent, uint32_t* refusal) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(refusal, "refusal", status)) return status;
    if (!std::isfinite(extent)) return bad("not a number from 0 to 1", "extent");
    const Alone<sf_session> held(session, status);
    if (!held) return status;
    const auto said = held->jump(id, extent);
    if (!said) return refuse(said.error());
    *refusal = static_cast<std::uint32_t>(*said);
    return status;
  });
}

sf_status sf_session_tick(sf_session session, float quantum, sf_report* reports, uint32_t capacity,
                          uint32_t* count) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (capacity != 0 && absent(reports, "reports", status)) return status;
    if (!(quantum > 0.0F && quantum <= kHugeQuantum))
      return bad("a quantum is above 0 and at most 2 s", "quantum");
    const Alone<sf_session> held(session, status);
    if (!held) return status;
    const bool listens = capacity != 0 || count != nullptr;
    std::vector<SessionReport> told;
    if (const auto done = held->tick(quantum, listens ? &told : nullptr); !done) return refuse(done.error());
    for (std::uint32_t i = 0; i < told.size() && i < capacity; ++i) reports[i] = out(told[i]);
    if (count != nullptr) *count = static_cast<std::uint32_t>(told.size());
    return status;
  });
}

sf_status sf_session_time(sf_session session, double* seconds) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(seconds, "seconds", status)) return status;
    const Shared<sf_session> held(session, status);
    if (held) *seconds = held->elapsed();
    return status;
  });
}

sf_status sf_session_hash(sf_session session, uint64_t* hash) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(hash, "hash", status)) return status;
    const Shared<sf_session> held(session, status);
    if (held) *hash = held->hash();
    return status;
  });
}

sf_status sf_session_save(sf_session session, sf_buffer* bytes) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(bytes, "bytes", status)) return status;
    const Shared<sf_session> held(session, status);
    if (held) *bytes = make_buffer(held->save());
    return status;
  });
}

sf_status sf_session_restore(sf_session session, const void* bytes, size_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(bytes, "bytes", status)) return status;
    const Alone<sf_session> held(session, status);
    return held ? answer(held->restore({static_cast<const std::byte*>(bytes), size})) : status;
  });
}

sf_status sf_session_world(sf_session session, sf_world* world) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(world, "world", status)) return status;
    const Shared<sf_session> held(session, status);
    if (held) *world = make_world(held->world().fork());
    return status;
  });
}

sf_status sf_session_place_object(sf_session session, const sf_object* object) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(object, "object", status)) return status;
    const Alone<sf_session> held(session, status);
    return held ? place_object(held->world(), *object) : status;
  });
}

sf_status sf_session_move_object(sf_session session, uint32_t id, const sf_position* to) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(to, "to", status)) return status;
    const Alone<sf_session> held(session, status);
    if (!held || bodys_object(*held, id, status)) return status;
    return move_object(held->world(), id, *to);
  });
}

sf_status sf_session_set_object_state(sf_session session, uint32_t id, uint32_t state) {
  return guarded([&] {
    sf_status status = SF_OK;
    const Alone<sf_session> held(session, status);
    if (!held || bodys_object(*held, id, status)) return status;
    return answer(held->world().set_object_state(id, state));
  });
}

sf_status sf_session_remove_object(sf_session session, uint32_t id) {
  return guarded([&] {
    sf_status status = SF_OK;
    const Alone<sf_session> held(session, status);
    if (!held || bodys_object(*held, id, status)) return status;
    return answer(held->world().remove_object(id));
  });
}

sf_status sf_session_get_object(sf_session session, uint32_t id, sf_object_info* info) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(info, "info", status)) return status;
    const Shared<sf_session> held(session, status);
    return held ? tell_object(held->world(), id, *info) : status;
  });
}
}
