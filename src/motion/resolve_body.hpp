// The part of a body a resolve reads and writes, and retail's two steps around it: set-up and commit (spec 04
// §7).
#pragma once

#include "core/state_hash.hpp"
#include "motion/resolve.hpp"

namespace surefoot {

/// What a body carries from one resolve to the next.
struct ResolveBody {
  Position position;
  Vec3 velocity;                ///< m/s; only decides whether the body leaves its contact plane
  std::uint32_t transient = 0;  ///< TransientState bits
  ContactPlane contact_plane;   ///< in force while Contact is set
  Vec3 sliding_normal;          ///< in force while Sliding is set
};

/// The `frames_stationary_fall` that TransientState bits stand for.
[[nodiscard]] int frames_from_bits(std::uint32_t transient);

/// Appends a body to the hash of a run: cell, position, rotation, velocity, transient.
void hash_body(StateHash& hash, const ResolveBody& body);

/// The ObjectInfo bits that go with weenie bits (`OBJECTINFO::init` 0x0050CF30).
[[nodiscard]] std::uint32_t flags_of_kind(std::uint32_t weenie_bits);
/// What an object is when it moves: the first two spheres of its setup, its step heights times its scale (0.01 m
/// each without a setup), the flags of its kind.
[[nodiscard]] Mover mover_from_object(const PhysicsObject& object);

/// The mover as others meet it: an object of its id, with its spheres and no other shape.
[[nodiscard]] PhysicsObject object_of_mover(const Mover& mover, std::uint32_t weenie_bits);

/// `CPhysicsObj::transition` 0x00512DC0 with `get_object_info` 0x00511CC0 and `check_contact` 0x0050F5B0: the
/// request a body makes to get to `to`. `admin_move` drops contact and sliding.
template <class Rules>
[[nodiscard]] ResolveRequest request_from_body(const Rules& rules, const ResolveBody& body,
                                               const Mover& mover, const Position& to,
                                               bool admin_move = false);
[[nodiscard]] inline ResolveRequest request_from_body(const ResolveBody& body, const Mover& mover,
                                                      const Position& to, bool admin_move = false,
                                                      const Profile* profile = nullptr) {
  return with_rules(profile, nullptr,
                    [&](const auto& rules) { return request_from_body(rules, body, mover, to, admin_move); });
}

/// `CPhysicsObj::SetPositionInternal` 0x00515330, steps 3–9, without collision response: takes position,
/// planes and bits over from a successful resolve, and zeroes a killed velocity. A failed resolve changes the
/// rotation only (04 §7.2 step 5) and, when it was killed, the velocity.
template <class Rules>
void commit(const Rules& rules, ResolveBody& body, const ResolveResult& result, const Position& wanted);
inline void commit(ResolveBody& body, const ResolveResult& result, const Position& wanted,
                   const Profile& profile = {}) {
  with_rules(&profile, nullptr, [&](const auto& rules) { commit(rules, body, result, wanted); });
}

}  // namespace surefoot
