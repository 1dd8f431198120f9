#include "motion/sphere_path.hpp"

#include <algorithm>

namespace surefoot {

void SpherePath::init_sphere(std::span<const Sphere> spheres, float scale) {
  num_sphere = static_cast<int>(std::min<std::size_t>(spheres.size(), 2));
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    local_sphere[i] = {spheres[i].center * scale, scale * spheres[i].radius};
  const Sphere& foot = local_sphere[0];
  local_low_point = {foot.center.x, foot.center.y, foot.center.z - foot.radius};
}

void SpherePath::init_path(const ObjCell* cell, const Position* begin, const Position& end) {
  begin_cell = cell;
  has_begin_pos = begin != nullptr;
  if (begin != nullptr) begin_pos = *begin;
  end_pos = end;
  curr_pos = begin != nullptr ? *begin : end;
  curr_cell = cell;
  cache_global_curr_center();
  insert_type = begin != nullptr ? InsertType::Transition : InsertType::Placement;
}

void SpherePath::cache_global_curr_center() {
  const auto& m = curr_pos.frame.m;
  const Vec3& o = curr_pos.frame.origin;
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
    const Vec3& c = local_sphere[i].center;
    global_curr_center[i] = {((c.x * m[0] + c.y * m[3]) + c.z * m[6]) + o.x,
                             ((m[7] * c.z + c.x * m[1]) + m[4] * c.y) + o.y,
                             ((m[8] * c.z + m[5] * c.y) + m[2] * c.x) + o.z};
  }
}

void SpherePath::cache_global_sphere() {
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

void SpherePath::cache_global_sphere(const Vec3& offset) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    global_sphere[i].center = global_sphere[i].center + offset;
  global_low_point = global_low_point + offset;
}

void SpherePath::cache_localspace_sphere(const Position& p, float scale) {
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

void SpherePath::set_check_pos(const Position& p, const ObjCell* cell) {
  check_pos = p;
  check_cell = cell;
  cache_global_sphere();
}

void SpherePath::add_offset_to_check_pos(const Vec3& offset) {
  check_pos.frame.origin = check_pos.frame.origin + offset;
  cache_global_sphere(offset);
}

void SpherePath::adjust_check_pos(CellId cell_id) {
  if (is_outdoor(cell_id)) {
    const Vec3 o = get_block_offset(cell_id, check_pos.cell_id);
    cache_global_sphere(o);
    check_pos.frame.origin = check_pos.frame.origin + o;
  }
  check_pos.cell_id = cell_id;
}

void SpherePath::save_check_pos() {
  backup_cell = check_cell;
  backup_check_pos = check_pos;
}

void SpherePath::restore_check_pos() {
  set_check_pos(backup_check_pos, backup_cell);
}

void SpherePath::set_collide(const Vec3& normal) {
  collide = true;
  save_check_pos();
  step_up_normal = normal;
  walk_interp = 1.0F;
}

void SpherePath::set_walkable(const Sphere& sphere, const PolygonView& poly, const Vec3& up,
                              const Position& pos, float scale) {
  walkable_check_pos = sphere;
  walkable = poly;
  walkable_up = up;
  walkable_pos = pos;
  walkable_scale = scale;
}

void SpherePath::set_neg_poly_hit(bool with_step_up, const Vec3& normal) {
  neg_step_up = with_step_up;
  neg_poly_hit = true;
  neg_collision_normal = -normal;
}

}  // namespace surefoot
