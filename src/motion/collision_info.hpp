// What a resolve has touched so far (spec 04 §1.2, §3).
#pragma once

#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "world/object.hpp"

namespace surefoot {

/// A surface stood on: its plane in the block coordinates of `cell_id`.
struct ContactPlane {
  Plane plane;
  CellId cell_id = 0;
  bool is_water = false;
};

/// What of it a resolve hands back. Every value keeps its last content when its `valid` flag is cleared: some
/// rules read it then, and retail's write-back copies it.
struct ContactState {
  bool last_known_contact_plane_valid = false;
  ContactPlane last_known_contact_plane;  ///< of the last sub-step that ended in contact
  bool contact_plane_valid = false;
  ContactPlane contact_plane;  ///< surface rested on now
  bool sliding_normal_valid = false;
  Vec3 sliding_normal;  ///< horizontal, unit or zero
  bool collision_normal_valid = false;
  Vec3 collision_normal;  ///< unit or zero
  bool collided_with_environment = false;
  int frames_stationary_fall = 0;  ///< 0..3
};

struct CollisionInfo : ContactState {
  std::vector<const PhysicsObject*> collide_objects;  ///< touched objects, in order, each once
  const PhysicsObject* last_collided_object = nullptr;

  /// Every field, values too (a fresh Transition, spec 04 §1); keeps the list's memory.
  void reset() {
    static const ContactState kFresh;
    static_cast<ContactState&>(*this) = kFresh;
    collide_objects.clear();
    last_collided_object = nullptr;
  }

  /// 0x00509D60: the fields retail's `init` resets.
  void init() {
    last_known_contact_plane_valid = false;
    contact_plane_valid = false;
    contact_plane.cell_id = 0;
    sliding_normal_valid = false;
    collision_normal_valid = false;
    collide_objects.clear();
    last_collided_object = nullptr;
    collided_with_environment = false;
    frames_stationary_fall = 0;
  }

  /// 0x00509D80: does not touch the cell id.
  void set_contact_plane(const Plane& plane, bool is_water) {
    contact_plane_valid = true;
    contact_plane.plane = plane;
    contact_plane.is_water = is_water;
  }
  /// The same with the cell, which all its callers store right after.
  void set_contact(const Plane& plane, CellId cell_id, bool is_water) {
    set_contact_plane(plane, is_water);
    contact_plane.cell_id = cell_id;
  }
  /// Normal of the ground a slide follows: the last-known plane serves even when its valid flag is false.
  [[nodiscard]] const Vec3& ground_normal() const {
    return contact_plane_valid ? contact_plane.plane.normal : last_known_contact_plane.plane.normal;
  }
  void clear_contact() {
    contact_plane_valid = false;
    contact_plane.is_water = false;
  }
  /// 0x0050A000: a vector shorter than kEpsilon is stored as zero and stays valid.
  void set_collision_normal(const Vec3& n) {
    collision_normal_valid = true;
    collision_normal = n;
    if (normalize_check_small(collision_normal)) collision_normal = {};
  }
  /// 0x0050A060: flattened to the horizontal first. `validate_transition` is the only in-resolve caller.
  void set_sliding_normal(const Vec3& n) {
    sliding_normal_valid = true;
    sliding_normal = {n.x, n.y, 0.0F};
    if (normalize_check_small(sliding_normal)) sliding_normal = {};
  }
  /// 0x006B4E20: nothing at all for an object already listed.
  void add_object(const PhysicsObject& object, TransitionState ts) {
    for (const PhysicsObject* o : collide_objects) {
      if (o == &object) return;
    }
    collide_objects.push_back(&object);
    if (ts != TransitionState::Ok) last_collided_object = &object;
  }

  /// 0x0050E850: both the last-known and the current plane.
  void init_contact_plane(const ContactPlane& c) {
    last_known_contact_plane_valid = contact_plane_valid = true;
    last_known_contact_plane.plane = contact_plane.plane = c.plane;
    last_known_contact_plane.cell_id = contact_plane.cell_id = c.cell_id;
    last_known_contact_plane.is_water = contact_plane.is_water = c.is_water;
  }
  /// 0x0050E8E0: the id goes to the CURRENT plane's cell, as in the client.
  void init_last_known_contact_plane(const ContactPlane& c) {
    last_known_contact_plane_valid = true;
    last_known_contact_plane.plane = c.plane;
    last_known_contact_plane.is_water = c.is_water;
    contact_plane.cell_id = c.cell_id;
  }
  /// 0x0050FF20
  void init_sliding_normal(const Vec3& n) { set_sliding_normal(n); }
};

}  // namespace surefoot
