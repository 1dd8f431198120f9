// The spheres on their way: begin, end, last accepted and candidate position (spec 04 §1.3, §4).
#pragma once

#include <algorithm>
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

inline void SpherePath::init_sphere(std::span<const Sphere> spheres, float scale) {
  num_sphere = static_cast<int>(std::min<std::size_t>(spheres.size(), 2));
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    local_sphere[i] = {spheres[i].center * scale, scale * spheres[i].radius};
  const Sphere& foot = local_sphere[0];
  local_low_point = {foot.center.x, foot.center.y, foot.center.z - foot.radius};
}

inline void SpherePath::init_path(const ObjCell* cell, const Position* begin, const Position& end) {
  begin_cell = cell;
  has_begin_pos = begin != nullptr;
  if (begin != nullptr) begin_pos = *begin;
  end_pos = end;
  curr_pos = begin != nullptr ? *begin : end;
  curr_cell = cell;
  cache_global_curr_center();
  insert_type = begin != nullptr ? InsertType::Transition : InsertType::Placement;
}

inline void SpherePath::cache_global_curr_center() {
  const auto& m = curr_pos.frame.m;
  const Vec3& o = curr_pos.frame.origin;
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
    const Vec3& c = local_sphere[i].center;
    global_curr_center[i] = {((c.x * m[0] + c.y * m[3]) + c.z * m[6]) + o.x,
                             ((m[7] * c.z + c.x * m[1]) + m[4] * c.y) + o.y,
                             ((m[8] * c.z + m[5] * c.y) + m[2] * c.x) + o.z};
  }
}

inline void SpherePath::cache_global_sphere() {
  const auto& m = check_pos.frame.m;
  const Vec3& o = check_pos.frame.origin;
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
    const Vec3& c = local_sphere[i].center;
    global_sphere[i].radius = local_sphere[i].radius;
    global_sphere[i].center = {((c.x * m[0] + c.y * m[3]) + c.z * m[6]) + o.x,
                               ((m[7] * c.z + c.x * m[1]) + m[4] * c.y) + o.y,
                               ((m[8] * c.z + m[2] * c.x) + m[5] * c.y) + o.z};
  }
  global_low_point = check_pos.frame.localtoglobal(local_low_point);
}

inline void SpherePath::cache_global_sphere(const Vec3& offset) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    global_sphere[i].center = global_sphere[i].center + offset;
  global_low_point = global_low_point + offset;
}

inline void SpherePath::cache_localspace_sphere(const Position& p, float scale) {
  const float k = 1.0F / scale;
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
    localspace_sphere[i] = {p.localtolocal(check_pos, local_sphere[i].center) * k,
                            k * local_sphere[i].radius};
    localspace_curr_center[i] = p.localtolocal(curr_pos, local_sphere[i].center) * k;
  }
  localspace_pos = p;
  const auto& m = p.frame.m;
  localspace_z = {(m[1] + m[0]) * 0.0F + m[2], (m[4] + m[3]) * 0.0F + m[5], (m[7] + m[6]) * 0.0F + m[8]};
}

inline void SpherePath::set_check_pos(const Position& p, const ObjCell* cell) {
  check_pos = p;
  check_cell = cell;
  cache_global_sphere();
}

inline void SpherePath::add_offset_to_check_pos(const Vec3& offset) {
  check_pos.frame.origin = check_pos.frame.origin + offset;
  cache_global_sphere(offset);
}

inline void SpherePath::adjust_check_pos(CellId cell_id) {
  if (is_outdoor(cell_id)) {
    const Vec3 o = get_block_offset(cell_id, check_pos.cell_id);
    cache_global_sphere(o);
    check_pos.frame.origin = check_pos.frame.origin + o;
  }
  check_pos.cell_id = cell_id;
}

inline void SpherePath::save_check_pos() {
  backup_cell = check_cell;
  backup_check_pos = check_pos;
}

inline void SpherePath::restore_check_pos() {
  set_check_pos(backup_check_pos, backup_cell);
}

inline void SpherePath::set_collide(const Vec3& normal) {
  collide = true;
  save_check_pos();
  step_up_normal = normal;
  walk_interp = 1.0F;
}

inline void SpherePath::set_walkable(const Sphere& sphere, const PolygonView& poly, const Vec3& up,
                                     const Position& pos, float scale) {
  walkable_check_pos = sphere;
  walkable = poly;
  walkable_up = up;
  walkable_pos = pos;
  walkable_scale = scale;
}

inline void SpherePath::set_neg_poly_hit(bool with_step_up, const Vec3& normal) {
  neg_step_up = with_step_up;
  neg_poly_hit = true;
  neg_collision_normal = -normal;
}

}  // namespace surefoot
