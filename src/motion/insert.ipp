// Inserting the candidate into the cells it overlaps (spec 04 §6.4, §6.5).
#pragma once

#include "motion/transition.hpp"

namespace surefoot {

/// `CTransition::insert_into_cell` 0x00509E70
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::insert_into_cell(const ObjCell* cell, int attempts) {
  if (cell == nullptr) {
    rules.arm(Arm::insert_into_cell_no_cell);
    return TransitionState::Collided;
  }
  auto scope = rules.enter(Fn::insert_into_cell);
  TransitionState result = TransitionState::Ok;
  for (int i = 0; i < attempts; ++i) {
    result = cells.find_collisions(*cell, *this);
    if (result == TransitionState::Ok) {
      rules.arm(Arm::insert_into_cell_clear, trace::id("cell", cell->id));
      return scope(result);
    }
    if (result == TransitionState::Collided) {
      rules.arm(Arm::insert_into_cell_collided, trace::id("cell", cell->id));
      return scope(result);
    }
    if (result == TransitionState::Slid) {
      rules.arm(Arm::insert_into_cell_slid, trace::id("cell", cell->id));
      ci.clear_contact();
    } else {
      rules.arm(Arm::insert_into_cell_adjusted, trace::id("cell", cell->id));
    }
  }
  rules.arm(Arm::insert_into_cell_out_of_attempts,
            trace::count("attempts", static_cast<std::uint32_t>(attempts)));
  return scope(result);
}

/// `CTransition::check_other_cells` 0x0050AE50: the rest of the cell list, then the change of cell.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::check_other_cells(const ObjCell* own) {
  auto scope = rules.enter(Fn::check_other_cells);
  TransitionState result = TransitionState::Ok;
  const ObjCell* new_cell = nullptr;
  build_cell_array(&new_cell);
  // The live array: a nested step-up inside find_collisions may rebuild it.
  for (std::size_t i = 0; i < cell_array.entries.size(); ++i) {
    const ObjCell* c = cell_array.entries[i].cell;
    if (c == nullptr || c == own) continue;
    result = cells.find_collisions(*c, *this);
    if (result == TransitionState::Slid) {
      rules.arm(Arm::check_other_cells_slid, trace::id("cell", c->id));
      ci.clear_contact();
      return scope(result);
    }
    if (result == TransitionState::Collided || result == TransitionState::Adjusted) {
      rules.arm(Arm::check_other_cells_hit, trace::id("cell", c->id));
      return scope(result);
    }
  }
  if (new_cell == nullptr && rules.has(Divergence::openac_sticky_cell))
    new_cell = cells.sticky_cell(*own, sp);
  sp.check_cell = new_cell;
  if (new_cell != nullptr) {
    rules.arm(Arm::check_other_cells_in_cell, trace::id("cell", new_cell->id));
    sp.adjust_check_pos(new_cell->id, rules.has(Divergence::openac_seam_interior));
    return scope(result);
  }
  if (sp.step_down) {
    rules.arm(Arm::check_other_cells_step_down_out);
    return scope(TransitionState::Collided);  // never step down out of the loaded world
  }
  Position p = sp.check_pos;
  if (is_outdoor(p.cell_id)) p.adjust_to_outside();
  if (p.cell_id == 0) {
    rules.arm(Arm::check_other_cells_off_the_map);
    return scope(TransitionState::Collided);
  }
  rules.arm(Arm::check_other_cells_not_loaded, trace::id("cell", p.cell_id));
  sp.adjust_check_pos(p.cell_id);
  sp.set_check_pos(p, nullptr);
  return scope(result);
}

/// `CTransition::build_cell_array` 0x00509EE0
template <class Rules, class Cells>
void Transition<Rules, Cells>::build_cell_array(const ObjCell** new_cell) {
  [[maybe_unused]] auto scope = rules.enter(Fn::find_cell_list);
  sp.hits_interior_cell = false;
  cells.find_cell_list(rules, cell_array, new_cell, sp);
  if constexpr (Rules::kTraced) {
    if (rules.sink() != nullptr) trace_cell_list(new_cell);
  }
}

