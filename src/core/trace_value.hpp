// A number the solver decided by, with what it was compared to.
#pragma once

#include <cstdint>

#include "core/flags.hpp"
#include "core/vec3.hpp"

namespace surefoot {

struct TraceValue {
  enum class Kind : std::uint8_t { none, number, compared, vector, id, integer, boolean, state };

  const char* name = "";
  Kind kind = Kind::none;
  const char* op = "";   ///< compared: "<", ">=", …
  float number = 0.0F;   ///< number, compared
  float limit = 0.0F;    ///< compared: the right side
  Vec3 vector;           ///< vector
  std::uint32_t id = 0;  ///< id, integer, boolean, state
};

namespace trace {

[[nodiscard]] constexpr TraceValue num(const char* name, float v) {
  return {name, TraceValue::Kind::number, "", v, 0.0F, {}, 0};
}
/// `v op limit`, as the branch tested it (whether or not it held: the arm says which way it went).
[[nodiscard]] constexpr TraceValue cmp(const char* name, float v, const char* op, float limit) {
  return {name, TraceValue::Kind::compared, op, v, limit, {}, 0};
}
[[nodiscard]] constexpr TraceValue vec(const char* name, const Vec3& v) {
  return {name, TraceValue::Kind::vector, "", 0.0F, 0.0F, v, 0};
}
/// A polygon, cell or object id.
[[nodiscard]] constexpr TraceValue id(const char* name, std::uint32_t v) {
  return {name, TraceValue::Kind::id, "", 0.0F, 0.0F, {}, v};
}
[[nodiscard]] constexpr TraceValue count(const char* name, std::uint32_t v) {
  return {name, TraceValue::Kind::integer, "", 0.0F, 0.0F, {}, v};
}

}  // namespace trace

[[nodiscard]] constexpr TraceValue trace_result(TransitionState s) {
  return {"result", TraceValue::Kind::state, "", 0.0F, 0.0F, {}, static_cast<std::uint32_t>(s)};
}
[[nodiscard]] constexpr TraceValue trace_result(bool b) {
  return {"result", TraceValue::Kind::boolean, "", 0.0F, 0.0F, {}, b ? 1U : 0U};
}
[[nodiscard]] constexpr TraceValue trace_result(float f) {
  return trace::num("result", f);
}
[[nodiscard]] constexpr TraceValue trace_result(const Vec3& v) {
  return trace::vec("result", v);
}
[[nodiscard]] constexpr TraceValue trace_result(BoundingType b) {
  return trace::count("result", static_cast<std::uint32_t>(b));
}

}  // namespace surefoot
