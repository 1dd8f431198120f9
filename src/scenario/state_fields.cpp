#include "scenario/state_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/float_bits.hpp"
#include "io/flag_names.hpp"
#include "session/save.hpp"

namespace surefoot::scenario {

namespace {

StateField field(std::string name, std::vector<float> floats) {
  return {std::move(name), std::move(floats), {}};
}
StateField field(std::string name, const Vec3& v) {
  return field(std::move(name), std::vector<float>{v.x, v.y, v.z});
}
StateField field(std::string name, const Plane& p) {
  return field(std::move(name), std::vector<float>{p.normal.x, p.normal.y, p.normal.z, p.d});
}
StateField field(std::string name, std::string text) {
  return {std::move(name), {}, std::move(text)};
}
StateField field(std::string name, bool b) {
  return field(std::move(name), std::string(b ? "yes" : "no"));
}
template <class T>
StateField field_if(bool in_force, std::string name, const T& value) {
  return in_force ? field(std::move(name), value) : field(std::move(name), std::string("none"));
}
std::string hex(std::uint32_t word) {
  return fmt::format("0x{:08X}", word);
}
std::string numbers(double a) {
  return fmt::format("{}", a);
}

void add_collisions(const CollisionRecords& records, std::vector<StateField>& out) {
  std::vector<std::string> text;
  for (const CollisionRecords::Record& r : records.objects)
    text.push_back(fmt::format("0x{:X} since {}{}", r.object_id, r.touched, r.ethereal ? " (ethereal)" : ""));
  out.push_back(field("touching", fmt::format("{}", fmt::join(text, ", "))));
  out.push_back(field("colliding_with_environment", records.colliding_with_environment));
}

void add_follow(const std::optional<PositionManager>& m, std::vector<StateField>& out) {
  out.push_back(field("follows", m.has_value()));
  out.push_back(field("interpolation_queue", m ? std::to_string(m->interpolation.queue.size()) : "none"));
  out.push_back(field("interpolation_fails", m ? std::to_string(m->interpolation.fail_count) : "none"));
  out.push_back(
      field("constraint_distance", m ? std::vector<float>{m->constraint.distance} : std::vector<float>{}));
}

void add_step(const StepRecord& s, std::vector<StateField>& out) {
  out.push_back(field("resolve.tried", s.tried));
  out.push_back(field("resolve.ok", s.ok));
  out.push_back(field("resolve.cell", hex(s.cell_id)));
  out.push_back(field_if(s.contact_plane_valid, "resolve.contact_plane", s.contact_plane.plane));
  out.push_back(field("resolve.contact_plane_cell", hex(s.contact_plane.cell_id)));
  out.push_back(field_if(s.last_known_contact_plane_valid, "resolve.last_known_contact_plane",
                         s.last_known_contact_plane.plane));
  out.push_back(field_if(s.collision_normal_valid, "resolve.collision_normal", s.collision_normal));
  out.push_back(field_if(s.sliding_normal_valid, "resolve.sliding_normal", s.sliding_normal));
  out.push_back(field("resolve.frames_stationary_fall", std::to_string(s.frames_stationary_fall)));
  out.push_back(field("resolve.object_info_state", hex(s.object_info_state)));
  out.push_back(field("resolve.velocity_killed", s.velocity_killed));
  out.push_back(field("resolve.collided_with_environment", s.collided_with_environment));
  out.push_back(field("resolve.touched", fmt::format("{}", fmt::join(s.touched, ", "))));
  out.push_back(field("resolve.last_collided_object", hex(s.last_collided_object)));
  out.push_back(field("placement", s.placement));
  out.push_back(field("jump_refusal", hex(s.jump_refusal)));
}

}  // namespace

bool same_field(const StateField& a, const StateField& b) {
  if (a.text != b.text || a.floats.size() != b.floats.size()) return false;
  for (std::size_t i = 0; i < a.floats.size(); ++i) {
    if (to_bits(a.floats[i]) != to_bits(b.floats[i])) return false;
  }
  return true;
}

std::string print_field(const StateField& f) {
  if (f.floats.empty()) return f.text;
  std::vector<std::string> decimal;
  std::vector<std::string> bits;
  for (const float v : f.floats) {
    decimal.push_back(format_float(v));
    bits.push_back(fmt::format("{:08X}", to_bits(v)));
  }
  return fmt::format("({}) [{}]", fmt::join(decimal, ", "), fmt::join(bits, " "));
}

std::vector<StateField> state_fields(const Body& b, const StepRecord* step) {
  const Frame& f = b.position.frame;
  const bool contact = b.has(transient_state::kContact);
  std::vector<StateField> out;
  out.push_back(field("position", f.origin));
  out.push_back(field("cell", hex(b.position.cell_id)));
  out.push_back(field("rotation", std::vector<float>{f.q.w, f.q.x, f.q.y, f.q.z}));
  out.push_back(field("velocity", b.velocity));
  out.push_back(field("transient", io::print_flags(b.transient, io::transient_names())));
  out.push_back(field_if(contact, "contact_plane", b.contact_plane.plane));
  out.push_back(field("contact_plane_cell", hex(b.contact_plane.cell_id)));
  out.push_back(field("contact_plane_is_water", b.contact_plane.is_water));
  out.push_back(field_if(b.has(transient_state::kSliding), "sliding_normal", b.sliding_normal));
  out.push_back(field("acceleration", b.acceleration));
  out.push_back(field("omega", b.omega));
  out.push_back(field("cached_velocity", b.cached_velocity));
  out.push_back(field("physics_state", hex(b.mover.physics_state)));
  out.push_back(field("in_world", b.in_world));
  out.push_back(field("update_time", numbers(b.update_time)));
  out.push_back(field("jumped_this_frame", b.jumped_this_frame));
  out.push_back(field("jump_vz", std::vector<float>{b.walk.jump_vz}));
  add_collisions(b.collisions, out);
  add_follow(b.position_manager, out);
  if (step != nullptr) add_step(*step, out);
  // Not in force, and yet kept: a later step may look at them.
  out.push_back(field_if(!contact, "contact_plane (kept)", b.contact_plane.plane));
  out.push_back(field_if(!b.has(transient_state::kSliding), "sliding_normal (kept)", b.sliding_normal));
  return out;
}

std::vector<std::byte> state_bytes(const Body& body, const StepRecord* step) {
  ByteWriter out;
  save_body(out, body);
  std::vector<std::byte> bytes = std::move(out.bytes());
  if (step == nullptr) return bytes;
  std::vector<StateField> fields;
  add_step(*step, fields);
  const auto append = [&](const void* data, std::size_t size) {
    const auto* p = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), p, p + size);
  };
  for (const StateField& f : fields) {
    append(f.floats.data(), f.floats.size() * sizeof(float));
    append(f.text.data(), f.text.size());
  }
  return bytes;
}

}  // namespace surefoot::scenario
