#include "trace/plain.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/constants.hpp"
#include "core/det_math.hpp"
#include "trace/blockers.hpp"

namespace surefoot::trace {

namespace {

/// `{thing}` is what was met, with its slope where it is ground; `{slope}` how steep the ground in question is.
struct Words {
  Arm arm;
  const char* text;
};

constexpr Words kWords[] = {
    {Arm::find_transitional_position_no_begin_cell, "the place it starts from is not loaded"},
    {Arm::find_transitional_position_no_move, "it is already where it wants to be"},
    {Arm::find_transitional_position_nothing_left, "the surfaces it follows leave nothing of the step"},
    {Arm::find_transitional_position_stationary, "it is blocked while it falls"},
    {Arm::find_transitional_position_path_clipped, "it flies, and stops at the first thing it hits"},
    {Arm::adjust_offset_crease_degenerate, "ground and wall leave no direction to go"},
    {Arm::adjust_offset_crease, "it can only follow the line where the wall meets the ground"},
    {Arm::adjust_offset_air_slide, "in the air, the part of its step into the wall is taken away"},
    {Arm::adjust_offset_project, "it presses into the ground it stands on"},
    {Arm::adjust_offset_snap, "it follows the ground it stands on"},
    {Arm::bsp_find_collisions_occupied, "the place is taken by {thing}"},
    {Arm::sphere_intersects_sphere_occupied, "the place is taken by {thing}"},
    {Arm::cyl_intersects_sphere_occupied, "the place is taken by {thing}"},
    {Arm::bsp_find_collisions_grounded_foot, "its feet meet {thing}"},
    {Arm::bsp_find_collisions_grounded_head, "its head meets {thing}"},
    {Arm::bsp_find_collisions_airborne_foot, "in the air its feet touch {thing}"},
    {Arm::bsp_find_collisions_airborne_head, "in the air its head hits {thing}"},
    {Arm::bsp_find_collisions_landing, "it comes to rest on {thing}"},
    {Arm::sphere_intersects_sphere_too_high, "{thing} is in its way, too high to step on"},
    {Arm::sphere_intersects_sphere_grounded_head, "its head meets {thing}"},
    {Arm::sphere_intersects_sphere_land, "in the air its feet touch {thing}"},
    {Arm::sphere_intersects_sphere_rest, "it comes to rest on {thing}"},
    {Arm::sphere_intersects_sphere_rest_too_steep, "the side of {thing} is too steep to rest on"},
    {Arm::sphere_slide_foot_crease, "it slides round {thing}"},
    {Arm::sphere_slide_foot_too_short,
     "it runs straight into {thing}: too little of the step is left to slide round it"},
    {Arm::sphere_slide_foot_opposed, "it is squeezed between {thing} and the ground"},
    {Arm::sphere_slide_foot_same_direction, "{thing} takes the part of its step that goes into it"},
    {Arm::sphere_collide_with_point_stopped, "it stops at {thing}"},
    {Arm::sphere_collide_with_point_clipped, "it is moved back to where it touches {thing}"},
    {Arm::cyl_intersects_sphere_too_high, "{thing} is in its way, too high to step on"},
    {Arm::cyl_intersects_sphere_grounded_head, "its head meets {thing}"},
    {Arm::cyl_intersects_sphere_land, "in the air its feet touch {thing}"},
    {Arm::cyl_intersects_sphere_rest, "it comes to rest on top of {thing}"},
    {Arm::cyl_collide_with_point_stopped, "it stops at {thing}"},
    {Arm::cyl_collide_with_point_clipped, "it is moved back to where it touches {thing}"},
    {Arm::collide_with_pt_stopped, "it stops at {thing}"},
    {Arm::collide_with_pt_clipped, "it is moved back to where it touches {thing}"},
    {Arm::step_up_climbed, "it steps up on to {thing}"},
    {Arm::step_up_failed, "{thing} is too high to step up on, or has no room for it"},
    {Arm::step_down_too_steep, "the ground there is too steep to stand on{slope}"},
    {Arm::step_down_unsupported, "the ground there does not carry it"},
    {Arm::step_down_does_not_fit, "there is ground, but no room to stand on it"},
    {Arm::step_down_no_ground, "there is no ground within reach below"},
    {Arm::transitional_insert_found_ground, "nothing is in its way, and the ground carries it on"},
    {Arm::transitional_insert_out_of_attempts,
     "it is wedged: each way along one surface leads into another ({thing} was the last)"},
    {Arm::edge_slide_walk_off, "it walks off the edge"},
    {Arm::edge_slide_nothing_known, "it would lose the ground, and knows no edge to slide along"},
    {Arm::edge_slide_contact_kept, "it keeps to the surface it is on"},
    {Arm::cliff_slide_degenerate, "the steep ground gives it no direction to slide"},
    {Arm::cliff_slide_into, "the ground ahead is too steep to walk{slope}"},
    {Arm::cliff_slide_off, "the ground falls off too steeply{slope}, and it may not walk over the edge"},
    {Arm::precipice_slide_no_edge, "it would lose the ground, and crossed none of its edges"},
    {Arm::precipice_slide_edge, "the ground ends here, and it slides along the edge"},
    {Arm::precipice_slide_flipped, "the ground ends here, and it slides along the edge"},
    {Arm::slide_sphere_too_short,
     "it runs straight into {thing}: too little of the step is left to slide along it"},
    {Arm::slide_sphere_crease, "it slides along {thing}"},
    {Arm::slide_sphere_same_direction, "{thing} takes the part of its step that goes into it"},
    {Arm::slide_sphere_squeezed, "it is squeezed between {thing} and a surface that faces it"},
    {Arm::slide_sphere_zero_normal, "it is put half way back"},
    {Arm::land_landed, "it lands"},
    {Arm::land_hard_stop, "what it touched cannot carry it, and it stops there"},
    {Arm::land_kills_velocity, "what it touched cannot carry it, and it loses its speed"},
    {Arm::land_does_not_fit, "it has no room where it would land"},
    {Arm::stationary_fall_floor_made_up, "blocked in the air for the third time, it is given a floor"},
    {Arm::check_entry_restrictions_refused, "the owner of the house there does not let it in"},
    {Arm::check_entry_restrictions_unknown_guard,
     "the house there has an owner nobody knows, and stays closed"},
    {Arm::check_other_cells_off_the_map, "that would be off the map"},
    {Arm::check_other_cells_not_loaded, "the world is not loaded there"},
    {Arm::validate_walkable_push_suppressed, "the surface under it is too steep to be pushed on to{slope}"},
    {Arm::validate_walkable_lifted, "the ground lifts it"},
    {Arm::validate_transition_accepted, "nothing is in its way"},
    {Arm::validate_transition_undone, "it is blocked"},
    {Arm::find_placement_pos_at_wish, "there is room at the place"},
    {Arm::find_placement_position_inside_something, "the place is inside something"},
    {Arm::find_placement_position_no_room, "there is no room at the place or around it"},
    {Arm::find_placement_position_settled, "it settles on the ground below the place"},
    {Arm::find_placement_position_left_in_air, "there is no ground below the place"},
    {Arm::find_placement_pos_on_ring, "there is room beside the place"},
    {Arm::update_object_internal_asleep, "it is asleep"},
    {Arm::update_object_internal_still, "it would move by at most 0.2 mm, which counts as standing still"},
    {Arm::update_object_internal_no_sphere, "it has no body to move"},
    {Arm::handle_all_collisions_bounces, "its speed into what it hit is turned back"},
    {Arm::handle_all_collisions_stops, "its speed is taken, as it is blocked in the air again"},
    {Arm::handle_all_collisions_inelastic, "it hits, and stops dead"},
    {Arm::handle_all_collisions_flight_ends, "its flight is over"},
    {Arm::leave_ground_walk, "it leaves the ground with the speed of its walk and jump"},
    {Arm::leave_ground_own_velocity, "it leaves the ground with the speed it has"},
};

/// From here on it is a wall, whose slope nobody asks for, degrees.
constexpr float kWall = 80.0F;

std::string steepness(float degrees) {
  // Two slopes that differ in the second decimal may lie on either side of the limit.
  return fmt::format(" ({:.2f}°; up to {:.2f}° can be walked)", degrees, slope_of(kFloorZ));
}

void replace(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string plain_words(Arm arm, const Moment& moment) {
  for (const Words& w : kWords) {
    if (w.arm != arm) continue;
    std::string text = w.text;
    std::string thing = moment.thing.empty() ? "something" : moment.thing;
    if (moment.thing_slope && *moment.thing_slope < kWall) thing += steepness(*moment.thing_slope);
    replace(text, "{thing}", thing);
    replace(text, "{slope}", moment.slope ? steepness(*moment.slope) : std::string{});
    return text;
  }
  return {};
}

std::string plain_length(float metres) {
  const float m = std::fabs(metres);
  if (m == 0.0F) return "0";
  if (m < 0.0005F) return "less than 1 mm";
  if (m < 0.01F) return fmt::format("{:.0f} mm", m * 1000.0F);
  if (m < 1.0F) return fmt::format("{:.3g} cm", m * 100.0F);
  return fmt::format("{:.3g} m", m);
}

std::string plain_direction(const Vec3& v) {
  if (v.x == 0.0F && v.y == 0.0F) return v.z < 0.0F ? "down" : "up";
  static constexpr const char* kNames[] = {"east", "north-east", "north", "north-west",
                                           "west", "south-west", "south", "south-east"};
  constexpr double kEighth = 0.7853981633974483;
  const double angle = det::atan2(static_cast<double>(v.y), static_cast<double>(v.x));
  const auto eighth = static_cast<int>(std::floor(angle / kEighth + 0.5));
  return kNames[static_cast<std::size_t>((eighth + 8) % 8)];
}

}  // namespace surefoot::trace
