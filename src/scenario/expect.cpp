#include "scenario/expect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/float_bits.hpp"

namespace surefoot::scenario {

namespace {

constexpr float kFrozen = 0.001F;

/// What a field reads as: floats, an integer word, a boolean or a text.
using FieldValue = std::variant<std::vector<float>, std::uint32_t, bool, std::string>;

std::vector<float> floats(const Vec3& v) {
  return {v.x, v.y, v.z};
}
std::vector<float> floats(const Plane& p) {
  return {p.normal.x, p.normal.y, p.normal.z, p.d};
}

/// "a.b" reads component b of vector or plane a.
std::optional<FieldValue> component(const std::vector<float>& v, std::string_view part) {
  const bool plane = v.size() == 4;
  if (part == "x" || part == "normal.x") return std::vector<float>{v[0]};
  if (part == "y" || part == "normal.y") return std::vector<float>{v[1]};
  if (part == "z" || part == "normal.z") return std::vector<float>{v[2]};
  if (plane && part == "d") return std::vector<float>{v[3]};
  if (plane && part == "normal") return std::vector<float>{v[0], v[1], v[2]};
  return std::nullopt;
}

std::optional<FieldValue> read_scalar(const StepRecord& s, std::string_view field) {
  if (field == "cell") return s.body.position.cell_id;
  if (field == "loaded_cell") return s.cell_id;
  if (field == "ok") return s.ok;
  if (field == "in_contact") return s.contact_plane_valid;
  if (field == "on_walkable") return s.contact_plane_valid && s.contact_plane.plane.normal.z >= kFloorZ;
  if (field == "sliding") return s.sliding_normal_valid;
  if (field == "collision_normal_valid") return s.collision_normal_valid;
  if (field == "sliding_normal_valid") return s.sliding_normal_valid;
  if (field == "last_known_valid") return s.last_known_contact_plane_valid;
  if (field == "contact_plane_is_water") return s.contact_plane.is_water;
  if (field == "velocity_killed") return s.velocity_killed;
  if (field == "collided_with_environment") return s.collided_with_environment;
  if (field == "transient") return s.body.transient;
  if (field == "physics_state") return s.physics_state;
  if (field == "in_world") return s.in_world;
  if (field == "kept_contact_cell") return s.body.contact_plane.cell_id;
  if (field == "last_collided_object") return s.last_collided_object;
  if (field == "placement") return s.placement;
  if (field == "jump_refusal") return s.jump_refusal;
  if (field == "tried") return s.tried;
  if (field == "touched") return std::vector<float>{static_cast<float>(s.touched.size())};
  if (field == "object_info_state") return s.object_info_state;
  if (field == "contact_plane_cell") return s.contact_plane.cell_id;
  if (field == "frames_stationary_fall")
    return std::vector<float>{static_cast<float>(s.frames_stationary_fall)};
  if (field == "moved") return std::vector<float>{s.moved};
  if (field == "rule") return s.rule;
  return std::nullopt;
}

std::optional<FieldValue> read_field(const StepRecord& s, std::string_view field) {
  if (auto v = read_scalar(s, field)) return v;
  struct Named {
    std::string_view name;
    std::vector<float> value;
  };
  const Quat& q = s.body.position.frame.q;
  const Named vectors[] = {{"position", floats(s.body.position.frame.origin)},
                           {"velocity", floats(s.body.velocity)},
                           {"cached_velocity", floats(s.cached_velocity)},
                           {"acceleration", floats(s.acceleration)},
                           {"omega", floats(s.omega)},
                           {"contact_plane", floats(s.contact_plane.plane)},
                           {"kept_contact_plane", floats(s.body.contact_plane.plane)},
                           {"last_known_contact_plane", floats(s.last_known_contact_plane.plane)},
                           {"collision_normal", floats(s.collision_normal)},
                           {"sliding_normal", floats(s.sliding_normal)}};
  if (field == "rotation") return std::vector<float>{q.w, q.x, q.y, q.z};
  const std::pair<std::string_view, float> turned[] = {
      {"rotation.w", q.w}, {"rotation.x", q.x}, {"rotation.y", q.y}, {"rotation.z", q.z}};
  for (const auto& [name, value] : turned) {
    if (field == name) return std::vector<float>{value};
  }
  for (const Named& n : vectors) {
    if (field == n.name) return n.value;
    if (field.size() > n.name.size() && field.substr(0, n.name.size()) == n.name &&
        field[n.name.size()] == '.')
      return component(n.value, field.substr(n.name.size() + 1));
  }
  return std::nullopt;
}

std::optional<FieldValue> read_field(const CrowdTick& t, std::string_view field) {
  if (field == "overlap") return std::vector<float>{t.overlap};
  if (field == "moving") return std::vector<float>{static_cast<float>(t.moving)};
  if (field == "farthest") return std::vector<float>{t.farthest};
  return std::nullopt;
}

/// `min_plane_distance(nx,ny,nz,d; sphere)`: least distance of that sphere's centre from the plane over the
/// steps.
Expected<float> min_plane_distance(std::string_view arguments, const io::Scenario& scenario,
                                   const std::vector<StepRecord>& steps) {
  std::vector<float> numbers;
  while (!arguments.empty()) {
    const std::size_t end = arguments.find_first_of(",;");
    std::string_view token = arguments.substr(0, end);
    while (!token.empty() && token.front() == ' ') token.remove_prefix(1);
    while (!token.empty() && token.back() == ' ') token.remove_suffix(1);
    const auto f = parse_float_text(token);
    if (!f) return fail(ErrorCode::bad_value, fmt::format("\"{}\" is no number", token));
    numbers.push_back(*f);
    arguments = end == std::string_view::npos ? std::string_view{} : arguments.substr(end + 1);
  }
  if (numbers.size() != 5 || !(numbers[4] == 0.0F || numbers[4] == 1.0F))
    return fail(ErrorCode::bad_value, "min_plane_distance takes nx, ny, nz, d; sphere (0 or 1)");
  const Plane plane{{numbers[0], numbers[1], numbers[2]}, numbers[3]};
  const Sphere& sphere = scenario.mover.spheres[static_cast<std::size_t>(numbers[4])];
  float least = std::numeric_limits<float>::infinity();
  for (const StepRecord& s : steps) {
    const Vec3 c = s.body.position.frame.localtoglobal(sphere.center * scenario.mover.scale);
    least = std::min(least, plane.dist(c));
  }
  return least;
}

/// Aggregates over the whole run; absent for a per-tick field.
Expected<std::optional<float>> read_aggregate(const io::Expect& e, const io::Scenario& scenario,
                                              const std::vector<StepRecord>& steps) {
  if (e.field == "frozen_run") return std::optional(static_cast<float>(frozen_run(steps)));
  if (e.field == "path_length" || e.field == "max_step") {
    float sum = 0.0F;
    float most = 0.0F;
    for (const StepRecord& s : steps) {
      sum += s.moved;
      most = std::max(most, s.moved);
    }
    return std::optional(e.field == "path_length" ? sum : most);
  }
  constexpr std::string_view kMin = "min_plane_distance(";
  if (e.field.rfind(kMin, 0) == 0 && e.field.back() == ')') {
    const std::string_view inner =
        std::string_view(e.field).substr(kMin.size(), e.field.size() - kMin.size() - 1);
    const auto v = min_plane_distance(inner, scenario, steps);
    if (!v) return tl::unexpected<Error>(v.error());
    return std::optional(*v);
  }
  return std::optional<float>{};
}

std::string show(const FieldValue& v) {
  if (const auto* f = std::get_if<std::vector<float>>(&v)) {
    std::vector<std::string> parts;
    for (const float x : *f) parts.push_back(fmt::format("{} [{}]", format_float(x), format_bits(x)));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  if (const auto* u = std::get_if<std::uint32_t>(&v)) return fmt::format("0x{:X}", *u);
  if (const auto* b = std::get_if<bool>(&v)) return *b ? "true" : "false";
  return fmt::format("\"{}\"", std::get<std::string>(v));
}

const char* op_text(io::ExpectOp op) {
  constexpr const char* kText[] = {"bits", "==", "near", "<", "<=", ">", ">=", "in", "has", "lacks"};
  return kText[static_cast<int>(op)];
}

bool compare_number(io::ExpectOp op, float a, float v) {
  switch (op) {
    case io::ExpectOp::lt:
      return a < v;
    case io::ExpectOp::le:
      return a <= v;
    case io::ExpectOp::gt:
      return a > v;
    case io::ExpectOp::ge:
      return a >= v;
    default:
      return false;
  }
}

/// Does the operator hold? Absent when it does not fit the field.
std::optional<bool> holds(const io::Expect& e, const FieldValue& got) {
  using io::ExpectOp;
  if (e.op == ExpectOp::has || e.op == ExpectOp::lacks) {
    const auto* word = std::get_if<std::uint32_t>(&got);
    if (word == nullptr) return std::nullopt;
    const std::uint32_t bits = std::get<std::uint32_t>(e.value);
    return e.op == ExpectOp::has ? (*word & bits) == bits : (*word & bits) == 0;
  }
  const auto* wanted = std::get_if<std::vector<float>>(&e.value);
  const auto* numbers = std::get_if<std::vector<float>>(&got);
  if (e.op == ExpectOp::eq) {
    if (const auto* b = std::get_if<bool>(&got)) {
      const auto* v = std::get_if<bool>(&e.value);
      return v == nullptr ? std::nullopt : std::optional(*b == *v);
    }
    if (const auto* t = std::get_if<std::string>(&got)) {
      const auto* v = std::get_if<std::string>(&e.value);
      return v == nullptr ? std::nullopt : std::optional(*t == *v);
    }
    if (const auto* word = std::get_if<std::uint32_t>(&got)) {
      if (const auto* v = std::get_if<std::uint32_t>(&e.value)) return *word == *v;
      if (wanted == nullptr || wanted->size() != 1) return std::nullopt;
      return e.integer && *word == *e.integer;
    }
  }
  if (numbers == nullptr) return std::nullopt;
  if (e.op == ExpectOp::eq && std::holds_alternative<std::uint32_t>(e.value))
    return numbers->size() == 1 && to_bits((*numbers)[0]) == std::get<std::uint32_t>(e.value);
  if (wanted == nullptr) return std::nullopt;
  if (e.op == ExpectOp::in)
    return numbers->size() == 1
               ? std::optional((*numbers)[0] >= (*wanted)[0] && (*numbers)[0] <= (*wanted)[1])
               : std::nullopt;
  if (numbers->size() != wanted->size()) return std::nullopt;
  bool all = true;
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    const float a = (*numbers)[i];
    const float v = (*wanted)[i];
    switch (e.op) {
      case ExpectOp::bits:
        all = all && to_bits(a) == to_bits(v);
        break;
      case ExpectOp::eq:
        all = all && a == v;
        break;
      case ExpectOp::near:
        all = all && std::fabs(a - v) <= e.tolerance;
        break;
      default:
        all = all && compare_number(e.op, a, v);
        break;
    }
  }
  return all;
}

std::string show_wanted(const io::Expect& e) {
  std::string out = std::string(op_text(e.op)) + " " + show(e.value);
  if (e.op == io::ExpectOp::near) out += fmt::format(" within {}", format_float(e.tolerance));
  return out;
}

std::string failure_text(const io::Expect& e, const std::string& when, const FieldValue& got) {
  std::string out = fmt::format("{}{} is {}, expected {}", when, e.field, show(got), show_wanted(e));
  if (!e.because.empty()) out += fmt::format(" (because: {})", e.because);
  return out;
}

Error misfit(const io::Expect& e, const std::string& message) {
  return {ErrorCode::bad_value, message, e.pointer};
}

struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
};

Expected<Span> steps_of(const io::Expect& e, std::size_t count) {
  const auto last = count - 1;
  switch (e.at.kind) {
    case io::ExpectAt::Kind::end:
      return Span{last, last};
    case io::ExpectAt::Kind::all:
    case io::ExpectAt::Kind::some:
      return Span{0, last};
    case io::ExpectAt::Kind::tick:
    case io::ExpectAt::Kind::range:
      break;
  }
  if (e.at.last > last) {
    return tl::unexpected<Error>(
        misfit(e, fmt::format("tick {} is beyond the last one, {}", e.at.last, last)));
  }
  return Span{e.at.first, e.at.last};
}

std::string wrong_op(const io::Expect& e) {
  return fmt::format("operator \"{}\" does not fit the field \"{}\"", op_text(e.op), e.field);
}

/// A field looked at tick by tick.
template <class Tick>
Expected<std::string> judge_ticks(const io::Expect& e, const std::vector<Tick>& ticks) {
  const auto span = steps_of(e, ticks.size());
  if (!span) return tl::unexpected<Error>(span.error());
  const bool some = e.at.kind == io::ExpectAt::Kind::some;
  for (std::size_t i = span->first; i <= span->last; ++i) {
    const auto got = read_field(ticks[i], e.field);
    if (!got) return tl::unexpected<Error>(misfit(e, fmt::format("unknown field \"{}\"", e.field)));
    const auto ok = holds(e, *got);
    if (!ok) return tl::unexpected<Error>(misfit(e, wrong_op(e)));
    if (some && *ok) return std::string{};
    if (!some && !*ok) return failure_text(e, fmt::format("tick {}: ", ticks[i].tick), *got);
  }
  return some ? fmt::format("no tick has {} {}", e.field, show_wanted(e)) : std::string{};
}

}  // namespace

std::uint32_t frozen_run(const std::vector<StepRecord>& steps) {
  std::uint32_t longest = 0;
  std::uint32_t run = 0;
  for (const StepRecord& s : steps) {
    run = s.moved < kFrozen ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

Expected<std::string> judge(const io::Expect& e, const io::Scenario& scenario,
                            const std::vector<StepRecord>& steps) {
  const auto aggregate = read_aggregate(e, scenario, steps);
  if (!aggregate) return tl::unexpected<Error>(misfit(e, aggregate.error().message));
  if (*aggregate) {
    const FieldValue got = std::vector<float>{**aggregate};
    const auto ok = holds(e, got);
    if (!ok) return tl::unexpected<Error>(misfit(e, wrong_op(e)));
    return *ok ? std::string{} : failure_text(e, "", got);
  }
  return judge_ticks(e, steps);
}

Expected<std::string> judge(const io::Expect& e, const std::vector<CrowdTick>& ticks) {
  return judge_ticks(e, ticks);
}

}  // namespace surefoot::scenario
