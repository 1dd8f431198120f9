// The spheres on their way: begin, end, last accepted and candidate position (spec 04 §1.3, §4).
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "core/error.hpp"
#include "core/lanes.hpp"
#include "core/sums.hpp"
#include "motion/collision_info.hpp"
#include "shape/polygon.hpp"
#include "world/cells.hpp"

namespace surefoot {

struct TurnedCentres;

/// What a path always writes before it reads it: a new path does not clear it (TransitionData::reset).
struct SpherePathScratch {
  std::array<Sphere, 2> global_sphere;      ///< by `set_check_pos`, with which each search begins
  Vec3 global_low_point;                    ///< the same
  std::array<Vec3, 2> global_curr_center;   ///< by `init_path`
  std::array<Sphere, 2> localspace_sphere;  ///< by `cache_localspace_sphere`, before each use
  std::array<Vec3, 2> localspace_curr_center;
  Position localspace_pos;
  Vec3 localspace_z;  ///< world up in the local axes

  Position check_pos;         ///< by `set_check_pos`, with which each search begins; candidate
  Position curr_pos;          ///< by `init_path`; last accepted
  Position backup_check_pos;  ///< by `save_check_pos`, before each `restore_check_pos`

  Sphere walkable_check_pos;  ///< by `set_walkable`; all looked at when there is a `walkable` only
  Vec3 walkable_up;
  Position walkable_pos;
  float walkable_scale = 1.0F;
};

/// The rest of a path, all of it fresh for each resolve.
struct SpherePathState {
  int num_sphere = 0;                  ///< 1 or 2; sphere 0 is the foot, sphere 1 the head
  std::array<Sphere, 2> local_sphere;  ///< body axes, scaled
  Vec3 local_low_point;

  const ObjCell* begin_cell = nullptr;
  const Position* begin_pos = nullptr;  ///< the request's; null: a placement
  const Position* end_pos = nullptr;    ///< the request's
  const ObjCell* curr_cell = nullptr;
  const ObjCell* check_cell = nullptr;

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
  bool obstruction_ethereal = false;
  bool hits_interior_cell = false;
  bool bldg_check = false;
  float walkable_allowance = 0.0F;  ///< least normal.z the polygon tests accept
  PolygonView walkable;             ///< last walkable polygon, or empty
  bool check_walkable = false;      ///< a support probe is running
  bool neg_poly_hit = false;
  bool neg_step_up = false;
  Vec3 neg_collision_normal;
  bool placement_allows_sliding = true;
  const Position* localspace_of = nullptr;  ///< what `localspace_pos` is a copy of, if it lasts
  const Error* damage = nullptr;  ///< of a part of a prepared world that was met: the resolve is refused
};

/// "Global" values of the candidate (`global_sphere`, `global_low_point`, `check_pos`) are in the block of
/// `check_pos.cell_id`; those of the last accepted place (`global_curr_center`, `curr_pos`) in that of
/// `curr_pos.cell_id`.
struct SpherePath : SpherePathScratch, SpherePathState {
  [[nodiscard]] std::span<const Sphere> global_spheres() const {
    return {global_sphere.data(), static_cast<std::size_t>(num_sphere)};
  }

