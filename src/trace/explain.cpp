#include "trace/explain.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "trace/blockers.hpp"
#include "trace/plain.hpp"
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
    {Arm::bsp_find_collisions_occupied, "the place is occupied"},
    {Arm::sphere_intersects_sphere_occupied, "a sphere occupies the place"},
    {Arm::cyl_intersects_sphere_occupied, "a cylinder occupies the place"},
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
    {Arm::check_entry_restrictions_refused, "the cell's guard refuses it ({values})"},
    {Arm::check_entry_restrictions_unknown_guard, "the cell's guard is not known: closed ({values})"},
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

bool is_arm(const Event& e, std::initializer_list<Arm> arms) {
  return e.kind == Event::Kind::arm && std::find(arms.begin(), arms.end(), e.arm()) != arms.end();
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

/// Events of the last sub-step that began, or all of them. When nothing was left of that one and the one before ran into
/// something, of the one before: it bent what came after.
std::span<const Event> last_sub_step(const Recorder& recorder) {
  const auto events = recorder.events();
  std::size_t end = events.size();
  std::span<const Event> last = events;
  for (std::size_t i = events.size(); i-- > 0;) {
    if (!is_arm(events[i], {Arm::find_transitional_position_sub_step})) continue;
    const auto stretch = events.subspan(i, end - i);
    if (end != events.size()) {
      const Event* decider = deciding_event(stretch);
      return decider != nullptr && !is_closing(decider->arm()) ? stretch : last;
    }
    last = stretch;
    const bool nothing_left = std::any_of(stretch.begin(), stretch.end(), [](const Event& e) {
      return is_arm(e, {Arm::find_transitional_position_nothing_left});
    });
    if (!nothing_left) return last;
    end = i;
  }
  return last;
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

/// The last arm of a function up to `last`; null when it took none.
const Event* last_arm_of(std::span<const Event> events, Fn fn, const Event* last) {
  const Event* out = nullptr;
  for (const Event& e : events) {
    // A lift goes with any bend of the wish and is none itself.
    const bool is_bend =
        e.kind == Event::Kind::arm && info(e.arm()).fn == fn && e.arm() != Arm::adjust_offset_lift;
    if (is_bend) out = &e;
    if (&e == last) break;
  }
  return out;
}

/// Whether `e` was taken inside a call of `fn`.
bool is_inside(std::span<const Event> events, Fn fn, const Event* e) {
  int open = 0;
  for (const Event& o : events) {
    if (&o == e) break;
    if (o.kind != Event::Kind::arm && o.fn() == fn) open += o.kind == Event::Kind::enter ? 1 : -1;
  }
  return open > 0;
}

/// The attempts' end, when all of them slid on and none was left.
const Event* used_up_after(std::span<const Event> events, const Event* e) {
  const Event* out = nullptr;
  bool undone = false;
  for (const Event& o : events) {
    if (&o > e && is_arm(o, {Arm::transitional_insert_out_of_attempts})) out = &o;
    undone = undone || is_arm(o, {Arm::validate_transition_undone});
  }
  return undone ? out : nullptr;
}

/// The step down that found ground and refused it, when that was the last one before `e`.
const Event* refused_ground(std::span<const Event> events, const Event* e) {
  const Event* down = last_arm_of(events, Fn::step_down, e);
  return down != nullptr && is_arm(*down, {Arm::step_down_does_not_fit, Arm::step_down_unsupported})
             ? down
             : nullptr;
}

/// The deciding event, or how the sub-step was closed; null when nothing was recorded. Four are put down to what they come
/// from: nothing left to what bent the wish, a slide cut short at an edge to the edge, an edge nobody knows to the ground
/// that was refused, and a slide that only led into the next surface to the attempts it used up.
const Event* decision(const Recorder& recorder) {
  const auto events = last_sub_step(recorder);
  const Event* e = deciding_event(events);
  if (e == nullptr) return closing_event(events);
  const Event* from = nullptr;
  if (is_arm(*e, {Arm::find_transitional_position_nothing_left}))
    from = last_arm_of(events, Fn::adjust_offset, e);
  else if (is_arm(*e, {Arm::slide_sphere_too_short, Arm::slide_sphere_squeezed}) &&
           is_inside(events, Fn::precipice_slide, e))
    from = last_arm_of(events, Fn::precipice_slide, e);
  else if (is_arm(*e, {Arm::precipice_slide_no_edge, Arm::edge_slide_nothing_known}))
    from = refused_ground(events, e);
  else if (is_arm(*e, {Arm::slide_sphere_crease, Arm::slide_sphere_same_direction,
                       Arm::sphere_slide_foot_crease, Arm::sphere_slide_foot_same_direction}))
    from = used_up_after(events, e);
  return from != nullptr ? from : e;
}

std::size_t index_of(const Recorder& recorder, const Event& e) {
  return static_cast<std::size_t>(&e - recorder.events().data());
}

/// What was met when `e` was taken: what its own cell says it met, else what answered last before.
std::optional<Blocker> met_at(const Recorder& recorder, const Event& e) {
  const std::size_t at = index_of(recorder, e);
  int inside = 0;  // calls of find_collisions that are open at the event
  for (std::size_t i = 0; i < at; ++i) {
    const Event& o = recorder.events()[i];
    if (o.kind == Event::Kind::arm || o.fn() != Fn::find_collisions) continue;
    inside += o.kind == Event::Kind::enter ? 1 : -1;
  }
  std::optional<Blocker> out;
  for (const Blocker& b : find_blockers(recorder)) {
    if (b.event > at && inside == 0) break;
    out = b;
    if (b.event > at) break;
  }
  return out;
}

/// The steepness the decision was about: the last one compared up to it.
std::optional<float> slope_at(const Recorder& recorder, const Event& e) {
  for (std::size_t i = index_of(recorder, e) + 1; i-- > 0;) {
    const Event& o = recorder.events()[i];
    if (o.kind != Event::Kind::arm) continue;
    if (o.arm() == Arm::find_transitional_position_sub_step) break;
    for (const TraceValue& v : recorder.values(o)) {
      if (std::string_view(v.name) == "N.z") return slope_of(v.number);
    }
  }
  return std::nullopt;
}

std::string reason_of(const Recorder& recorder, const Event* e) {
  if (e == nullptr) return {};
  const auto events = last_sub_step(recorder);
  const auto took = [&](Arm arm) {
    return std::any_of(events.begin(), events.end(), [&](const Event& o) { return is_arm(o, {arm}); });
  };
  Moment moment;
  if (const auto b = met_at(recorder, *e)) {
    moment.thing = print_thing(*b);
    if (b->normal) moment.thing_slope = slope_of(*b->normal);
  }
  moment.slope = slope_at(recorder, *e);
  std::string out = plain_words(e->arm(), moment);
  const bool head_on = is_arm(*e, {Arm::slide_sphere_too_short, Arm::sphere_slide_foot_too_short});
  if (head_on && took(Arm::step_up_failed)) out += ", and it cannot step up on it";
  if (took(Arm::find_transitional_position_nothing_left) && info(e->arm()).fn == Fn::adjust_offset)
    out += ", and nothing of its step is left";
  return out;
}

/// "It wanted to go 93 cm and did not move"
std::string outcome(const ResolveRequest& request, const ResolveResult& result) {
  if (!request.begin) return result.ok ? "It is set down" : "It is not set down";
  if (request.begin->cell_id == 0 || request.end.cell_id == 0 || result.position.cell_id == 0)
    return "It did not move";
  const float wanted = length(get_offset(*request.begin, request.end));
  const float moved = length(get_offset(*request.begin, result.position));
  if (wanted == 0.0F) return "It stood still";
  const std::string wish = "It wanted to go " + plain_length(wanted);
  if (!result.ok || moved < 0.001F) return wish + " and did not move";
  if (plain_length(wanted) == plain_length(moved)) return wish + " and did";
  return fmt::format("{} and went {}", wish, plain_length(moved));
}

std::string standing(const ResolveResult& result) {
  if (!result.contact_plane_valid) return "It is in the air.";
  const float z = result.contact_plane.plane.normal.z;
  if (z >= kFloorZ) return "It stands on ground it can walk on.";
  return fmt::format("It touches ground too steep to stand on ({:.2f}°; up to {:.2f}° can be walked).",
                     slope_of(z), slope_of(kFloorZ));
}

std::string next_step(const ResolveResult& result) {
  const Vec3& n = result.sliding_normal;
  if (!result.sliding_normal_valid || (n.x == 0.0F && n.y == 0.0F)) return {};
  return fmt::format(" Its next step is bent along the wall to the {}.", plain_direction(n * -1.0F));
}

/// What the body made of it.
std::string aftermath(const Recorder& recorder) {
  std::string out;
  for (const Event& e : recorder.events()) {
    if (e.kind != Event::Kind::arm) continue;
    const Fn fn = info(e.arm()).fn;
    if (fn != Fn::handle_all_collisions && fn != Fn::leave_ground) continue;
    std::string words = plain_words(e.arm(), {});
    if (words.empty()) continue;
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
    if (out.find(words) == std::string::npos) out += " " + words + ".";
  }
  return out;
}

}  // namespace

std::string deciding_rule(const Recorder& recorder) {
  const Event* e = decision(recorder);
  return e == nullptr ? "" : std::string(info(e->arm()).id);
}

std::string plain_reason(const Recorder& recorder) {
  return reason_of(recorder, decision(recorder));
}

Explanation explain(const Recorder& recorder, const ResolveRequest& request, const ResolveResult& result) {
  const auto events = last_sub_step(recorder);
  Explanation out;
  out.rule = deciding_rule(recorder);
  if (const Event* decider = deciding_event(events)) out.chain = tell_chain(recorder, events, decider);
  const std::string reason = plain_reason(recorder);
  out.summary = outcome(request, result) + (reason.empty() ? "" : ": " + reason) + ". ";
  out.summary += standing(result) + next_step(result) + aftermath(recorder);
  return out;
}

Explanation explain_still(const Recorder& recorder) {
  Explanation out;
  for (const Event& e : recorder.events()) {
    if (e.kind != Event::Kind::arm || info(e.arm()).fn != Fn::update_object_internal) continue;
    const std::string words = plain_words(e.arm(), {});
    if (words.empty()) continue;
    out.rule = info(e.arm()).id;
    out.chain = info(e.arm()).meaning;
    out.summary = "It stays where it is: " + words + ".";
  }
  return out;
}

}  // namespace surefoot::trace
