#include "web/telling.hpp"

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "io/flag_names.hpp"

namespace surefoot::web {

namespace {

Json vec(const Vec3& v) {
  return {v.x, v.y, v.z};
}

Json bits(const Vec3& v) {
  return {format_bits(v.x), format_bits(v.y), format_bits(v.z)};
}

Json quat(const Quat& q) {
  return {q.w, q.x, q.y, q.z};
}

Json quat_bits(const Quat& q) {
  return {format_bits(q.w), format_bits(q.x), format_bits(q.y), format_bits(q.z)};
}

Json plane_bits(const Plane& p) {
  return {format_bits(p.normal.x), format_bits(p.normal.y), format_bits(p.normal.z), format_bits(p.d)};
}

std::string hex(std::uint32_t v) {
  return fmt::format("0x{:08X}", v);
}

Json names(std::uint32_t word, std::span<const io::FlagName> of) {
  Json out = Json::array();
  for (const io::FlagName& n : of) {
    if ((word & n.bit) != 0) out.push_back(n.name);
  }
  return out;
}

Vec3 in_base(const Vec3& v, CellId cell, CellId base) {
  return cell == 0 ? v : v + get_block_offset(base, cell);
}

/// A plane kept in the block of its cell, and a point of it where it is drawn.
Json tell_plane(const ContactPlane& c, CellId base) {
  const Plane& p = c.plane;
  return {{"normal", vec(p.normal)},
          {"d", p.d},
          {"cell", c.cell_id},
          {"point", vec(in_base(p.normal * -p.d, c.cell_id, base))},
          {"water", c.is_water}};
}

float water_under(const World& world, const Position& p) {
  const LandCell* cell = world.land_cell(p.cell_id);
  return cell == nullptr ? 0.0F : get_water_depth(*cell, p.frame.origin);
}

Json tell_state(const ResolveBody& b, const World& world, CellId base) {
  Json j{{"cell", b.position.cell_id},
         {"position", vec(b.position.frame.origin)},
         {"bits", bits(b.position.frame.origin)},
         {"at", vec(in_base(b.position.frame.origin, b.position.cell_id, base))},
         {"rotation", quat(b.position.frame.q)},
         {"heading", b.position.frame.get_heading()},
         {"velocity", vec(b.velocity)},
         {"transient", b.transient},
         {"flags", names(b.transient, io::transient_names())},
         {"water", water_under(world, b.position)},
         {"contact", nullptr},
         {"sliding", nullptr}};
  if ((b.transient & transient_state::kContact) != 0) j["contact"] = tell_plane(b.contact_plane, base);
  if ((b.transient & transient_state::kSliding) != 0) j["sliding"] = vec(b.sliding_normal);
  return j;
}

Json kinds(std::uint32_t weenie_bits) {
  constexpr io::FlagName kKinds[] = {{"creature", weenie::kCreature},
                                     {"player", weenie::kPlayer},
                                     {"pk", weenie::kPk},
                                     {"pklite", weenie::kPkLite},
                                     {"impenetrable", weenie::kImpenetrable}};
  return names(weenie_bits, kKinds);
}

Json member_json(const PhysicsObject& o, const Position& at) {
  Json spheres = Json::array();
  for (const Sphere& s : o.spheres())
    spheres.push_back(
        {format_bits(s.center.x), format_bits(s.center.y), format_bits(s.center.z), format_bits(s.radius)});
  return {{"id", hex(o.id)},
          {"cell", hex(at.cell_id)},
          {"frame", {{"origin", bits(at.frame.origin)}, {"quaternion", quat_bits(at.frame.q)}}},
          {"scale", format_bits(o.scale)},
          {"state", names(o.state, io::physics_state_names())},
          {"kind", kinds(o.weenie)},
          {"shape", {{"spheres", spheres}}}};
}

}  // namespace

Json tell_place(const Position& p, CellId base) {
  return vec(in_base(p.frame.origin, p.cell_id, base));
}

Json tell_brief(const scenario::StepRecord& s, CellId base) {
  const Position& p = s.body.position;
  return {{"at", tell_place(p, base)},
          {"rotation", quat(p.frame.q)},
          {"cell", p.cell_id},
          {"transient", s.body.transient},
          {"moved", s.moved},
          {"tried", s.tried},
          {"ok", s.ok}};
}

Json tell_tick(const scenario::StepRecord& s, const World& world, CellId base) {
  Json j = tell_state(s.body, world, base);
  j["tick"] = s.tick;
  j["ok"] = s.ok;
  j["tried"] = s.tried;
  j["moved"] = s.moved;
  j["in_world"] = s.in_world;
  j["collision"] = s.collision_normal_valid ? vec(s.collision_normal) : Json();
  j["touched"] = s.touched;
  j["jump_refusal"] = s.jump_refusal;
  return j;
}

Json tell_body(const Body& b, const World& world, CellId base) {
  Json j = tell_state(b, world, base);
  j["tick"] = -1;
  j["ok"] = true;
  j["tried"] = false;
  j["moved"] = 0;
  j["in_world"] = b.in_world;
  j["collision"] = nullptr;
  j["touched"] = Json::array();
  j["jump_refusal"] = 0;
  return j;
}

Json tell_mover(const Mover& m) {
  Json spheres = Json::array();
  for (int i = 0; i < m.num_spheres; ++i) {
    const Sphere& s = m.spheres[static_cast<std::size_t>(i)];
    spheres.push_back({s.center.x * m.scale, s.center.y * m.scale, s.center.z * m.scale, s.radius * m.scale});
  }
  if (spheres.empty()) spheres.push_back({0.0F, 0.0F, kDummySphereRadius, kDummySphereRadius});
  return {
      {"spheres", spheres}, {"step_up_height", m.step_up_height}, {"step_down_height", m.step_down_height}};
}

Json tell_member(const Take& take, std::size_t member, CellId base) {
  Json out = Json::array();
  Position before = take.beginning(member).position;
  for (const auto& members : take.crowd_steps()) {
    const MemberAt& m = members[member];
    const bool somewhere = before.cell_id != 0 && m.position.cell_id != 0;
    out.push_back({{"at", tell_place(m.position, base)},
                   {"rotation", quat(m.position.frame.q)},
                   {"cell", m.position.cell_id},
                   {"transient", m.transient},
                   {"moved", somewhere ? length(get_offset(before, m.position)) : 0.0F},
                   {"tried", m.step.tried},
                   {"ok", m.step.ok}});
    before = m.position;
  }
  return out;
}

Json tell_sightings(const std::map<std::uint32_t, std::vector<Sighting>>& all, CellId base) {
  Json out = Json::array();
  for (const auto& [tick, changed] : all) {
    for (const Sighting& s : changed)
      out.push_back({{"tick", tick},
                     {"id", s.id},
                     {"at", tell_place(s.position, base)},
                     {"rotation", quat(s.position.frame.q)},
                     {"state", s.state},
                     {"present", s.present}});
  }
  return out;
}

Json tell_traced(const Traced& t, CellId base) {
  Json j{{"tick", t.tick},
         {"tried", t.tried},
         {"rule", t.why.rule},
         {"summary", t.why.summary},
         {"chain", t.why.chain}};
  if (!t.tried) return j;
  j["from"] = t.request.begin ? tell_place(*t.request.begin, base) : Json();
  j["to"] = tell_place(t.request.end, base);
  j["reached"] = tell_place(t.reached, base);
  j["ok"] = t.ok;
  return j;
}

Json tell_error(const Error& e) {
  return {{"code", to_string(e.code)}, {"message", e.message}, {"where", e.where}};
}

Json body_fields(const Body& b, bool moving) {
  Json j{{"cell", hex(b.position.cell_id)}, {"position", bits(b.position.frame.origin)}};
  const Quat& q = b.position.frame.q;
  if (q.w != 1.0F || q.x != 0.0F || q.y != 0.0F || q.z != 0.0F) j["rotation"] = quat_bits(q);
  j["velocity"] = bits(b.velocity);
  if (moving) {
    j["omega"] = bits(b.omega);
    j["cached_velocity"] = bits(b.cached_velocity);
    j["acceleration"] = bits(b.acceleration);
  }
  j["transient"] = names(b.transient, io::transient_names());
  if (b.has(transient_state::kContact))
    j["contact_plane"] = {{"plane", plane_bits(b.contact_plane.plane)},
                          {"cell", hex(b.contact_plane.cell_id)},
                          {"water", b.contact_plane.is_water}};
  if (b.has(transient_state::kSliding)) j["sliding_normal"] = bits(b.sliding_normal);
  return j;
}

Json mover_fields(const Mover& m, std::uint32_t object_info_state) {
  Json j;
  Json spheres = Json::array();
  for (int i = 0; i < m.num_spheres; ++i) {
    const Sphere& s = m.spheres[static_cast<std::size_t>(i)];
    spheres.push_back(
        {format_bits(s.center.x), format_bits(s.center.y), format_bits(s.center.z), format_bits(s.radius)});
  }
  j["spheres"] = spheres;
  if (m.scale != 1.0F) j["scale"] = format_bits(m.scale);
  j["step_up_height"] = format_bits(m.step_up_height);
  j["step_down_height"] = format_bits(m.step_down_height);
  constexpr std::uint32_t kOfTheBody = object_info_flag::kContact | object_info_flag::kOnWalkable;
  j["flags"] = names(object_info_state & ~kOfTheBody, io::object_info_names());
  j["state"] = names(m.physics_state, io::physics_state_names());
  if (m.target_id != 0) j["target"] = hex(m.target_id);
  return j;
}

Json with_crowd(const Json& world, const std::vector<PhysicsObject>& members,
                const std::vector<Position>& places, const std::vector<std::size_t>& order,
                std::size_t left_out) {
  Json out = world;
  if (!world.is_object())
    out = {
        {"format", "surefoot-world/1"}, {"name", "a crowd as it stood"}, {"include", Json::array({world})}};
  Json& objects = out["objects"];
  if (!objects.is_array()) objects = Json::array();
  for (const std::size_t i : order) {
    // Who fell out of the world stands nowhere.
    if (i != left_out && places[i].cell_id != 0) objects.push_back(member_json(members[i], places[i]));
  }
  return out;
}

Json moment_of(const Traced& t, const std::string& name, const Json& world, const Profile& profile) {
  const ResolveRequest& r = t.request;
  Body b;
  if (r.begin) b.position = *r.begin;
  b.transient = r.object_info_state & (transient_state::kContact | transient_state::kOnWalkable);
  b.contact_plane = r.contact_plane;
  if (r.contact != ResolveRequest::Contact::standing) b.transient = 0;
  if (r.sliding_normal) {
    b.transient |= transient_state::kSliding;
    b.sliding_normal = *r.sliding_normal;
  }
  Json j{{"format", "surefoot-scenario/1"},
         {"name", fmt::format("{}-tick-{}", name, t.tick)},
         {"about", "One resolve, copied from the viewer: " + t.why.summary},
         {"world", world}};
  const auto ids = profile.ids();
  if (!ids.empty()) j["profile"] = ids;
  j["mover"] = mover_fields(r.mover, r.object_info_state);
  j["body"] = body_fields(b, false);
  if (r.contact == ResolveRequest::Contact::leaving)
    j["body"]["last_known_contact_plane"] = {{"plane", plane_bits(r.contact_plane.plane)},
                                             {"cell", hex(r.contact_plane.cell_id)},
                                             {"water", r.contact_plane.is_water}};
  if (r.frames_stationary_fall != 0) j["body"]["frames_stationary_fall"] = r.frames_stationary_fall;
  j["inputs"] =
      Json::array({{{"target", bits(r.end.frame.origin)}, {"to_cell", hex(r.end.cell_id)}, {"ticks", 1}}});
  j["expect"] = Json::array({{{"at", "end"}, {"field", "rule"}, {"eq", t.why.rule}}});
  return j;
}

}  // namespace surefoot::web