  /// 0x0050C670: at most two spheres count.
  void init_sphere(std::span<const Sphere> spheres, float scale);
  /// 0x0050CE20; without a begin position this is a placement. Both outlive the path.
  void init_path(const ObjCell* cell, const Position* begin, const Position& end);
  /// 0x0050C740
  void cache_global_curr_center();
  void store_curr_center(const TurnedCentres& c);
  void store_global_sphere(const TurnedCentres& c);
  /// 0x0050C810, from `check_pos`
  void cache_global_sphere();
  /// 0x0050C810 with an offset: shifts what is cached
  void cache_global_sphere(const Vec3& offset);
  /// 0x0050C9D0: the spheres in the axes of `p`, divided by `scale`. `lasting`: `p` is there, unchanged, until the resolve
  /// is over.
  template <class Rules>
  void cache_localspace_sphere(const Rules& rules, const Position& p, float scale, bool lasting = false);
  /// Whose axes those are.
  void remember_localspace(const Position& p, bool lasting);
  /// 0x0050A8B0
  void set_check_pos(const Position& p, const ObjCell* cell);
  /// The candidate becomes the last accepted place. Its own spheres stay as they are cached.
  void accept_check_pos();
  /// The same, and `check_pos_from_curr`.
  void accept_and_go_on();
  /// The candidate starts where the path begins, which has just been initialised.
  void check_pos_from_begin() {
    check_pos = curr_pos;
    check_cell = curr_cell;
  }
  /// The candidate starts again from the last accepted place.
  void check_pos_from_curr() { set_check_pos(curr_pos, curr_cell); }
  /// 0x00509D10, 0x00536A60
  void add_offset_to_check_pos(const Vec3& offset);
  /// 0x0050CC00: re-anchors at an outdoor cell; an interior cell only takes the id.
  /// `always`: an interior one too (divergence `openac_seam_interior`).
  void adjust_check_pos(CellId cell_id, bool always = false);
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

/// The foot's centre, the head's and the lowest point, a lane each, turned by a frame and moved to its origin. The client
/// adds the products in more than one order.
struct TurnedCentres {
  Lanes ax, ay, az;  ///< x·m0 + y·m3 first
  Lanes bx, bz;      ///< x: z·m6 + x·m0 first; z: z·m8 + y·m5 first

  TurnedCentres(const Frame& f, const std::array<Sphere, 2>& s, const Vec3& low) {
    const Lanes x{s[0].center.x, s[1].center.x, low.x, 0.0F};
    const Lanes y{s[0].center.y, s[1].center.y, low.y, 0.0F};
    const Lanes z{s[0].center.z, s[1].center.z, low.z, 0.0F};
    const auto& m = f.m;
    const Lanes x0 = x * m[0];
    const Lanes y3 = y * m[3];
    const Lanes z6 = z * m[6];
    ax = ((x0 + y3) + z6) + f.origin.x;
    bx = ((z6 + x0) + y3) + f.origin.x;
    ay = ((z * m[7] + x * m[1]) + y * m[4]) + f.origin.y;
    const Lanes x2 = x * m[2];
    const Lanes y5 = y * m[5];
    const Lanes z8 = z * m[8];
    az = ((z8 + x2) + y5) + f.origin.z;
    bz = ((z8 + y5) + x2) + f.origin.z;
  }
};

inline void SpherePath::init_path(const ObjCell* cell, const Position* begin, const Position& end) {
  begin_cell = cell;
  begin_pos = begin;
  end_pos = &end;
  curr_pos = begin != nullptr ? *begin : end;
  curr_cell = cell;
  const TurnedCentres c(curr_pos.frame, local_sphere, local_low_point);
  store_curr_center(c);
  store_global_sphere(c);  // for `check_pos_from_begin`
  insert_type = begin != nullptr ? InsertType::Transition : InsertType::Placement;
}

inline void SpherePath::cache_global_curr_center() {
  store_curr_center(TurnedCentres(curr_pos.frame, local_sphere, local_low_point));
}

inline void SpherePath::store_curr_center(const TurnedCentres& c) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    global_curr_center[i] = {c.ax[i], c.ay[i], c.bz[i]};
}

inline void SpherePath::cache_global_sphere() {
  store_global_sphere(TurnedCentres(check_pos.frame, local_sphere, local_low_point));
}

inline void SpherePath::store_global_sphere(const TurnedCentres& c) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    global_sphere[i] = {{c.ax[i], c.ay[i], c.az[i]}, local_sphere[i].radius};
  global_low_point = {c.bx[2], c.ay[2], c.az[2]};
}

inline void SpherePath::cache_global_sphere(const Vec3& offset) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i)
    global_sphere[i].center = global_sphere[i].center + offset;
  global_low_point = global_low_point + offset;
}

