#include "trace/explain.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "trace/tree.hpp"

namespace surefoot::trace {

namespace {

/// How an arm is told. Arms not listed decide nothing by themselves. `{values}` is replaced by the deciding
/// numbers.
struct Telling {
  Arm arm;
  const char* text;
};

constexpr Telling kTellings[] = {
    {Arm::find_transitional_position_no_begin_cell, "the cell it starts in is not loaded ({values})"},
    {Arm::find_transitional_position_no_move, "the wished position is where it already is"},
    {Arm::adjust_offset_crease_degenerate, "ground and wall leave no direction to go ({values})"},
    {Arm::adjust_offset_crease, "the wish is bent along the crease between ground and wall ({values})"},
    {Arm::adjust_offset_air_slide, "in the air, the part of the wish into the wall is removed ({values})"},
    {Arm::adjust_offset_lift, "the foot was inside its contact plane and is lifted ({values})"},
    {Arm::find_transitional_position_nothing_left, "nothing of the wish is left ({values})"},
    {Arm::find_transitional_position_stationary,
     "blocked while in the air, so the rest of the step is dropped"},
    {Arm::bsp_find_collisions_grounded_foot, "the foot walks into {values}"},
    {Arm::bsp_find_collisions_grounded_head, "the head hits {values}"},
    {Arm::bsp_find_collisions_airborne_foot, "in the air, the foot touches {values}"},
    {Arm::bsp_find_collisions_airborne_head, "in the air, the head hits {values}"},
    {Arm::bsp_find_collisions_landing, "it comes to rest on {values}"},
    {Arm::sphere_intersects_sphere_too_high, "a sphere too high to step on is in the way ({values})"},
    {Arm::sphere_intersects_sphere_grounded_head, "the head hits a sphere"},
    {Arm::sphere_intersects_sphere_land, "in the air, the foot touches a sphere ({values})"},
    {Arm::sphere_intersects_sphere_rest, "it comes to rest on a sphere ({values})"},
    {Arm::sphere_intersects_sphere_rest_too_steep,
     "the side of the sphere is too steep to rest on ({values})"},
    {Arm::sphere_slide_foot_crease, "it slides round a sphere ({values})"},
    {Arm::sphere_slide_foot_too_short, "sliding round a sphere would leave less than 1.41 cm ({values})"},
    {Arm::sphere_slide_foot_opposed, "it is squeezed between a sphere and the ground ({values})"},
    {Arm::sphere_slide_foot_same_direction, "the part into a sphere is removed ({values})"},
    {Arm::sphere_collide_with_point_stopped, "it stops at a sphere ({values})"},
    {Arm::sphere_collide_with_point_clipped, "it is moved back to where it touches a sphere ({values})"},
    {Arm::cyl_intersects_sphere_too_high, "a cylinder too high to step on is in the way ({values})"},
    {Arm::cyl_intersects_sphere_grounded_head, "the head hits a cylinder"},
    {Arm::cyl_intersects_sphere_land, "in the air, the foot touches a cylinder ({values})"},
    {Arm::cyl_intersects_sphere_rest, "it comes to rest on a cylinder's top"},
    {Arm::cyl_collide_with_point_stopped, "it stops at a cylinder ({values})"},
    {Arm::cyl_collide_with_point_clipped, "it is moved back to where it touches a cylinder ({values})"},
    {Arm::collide_with_pt_stopped, "path-clipped, it stops at what it hit ({values})"},
    {Arm::collide_with_pt_clipped, "it is moved back to where it touches ({values})"},
    {Arm::step_up_climbed, "step_up climbed it"},
    {Arm::step_up_failed, "step_up could not climb it"},
    {Arm::step_down_too_steep, "step_down found ground too steep ({values})"},
    {Arm::step_down_unsupported, "step_down found ground that does not carry the body here"},
    {Arm::step_down_does_not_fit, "step_down found ground, but the body does not fit there"},
    {Arm::step_down_no_ground, "step_down found no ground"},
    {Arm::transitional_insert_found_ground, "it is seated on the ground below ({values})"},
    {Arm::edge_slide_walk_off, "edge_slide lets it walk off the edge"},
    {Arm::edge_slide_nothing_known, "edge_slide knows no edge to slide along"},
    {Arm::edge_slide_contact_kept, "edge_slide keeps it on its surface"},
    {Arm::cliff_slide_degenerate, "edge_slide → cliff_slide: no direction along the steep surface"},
    {Arm::cliff_slide_into, "edge_slide → cliff_slide: it faces a rise too steep to walk ({values})"},
    {Arm::cliff_slide_off, "edge_slide → cliff_slide: the part over the drop is removed ({values})"},
    {Arm::precipice_slide_no_edge, "edge_slide → precipice_slide: no edge of the polygon was crossed"},
    {Arm::precipice_slide_edge, "edge_slide → precipice_slide along the polygon's edge ({values})"},
    {Arm::precipice_slide_flipped, "edge_slide → precipice_slide along the polygon's edge ({values})"},
    {Arm::slide_sphere_too_short, "slide_sphere leaves less than 1.41 cm along the wall ({values})"},
    {Arm::slide_sphere_crease, "it slides along the wall ({values})"},
    {Arm::slide_sphere_same_direction, "the part into the surface is removed ({values})"},
    {Arm::slide_sphere_squeezed, "it is squeezed between opposite surfaces ({values})"},
    {Arm::slide_sphere_zero_normal, "a surface without direction puts it half way back"},
    {Arm::land_landed, "it lands ({values})"},
    {Arm::land_hard_stop, "what it touched cannot carry it: a hard stop at the face ({values})"},
    {Arm::land_kills_velocity, "what it touched cannot carry it, and its velocity is taken"},
    {Arm::land_does_not_fit, "the body does not fit where it would land"},
    {Arm::stationary_fall_floor_made_up,
     "blocked in the air for the third time: a floor is made up under it"},
    {Arm::check_other_cells_off_the_map, "that would be off the map"},
    {Arm::check_other_cells_not_loaded, "no loaded cell holds it there ({values})"},
    {Arm::validate_walkable_push_suppressed, "the surface is too steep to be pushed on to ({values})"},
    {Arm::validate_walkable_lifted, "it is lifted on to the ground ({values})"},
    {Arm::transitional_insert_out_of_attempts, "the attempts are used up"},
    {Arm::find_placement_position_inside_something,
     "the place is inside something and it cannot be pushed out"},
    {Arm::find_placement_position_no_room, "there is no room at or around the place"},
    {Arm::find_placement_position_settled, "it settles on the ground below"},
    {Arm::find_placement_position_left_in_air, "there is no ground within the step height below"},
    {Arm::find_placement_pos_on_ring, "it fits on a ring around the place ({values})"},
};

/// Arms that only round a step off: never the deciding one, when anything else was told.
bool is_closing(Arm a) {
  return a == Arm::transitional_insert_out_of_attempts || a == Arm::transitional_insert_found_ground ||
         a == Arm::find_transitional_position_nothing_left ||
         a == Arm::find_transitional_position_stationary || a == Arm::adjust_offset_lift;
}

const Telling* telling_of(Arm arm) {
  for (const Telling& t : kTellings) {
    if (t.arm == arm) return &t;
  }
  return nullptr;
}

/// Events of the last sub-step that began, or all of them.
std::span<const Event> last_sub_step(const Recorder& recorder) {
  const auto events = recorder.events();
  for (std::size_t i = events.size(); i-- > 0;) {
    if (events[i].kind == Event::Kind::arm && events[i].arm() == Arm::find_transitional_position_sub_step)
      return events.subspan(i);
  }
  return events;
}

/// The told arms of a stretch of events that decided its outcome. Inside a step_up, step_down or support
/// probe the client repeats its tests; what those probes met is left out unless the probe itself is told.
std::vector<const Event*> told_events(std::span<const Event> events) {
  std::vector<const Event*> out;
  for (const Event& e : events) {
    if (e.kind == Event::Kind::arm && telling_of(e.arm()) != nullptr) out.push_back(&e);
  }
  return out;
}

const Event* deciding_event(std::span<const Event> events) {
  const auto told = told_events(events);
  for (auto it = told.rbegin(); it != told.rend(); ++it) {
    if (!is_closing((*it)->arm())) return *it;
  }
  return told.empty() ? nullptr : told.back();
}

/// When nothing is worth telling, how the sub-step was closed.
const Event* closing_event(std::span<const Event> events) {
  for (std::size_t i = events.size(); i-- > 0;) {
    if (events[i].kind != Event::Kind::arm) continue;
    const Arm a = events[i].arm();
    if (a == Arm::validate_transition_accepted || a == Arm::validate_transition_no_move ||
        a == Arm::validate_transition_undone || a == Arm::find_placement_pos_at_wish)
      return &events[i];
  }
  return nullptr;
}

std::string tell(const Recorder& recorder, const Event& e) {
  const Telling* t = telling_of(e.arm());
  std::string text = t != nullptr ? t->text : std::string(info(e.arm()).meaning);
  std::string values;
  for (const TraceValue& v : recorder.values(e)) values += (values.empty() ? "" : ", ") + print_value(v);
  const std::size_t at = text.find("{values}");
  if (at != std::string::npos) text.replace(at, 8, values);
  return text;
}

/// The last sub-step as a chain, each arm once, at most four links ending with the deciding one.
std::string tell_chain(const Recorder& recorder, std::span<const Event> events, const Event* decider) {
  constexpr std::size_t kLinks = 4;
  std::vector<const Event*> chain;
  for (const Event* e : told_events(events)) {
    const auto same =
        std::find_if(chain.begin(), chain.end(), [&](const Event* c) { return c->code == e->code; });
    if (same != chain.end()) chain.erase(same);  // the last occurrence counts
    chain.push_back(e);
    if (e == decider) break;
  }
  if (chain.size() > kLinks) chain.erase(chain.begin(), chain.end() - kLinks);
  std::string out;
  for (const Event* e : chain) out += (out.empty() ? "" : "; ") + tell(recorder, *e);
  return out;
}

std::string metres(float v) {
  return fmt::format("{:.4g} m", v);
}

std::string outcome(const ResolveRequest& request, const ResolveResult& result) {
  if (!request.begin) return result.ok ? "placed" : "not placed";
  if (request.begin->cell_id == 0 || request.end.cell_id == 0 || result.position.cell_id == 0)
    return "stopped";
  const float wanted = length(get_offset(*request.begin, request.end));
  const float moved = length(get_offset(*request.begin, result.position));
  if (wanted == 0.0F) return "stood still";
  if (!result.ok || moved < 0.001F)
    return fmt::format("stopped (wanted {}, moved {})", metres(wanted), metres(moved));
  if (result.collision_normal_valid) return fmt::format("slid {} of {}", metres(moved), metres(wanted));
  return fmt::format("moved {} of {}", metres(moved), metres(wanted));
}

std::string what_next(const ResolveResult& result) {
  std::string out;
  if (result.sliding_normal_valid) {
    const Vec3& n = result.sliding_normal;
    if (n.x == 0.0F && n.y == 0.0F)
      out += "; the next step is not bent by a wall (the collision normal is vertical)";
    else
      out += fmt::format("; the next step slides along the wall facing ({:.3g}, {:.3g})", n.x, n.y);
  }
  if (result.contact_plane_valid) {
    const float z = result.contact_plane.plane.normal.z;
    out += z >= kFloorZ
               ? "; it stands on walkable ground"
               : fmt::format("; it touches ground too steep to stand on (N.z {:.4g} < {:.4g})", z, kFloorZ);
  } else {
    out += "; it is in the air";
  }
  return out;
}

}  // namespace

std::string deciding_rule(const Recorder& recorder) {
  const auto events = last_sub_step(recorder);
  const Event* e = deciding_event(events);
  if (e == nullptr) e = closing_event(events);
  return e == nullptr ? "" : std::string(info(e->arm()).id);
}

Explanation explain(const Recorder& recorder, const ResolveRequest& request, const ResolveResult& result) {
  const auto events = last_sub_step(recorder);
  const Event* decider = deciding_event(events);
  Explanation out;
  out.rule = deciding_rule(recorder);
  const std::string chain = decider != nullptr ? tell_chain(recorder, events, decider) : "nothing in its way";
  out.summary = outcome(request, result) + ": " + chain + what_next(result) + ".";
  return out;
}

}  // namespace surefoot::trace
