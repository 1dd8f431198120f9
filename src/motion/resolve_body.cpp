#include "motion/resolve_body.hpp"

#include <algorithm>

#include "core/sums.hpp"

namespace surefoot {

namespace {

/// `handle_all_collisions` (06 §7.2): the bits accumulate; 0 and 3 clear them.
std::uint32_t bits_from_frames(std::uint32_t transient, int frames) {
  if (frames == 1) return transient | transient_state::kStationaryFall;
  if (frames == 2) return transient | transient_state::kStationaryStop;
  return transient & ~transient_state::kStationaryMask;
}

void set_bit(std::uint32_t& word, std::uint32_t bit, bool on) {
  word = on ? word | bit : word & ~bit;
}

}  // namespace

int frames_from_bits(std::uint32_t transient) {
  if ((transient & transient_state::kStationaryStuck) != 0) return 3;
  if ((transient & transient_state::kStationaryStop) != 0) return 2;
  return (transient & transient_state::kStationaryFall) != 0 ? 1 : 0;
}

void hash_body(StateHash& hash, const ResolveBody& body) {
  hash.word(body.position.cell_id);
  hash.vec3(body.position.frame.origin);
  hash.quat(body.position.frame.q);
  hash.vec3(body.velocity);
  hash.word(body.transient);
}

std::uint32_t flags_of_kind(std::uint32_t weenie_bits) {
  std::uint32_t flags = 0;
  if ((weenie_bits & weenie::kImpenetrable) != 0) flags |= object_info_flag::kIsImpenetrable;
  if ((weenie_bits & weenie::kPlayer) != 0) flags |= object_info_flag::kIsPlayer;
  if ((weenie_bits & weenie::kPk) != 0) flags |= object_info_flag::kIsPk;
  if ((weenie_bits & weenie::kPkLite) != 0) flags |= object_info_flag::kIsPkLite;
  return flags;
}

Mover mover_from_object(const PhysicsObject& object) {
  Mover m;
  for (const Sphere& s : object.spheres()) {
    if (m.num_spheres < 2) m.spheres[static_cast<std::size_t>(m.num_spheres++)] = s;
  }
  m.scale = object.scale;
  m.step_up_height = m.step_down_height = kDefaultStepHeight;
  if (object.setup != nullptr) {
    m.step_up_height = object.setup->step_up_height * object.scale;
    m.step_down_height = object.setup->step_down_height * object.scale;
    if (object.setup->allow_free_heading) m.flags |= object_info_flag::kFreeRotate;
  }
  m.physics_state = object.state;
  m.object_id = object.id;
  m.flags |= flags_of_kind(object.weenie);
  return m;
}

PhysicsObject object_of_mover(const Mover& mover, std::uint32_t weenie_bits) {
  PhysicsObject o;
  o.id = mover.object_id;
  o.scale = mover.scale;
  o.own_spheres.assign(mover.spheres.begin(), mover.spheres.begin() + std::clamp(mover.num_spheres, 0, 2));
  o.state = mover.physics_state & ~(physics_state::kStatic | physics_state::kHasPhysicsBsp);
  o.weenie = weenie_bits;
  return o;
}

template <class Rules>
ResolveRequest request_from_body(const Rules& rules, const ResolveBody& body, const Mover& mover,
                                 const Position& to, bool admin_move) {
  [[maybe_unused]] auto scope = rules.enter(Fn::get_object_info);
  ResolveRequest r;
  r.mover = mover;
  r.begin = body.position;
  r.end = to;
  std::uint32_t flags = 0;
  if ((mover.physics_state & physics_state::kEdgeSlide) != 0) flags |= object_info_flag::kEdgeSlide;
  if (admin_move) {
    rules.arm(Arm::get_object_info_admin_move);
  } else {
    if ((body.transient & transient_state::kContact) != 0) {
      r.contact_plane = body.contact_plane;
      r.contact_plane.is_water = (body.transient & transient_state::kWaterContact) != 0;
      const float away = dot_zyx(rules, body.velocity, body.contact_plane.plane.normal);
      if (away > kEpsilon) {
        rules.arm(Arm::get_object_info_leaving, trace::cmp("v·N", away, ">", kEpsilon));
        r.contact = ResolveRequest::Contact::leaving;
      } else {
        r.contact = ResolveRequest::Contact::standing;
        flags |= object_info_flag::kContact;
        const bool walkable = (body.transient & transient_state::kOnWalkable) != 0;
        if (walkable) flags |= object_info_flag::kOnWalkable;
        rules.arm(walkable ? Arm::get_object_info_on_walkable : Arm::get_object_info_in_contact,
                  trace::cmp("v·N", away, "<=", kEpsilon), trace::vec("N", body.contact_plane.plane.normal),
                  trace::id("cell", body.contact_plane.cell_id));
      }
    } else {
      rules.arm(Arm::get_object_info_in_air);
    }
    if ((body.transient & transient_state::kSliding) != 0) {
      rules.arm(Arm::get_object_info_sliding, trace::vec("sliding N", body.sliding_normal));
      r.sliding_normal = body.sliding_normal;
    }
  }
  if ((mover.physics_state & physics_state::kMissile) != 0) {
    rules.arm(Arm::get_object_info_missile);
    flags |= object_info_flag::kPathClipped;
  }
  r.object_info_state = flags | mover.flags;
  r.frames_stationary_fall = frames_from_bits(body.transient);
  return r;
}

template <class Rules>
void commit(const Rules& rules, ResolveBody& body, const ResolveResult& result, const Position& wanted) {
  auto scope = rules.enter(Fn::set_position_internal);
  if (result.velocity_killed) body.velocity = {};
  if (!result.ok) {
    // A plain copy (`set_frame` 0x00514090): `set_rotate` would normalise a second time.
    const Vec3 origin = body.position.frame.origin;
    body.position.frame = wanted.frame;
    body.position.frame.origin = origin;
    rules.arm(Arm::set_position_internal_failed);
    scope(origin);
    return;
  }
  body.position = result.position;
  body.contact_plane = result.contact_plane;
  if (rules.has(Divergence::i32_last_known_written_back) && !result.contact_plane_valid &&
      result.last_known_contact_plane_valid)
    body.contact_plane = result.last_known_contact_plane;
  const Vec3& normal = body.contact_plane.plane.normal;
  const bool walkable = result.contact_plane_valid && is_valid_walkable(rules, normal);
  if (result.contact_plane_valid)
    rules.arm(walkable ? Arm::set_position_internal_on_walkable : Arm::set_position_internal_on_steep,
              trace::cmp("N.z", normal.z, walkable ? ">=" : "<", floor_z(rules)),
              trace::num("d", body.contact_plane.plane.d), trace::id("cell", body.contact_plane.cell_id));
  else
    rules.arm(Arm::set_position_internal_no_contact, trace::vec("plane kept, N", normal));
  std::uint32_t& t = body.transient;
  set_bit(t, transient_state::kContact, result.contact_plane_valid);
  set_bit(t, transient_state::kWaterContact, result.contact_plane.is_water);
  set_bit(t, transient_state::kOnWalkable, walkable);
  body.sliding_normal = result.sliding_normal;
  set_bit(t, transient_state::kSliding, result.sliding_normal_valid);
  t = bits_from_frames(t, result.frames_stationary_fall);
  scope(body.position.frame.origin);
}

template ResolveRequest request_from_body(const Retail&, const ResolveBody&, const Mover&, const Position&,
                                          bool);
template ResolveRequest request_from_body(const Profiled&, const ResolveBody&, const Mover&, const Position&,
                                          bool);
template void commit(const Retail&, ResolveBody&, const ResolveResult&, const Position&);
template void commit(const Profiled&, ResolveBody&, const ResolveResult&, const Position&);

}  // namespace surefoot