template <class Rules>
void SpherePath::cache_localspace_sphere(const Rules& rules, const Position& p, float scale, bool lasting) {
  if (sums_xyz(rules)) {
    const float k = 1.0F / scale;
    for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
      localspace_sphere[i] = {localtolocal(rules, p, check_pos, local_sphere[i].center) * k,
                              k * local_sphere[i].radius};
      localspace_curr_center[i] = localtolocal(rules, p, curr_pos, local_sphere[i].center) * k;
    }
    remember_localspace(p, lasting);
    return;
  }
  // Lanes: foot and head at the candidate, foot and head at the last accepted place; each goes through
  // `p.localtolocal(…)`, sum by sum.
  const auto& a = check_pos.frame;
  const auto& b = curr_pos.frame;
  const Lanes x{local_sphere[0].center.x, local_sphere[1].center.x, local_sphere[0].center.x,
                local_sphere[1].center.x};
  const Lanes y{local_sphere[0].center.y, local_sphere[1].center.y, local_sphere[0].center.y,
                local_sphere[1].center.y};
  const Lanes z{local_sphere[0].center.z, local_sphere[1].center.z, local_sphere[0].center.z,
                local_sphere[1].center.z};
  const auto turned = [&](std::size_t i) {
    return (two_lanes(a.m[i + 3], b.m[i + 3]) * y + two_lanes(a.m[i], b.m[i]) * x) +
           two_lanes(a.m[i + 6], b.m[i + 6]) * z;
  };
  const Vec3 to_a = get_block_offset(p.cell_id, check_pos.cell_id);
  const Vec3 to_b = get_block_offset(p.cell_id, curr_pos.cell_id);
  const Lanes dx = (two_lanes(to_a.x, to_b.x) + (turned(0) + two_lanes(a.origin.x, b.origin.x))) -
                   all_lanes(p.frame.origin.x);
  const Lanes dy = (two_lanes(to_a.y, to_b.y) + (turned(1) + two_lanes(a.origin.y, b.origin.y))) -
                   all_lanes(p.frame.origin.y);
  const Lanes dz = (two_lanes(to_a.z, to_b.z) + (turned(2) + two_lanes(a.origin.z, b.origin.z))) -
                   all_lanes(p.frame.origin.z);
  const auto& m = p.frame.m;
  const Lanes k = all_lanes(1.0F / scale);
  const auto local = [&](std::size_t i) {
    return ((all_lanes(m[i + 2]) * dz + all_lanes(m[i]) * dx) + all_lanes(m[i + 1]) * dy) * k;
  };
  const Lanes lx = local(0);
  const Lanes ly = local(3);
  const Lanes lz = local(6);
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_sphere); ++i) {
    localspace_sphere[i] = {{lx[i], ly[i], lz[i]}, k[0] * local_sphere[i].radius};
    localspace_curr_center[i] = {lx[i + 2], ly[i + 2], lz[i + 2]};
  }
  remember_localspace(p, lasting);
}

inline void SpherePath::remember_localspace(const Position& p, bool lasting) {
  if (lasting && localspace_of == &p) return;
  localspace_of = lasting ? &p : nullptr;
  localspace_pos = p;
  const auto& m = p.frame.m;
  localspace_z = {(m[1] + m[0]) * 0.0F + m[2], (m[4] + m[3]) * 0.0F + m[5], (m[7] + m[6]) * 0.0F + m[8]};
}

inline void SpherePath::set_check_pos(const Position& p, const ObjCell* cell) {
  check_pos = p;
  check_cell = cell;
  cache_global_sphere();
}

inline void SpherePath::accept_check_pos() {
  curr_pos = check_pos;
  curr_cell = check_cell;
  cache_global_curr_center();
}

inline void SpherePath::accept_and_go_on() {
  curr_pos = check_pos;
  curr_cell = check_cell;
  const TurnedCentres c(check_pos.frame, local_sphere, local_low_point);
  store_curr_center(c);
  store_global_sphere(c);
}

inline void SpherePath::add_offset_to_check_pos(const Vec3& offset) {
  check_pos.frame.origin = check_pos.frame.origin + offset;
  cache_global_sphere(offset);
}

inline void SpherePath::adjust_check_pos(CellId cell_id, bool always) {
  if (is_outdoor(cell_id) || always) {
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