/// Tells what the list came to; `new_cell` is null where nobody asked which cell the mover is in.
template <class Rules, class Cells>
void Transition<Rules, Cells>::trace_cell_list(const ObjCell** new_cell) {
  std::vector<TraceValue> listed;
  for (const CellEntry& e : cell_array.entries) listed.push_back(trace::id("cell", e.id));
  rules.sink()->arm(Arm::find_cell_list_listed, listed);
  const ObjCell* found = new_cell == nullptr ? nullptr : *new_cell;
  if (found != nullptr)
    rules.arm(found->kind == ObjCell::Kind::env ? Arm::find_cell_list_indoors : Arm::find_cell_list_outdoors,
              trace::id("cell", found->id), trace::vec("foot", sp.global_sphere[0].center));
  else if (new_cell != nullptr)
    rules.arm(Arm::find_cell_list_nowhere, trace::vec("foot", sp.global_sphere[0].center));
}

/// `CTransition::transitional_insert` 0x0050B6F0. The inner budget is the same number: at most attempts² cell
/// tests.
template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::transitional_insert(int attempts) {
  auto scope = rules.enter(Fn::transitional_insert);
  if (sp.check_cell == nullptr) {
    rules.arm(Arm::transitional_insert_no_cell);
    return scope(TransitionState::Ok);
  }
  TransitionState ts = TransitionState::Invalid;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    ts = insert_into_cell(sp.check_cell, attempts);
    if (ts == TransitionState::Collided) {
      rules.arm(Arm::transitional_insert_collided);
      if (!rules.has(Divergence::gdle_keep_neg_poly)) sp.neg_poly_hit = false;
      return scope(ts);
    }
    if (ts == TransitionState::Ok) {
      ts = check_other_cells(sp.check_cell);
      if (ts != TransitionState::Ok) sp.neg_poly_hit = false;
      if (ts == TransitionState::Collided) {
        rules.arm(Arm::transitional_insert_collided_elsewhere);
        return scope(ts);
      }
    } else {
      if (ts == TransitionState::Slid) ci.clear_contact();
      if (ts == TransitionState::Slid || ts == TransitionState::Adjusted) sp.neg_poly_hit = false;
    }
    if (ts != TransitionState::Ok) {
      rules.arm(Arm::transitional_insert_again, trace::count("attempt", static_cast<std::uint32_t>(attempt)));
      continue;
    }

    if (sp.collide) {
      rules.arm(Arm::transitional_insert_land);
      return scope(land(attempts));
    }
    if (sp.neg_poly_hit && !sp.step_down && !sp.step_up) {
      sp.neg_poly_hit = false;
      if (!sp.neg_step_up) {
        rules.arm(Arm::transitional_insert_near_miss_slide, trace::vec("N", sp.neg_collision_normal));
        ts = slide_sphere(sp.global_sphere[0], sp.neg_collision_normal, sp.global_curr_center[0]);
      } else if (!step_up(Vec3(sp.neg_collision_normal))) {
        rules.arm(Arm::transitional_insert_near_miss_no_step);
        ts = step_up_slide();
      } else {
        rules.arm(Arm::transitional_insert_near_miss_step);
      }
      // Whatever ts is, also Collided, also after a good step_up.
      if (!rules.has(Divergence::openac_near_miss_falls_through)) continue;
      if (ts == TransitionState::Collided || ts == TransitionState::Adjusted) return scope(ts);
    }
    if (lost_contact_tail(ts)) return scope(ts);
  }
  rules.arm(Arm::transitional_insert_out_of_attempts,
            trace::count("attempts", static_cast<std::uint32_t>(attempts)));
  return scope(ts);
}

