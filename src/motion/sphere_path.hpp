// The spheres on their way: begin, end, last accepted and candidate position (spec 04 §1.3, §4).
#pragma once

#include <array>
#include <span>

#include "core/position.hpp"
#include "motion/collision_info.hpp"
#include "shape/polygon.hpp"
#include "world/cells.hpp"

namespace surefoot {

/// "Global" values of the candidate (`global_sphere`, `global_low_point`, `check_pos`) are in the block of
/// `check_pos.cell_id`; those of the last accepted place (`global_curr_center`, `curr_pos`) in that of
/// `curr_pos.cell_id`.
struct SpherePath {
  int num_sphere = 0;                  ///< 1 or 2; sphere 0 is the foot, sphere 1 the head
  std::array<Sphere, 2> local_sphere;  ///< body axes, scaled
  Vec3 local_low_point;
  std::array<Sphere, 2> global_sphere;
  Vec3 global_low_point;
  std::array<Vec3, 2> global_curr_center;
  std::array<Sphere, 2> localspace_sphere;
  std::array<Vec3, 2> localspace_curr_center;
  Position localspace_pos;
  Vec3 localspace_z;  ///< world up in the local axes

  const ObjCell* begin_cell = nullptr;
  bool has_begin_pos = false;
  Position begin_pos;
  Position end_pos;
  const ObjCell* curr_cell = nullptr;
  Position curr_pos;  ///< last accepted
  const ObjCell* check_cell = nullptr;
  Position check_pos;  ///< candidate

  Vec3 global_offset;  ///< displacement of the running sub-step
  bool step_up = false;
  Vec3 step_up_normal;
  bool collide = false;  ///< a landing collision was recorded
  InsertType insert_type = InsertType::Transition;
  InsertType backup = InsertType::Transition;  ///< ONE shared save slot, as in the client
  bool step_down = false;
  float step_down_amt = 0.0F;
  float walk_interp = 1.0F;
  const ObjCell* backup_cell = nullptr;  ///< ONE shared save slot for the candidate
  Position backup_check_pos;
  bool obstruction_ethereal = false;
  bool hits_interior_cell = false;
  bool bldg_check = false;
  float walkable_allowance = 0.0F;  ///< least normal.z the polygon tests accept
  PolygonView walkable;             ///< last walkable polygon, or empty
  Sphere walkable_check_pos;
  Vec3 walkable_up;
  Position walkable_pos;
  float walkable_scale = 1.0F;
  bool check_walkable = false;  ///< a support probe is running
  bool neg_poly_hit = false;
  bool neg_step_up = false;
  Vec3 neg_collision_normal;
  bool placement_allows_sliding = true;

  [[nodiscard]] std::span<const Sphere> global_spheres() const {
    return {global_sphere.data(), static_cast<std::size_t>(num_sphere)};
  }

  /// 0x0050C670: at most two spheres count.
  void init_sphere(std::span<const Sphere> spheres, float scale);
  /// 0x0050CE20; without a begin position this is a placement.
  void init_path(const ObjCell* cell, const Position* begin, const Position& end);
  /// 0x0050C740
  void cache_global_curr_center();
  /// 0x0050C810, from `check_pos`
  void cache_global_sphere();
  /// 0x0050C810 with an offset: shifts what is cached
  void cache_global_sphere(const Vec3& offset);
  /// 0x0050C9D0: the spheres in the axes of `p`, divided by `scale`
  void cache_localspace_sphere(const Position& p, float scale);
  /// 0x0050A8B0
  void set_check_pos(const Position& p, const ObjCell* cell);
  /// The candidate starts again from the last accepted place.
  void check_pos_from_curr() { set_check_pos(curr_pos, curr_cell); }
  /// 0x00509D10, 0x00536A60
  void add_offset_to_check_pos(const Vec3& offset);
  /// 0x0050CC00: re-anchors at an outdoor cell; an interior cell only takes the id.
  void adjust_check_pos(CellId cell_id);
  /// 0x0050A880
  void save_check_pos();
  /// 0x0050B100
  void restore_check_pos();
  /// 0x00509FD0
  [[nodiscard]] Vec3 get_curr_pos_check_pos_block_offset() const {
    return get_block_offset(curr_pos.cell_id, check_pos.cell_id);
  }
  /// 0x005378A0
  void set_collide(const Vec3& normal);
  /// 0x00539FC0
  void set_walkable(const Sphere& sphere, const PolygonView& poly, const Vec3& up, const Position& pos,
                    float scale);
  /// 0x005398E0: stores the NEGATED normal
  void set_neg_poly_hit(bool with_step_up, const Vec3& normal);
  void forget_walkable() { walkable = {}; }
};

}  // namespace surefoot