/// Ground still there, or not wanted: done. Lost: look for it below. True = `ts` is the insert's answer.
template <class Rules, class Cells>
bool Transition<Rules, Cells>::lost_contact_tail(TransitionState& ts) {
  // Not in the placement that ends a step down: a search that starts another from its own end would never end.
  const bool goes_on = rules.has(Divergence::edge_steep_contact_continues) &&
                       sp.insert_type == InsertType::Transition &&
                       !is_valid_walkable(ci.contact_plane.plane.normal);
  if (ci.contact_plane_valid && !goes_on) {
    rules.arm(Arm::transitional_insert_in_contact, trace::vec("N", ci.contact_plane.plane.normal));
    ts = TransitionState::Ok;
    return true;
  }
  if (!oi.is(object_info_flag::kContact) || sp.step_down || sp.check_cell == nullptr || !oi.step_down) {
    rules.arm(Arm::transitional_insert_free);
    ts = TransitionState::Ok;
    return true;
  }
  float h = kSmallStep;
  float z = kLandingZ;
  if (oi.is(object_info_flag::kOnWalkable)) {
    z = floor_z();
    h = oi.step_down_height;
  } else if (rules.has(Divergence::openac_full_step_down)) {
    h = oi.step_down_height;
  }
  rules.arm(Arm::transitional_insert_lost_ground, trace::num("step_down_height", h));
  sp.walkable_allowance = z;
  sp.save_check_pos();
  if (probe_down(h, z, rules.has(Divergence::gdle_third_probe) ? 3 : 2)) {
    rules.arm(Arm::transitional_insert_found_ground, trace::vec("N", ci.contact_plane.plane.normal));
    sp.forget_walkable();
    ts = TransitionState::Ok;
    return true;
  }
  return edge_slide(ts, h, z);
}

template <class Rules, class Cells>
bool Transition<Rules, Cells>::probe_down(float& height, float walkable_z, int tries) {
  auto scope = rules.enter(Fn::probe_down);
  const float r0 = sp.global_sphere[0].radius;
  const bool level = rules.has(Divergence::openac_probe_on_equality) && r0 + r0 == height;
  if (sp.num_sphere < 2 && (r0 + r0 < height || level)) {
    // One sphere: a QUARTER of the diameter, one probe.
    rules.arm(Arm::probe_down_one_sphere_clamp, trace::cmp("2r", r0 + r0, "<", height));
    height = r0 * 0.5F;
  }
  if (r0 + r0 > height || (r0 + r0 == height && !level)) {
    rules.arm(Arm::probe_down_whole, trace::num("height", height));
    return scope(step_down(height, walkable_z));
  }
  height = height * 0.5F;
  rules.arm(Arm::probe_down_halves, trace::num("height", height));
  bool found = step_down(height, walkable_z);
  for (int i = 1; i < tries && !found; ++i)
    found = step_down(height, walkable_z);  // starts where the one before ended
  return scope(found);
}

template <class Rules, class Cells>
TransitionState Transition<Rules, Cells>::land(int attempts) {
  auto scope = rules.enter(Fn::land);
  bool reset = false;
  sp.collide = false;
  if (ci.contact_plane_valid && check_walkable(kLandingZ)) {
    sp.backup = sp.insert_type;
    sp.insert_type = InsertType::Placement;
    const TransitionState ts = transitional_insert(attempts);
    sp.insert_type = sp.backup;
    if (ts != TransitionState::Ok) {
      rules.arm(Arm::land_does_not_fit, trace_result(ts));
      reset = true;
    }
  } else {
    rules.arm(Arm::land_nothing_to_stand_on);
    reset = true;
  }
  sp.forget_walkable();
  if (!reset) {
    rules.arm(Arm::land_landed, trace::vec("N", ci.contact_plane.plane.normal));
    return scope(TransitionState::Ok);
  }
  sp.restore_check_pos();
  ci.clear_contact();
  if (ci.last_known_contact_plane_valid) {
    rules.arm(Arm::land_kills_velocity);
    oi.kill_velocity();
    ci.last_known_contact_plane_valid = false;
  } else {
    rules.arm(Arm::land_hard_stop, trace::vec("N", sp.step_up_normal));
    set_collision_normal(sp.step_up_normal);
  }
  return scope(TransitionState::Collided);
}

}  // namespace surefoot
