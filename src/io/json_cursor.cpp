// Reading a tree of JSON with a place for every error.
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/det_math.hpp"
#include "core/float_bits.hpp"
#include "io/json.hpp"

namespace surefoot::io {

namespace {

const char* kind_name(Json::Kind k) {
  constexpr const char* kNames[] = {"null", "a boolean", "a number", "a string", "a list", "an object"};
  return kNames[static_cast<int>(k)];
}

const Json kNull;

}  // namespace

std::string Cursor::pointer() const {
  return pointer_;
}

std::optional<Cursor> Cursor::get(const char* key) const {
  if (!is_object()) {
    if (!is_null())
      error(ErrorCode::wrong_type, fmt::format("expected an object, found {}", kind_name(value_->kind)));
    return std::nullopt;
  }
  const Json* v = value_->find(key);
  if (v == nullptr) return std::nullopt;
  return Cursor(*v, *errors_, pointer_ + "/" + escape_pointer(key));
}

Cursor Cursor::at(const char* key) const {
  if (auto c = get(key)) return *c;
  error(ErrorCode::missing_field, fmt::format("\"{}\" is missing", key));
  return Cursor(kNull, *errors_, pointer_ + "/" + escape_pointer(key));
}

Cursor Cursor::item(std::size_t i) const {
  return Cursor(i < value_->items.size() ? value_->items[i] : kNull, *errors_,
                fmt::format("{}/{}", pointer_, i));
}

std::vector<std::pair<std::string, Cursor>> Cursor::members() const {
  std::vector<std::pair<std::string, Cursor>> out;
  if (!is_object())
    error(ErrorCode::wrong_type, fmt::format("expected an object, found {}", kind_name(value_->kind)));
  for (const auto& [k, v] : value_->members)
    out.emplace_back(k, Cursor(v, *errors_, pointer_ + "/" + escape_pointer(k)));
  return out;
}

std::vector<Cursor> Cursor::list() const {
  if (!is_array())
    error(ErrorCode::wrong_type, fmt::format("expected a list, found {}", kind_name(value_->kind)));
  std::vector<Cursor> out;
  out.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) out.push_back(item(i));
  return out;
}

void Cursor::only(std::initializer_list<std::string_view> keys) const {
  for (const auto& [k, v] : value_->members) {
    bool known = k.rfind("x-", 0) == 0;
    for (const std::string_view key : keys) known = known || key == k;
    if (!known) {
      errors_->add(ErrorCode::unknown_field,
                   fmt::format("unknown field \"{}\" (fields of your own start with \"x-\")", k),
                   pointer_ + "/" + escape_pointer(k));
    }
  }
}

float Cursor::as_float() const {
  std::optional<float> f;
  if (is_number()) f = parse_decimal(value_->text);
  if (is_string()) f = parse_float_text(value_->text);
  if (f) return *f;
  if (is_string())
    error(ErrorCode::bad_value,
          fmt::format("\"{}\" is no number (a decimal, \"0x3f800000\" bits, \"1/30\", \"nan\" or \"inf\")",
                      value_->text));
  else
    error(ErrorCode::wrong_type, fmt::format("expected a number, found {}", kind_name(value_->kind)));
  return 0.0F;
}

float Cursor::as_finite() const {
  const float f = as_float();
  if (std::isfinite(f)) return f;
  error(ErrorCode::bad_value, fmt::format("must be finite, found {}", format_float(f)));
  return 0.0F;
}

std::uint32_t Cursor::as_u32() const {
  if (is_number() || is_string()) {
    if (const auto u = parse_u32(value_->text)) return *u;
    error(ErrorCode::bad_value,
          fmt::format("\"{}\" is no id (an integer below 2^32 or \"0x…\")", value_->text));
  } else {
    error(ErrorCode::wrong_type, fmt::format("expected an id, found {}", kind_name(value_->kind)));
  }
  return 0;
}

std::int64_t Cursor::as_integer(std::int64_t lo, std::int64_t hi) const {
  std::int64_t v = 0;
  const std::string& t = value_->text;
  const auto r = std::from_chars(t.data(), t.data() + t.size(), v);
  if (!is_number() || r.ec != std::errc{} || r.ptr != t.data() + t.size()) {
    error(ErrorCode::wrong_type,
          fmt::format("expected an integer, found {}", is_number() ? t : kind_name(value_->kind)));
    return lo;
  }
  if (v < lo || v > hi) {
    error(ErrorCode::bad_value, fmt::format("{} is not within {} to {}", v, lo, hi));
    return lo;
  }
  return v;
}

bool Cursor::as_bool() const {
  if (value_->kind == Json::Kind::boolean) return value_->boolean;
  error(ErrorCode::wrong_type, fmt::format("expected true or false, found {}", kind_name(value_->kind)));
  return false;
}

const std::string& Cursor::as_string() const {
  if (!is_string())
    error(ErrorCode::wrong_type, fmt::format("expected a string, found {}", kind_name(value_->kind)));
  return value_->text;
}

template <std::size_t N>
std::array<float, N> Cursor::floats(const char* shape) const {
  std::array<float, N> out{};
  if (!is_array() || size() != N) {
    error(ErrorCode::wrong_type, fmt::format("expected {}", shape));
    return out;
  }
  for (std::size_t i = 0; i < N; ++i) out[i] = item(i).as_finite();
  return out;
}

Vec3 Cursor::as_vec3() const {
  const auto f = floats<3>("[x, y, z]");
  return {f[0], f[1], f[2]};
}

Vec3 Cursor::as_point() const {
  const auto f = floats<3>("[x, y, z]");
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (!(std::fabs(f[i]) <= kMaxCoordinate))
      item(i).error(ErrorCode::bad_value,
                    fmt::format("{} is beyond the limit of {} m", format_float(f[i]), kMaxCoordinate));
  }
  return {f[0], f[1], f[2]};
}

Plane Cursor::as_plane() const {
  const auto f = floats<4>("[nx, ny, nz, d]");
  return {{f[0], f[1], f[2]}, f[3]};
}

Sphere Cursor::as_sphere() const {
  const auto f = floats<4>("[x, y, z, radius]");
  if (f[3] < 0.0F) item(3).error(ErrorCode::bad_value, "a radius must not be negative");
  return {{f[0], f[1], f[2]}, f[3]};
}

Frame Cursor::as_frame() const {
  Frame frame;
  only({"origin", "rotation", "quaternion", "yaw_degrees", "matrix"});
  if (const auto o = get("origin")) frame.origin = o->as_point();
  const auto rotation = get("rotation");
  const auto yaw = get("yaw_degrees");
  const auto matrix = get("matrix");
  const auto quaternion = get("quaternion");
  if ((rotation ? 1 : 0) + (yaw ? 1 : 0) + (matrix ? 1 : 0) + (quaternion ? 1 : 0) > 1)
    error(ErrorCode::bad_value, "give one of \"rotation\", \"quaternion\", \"yaw_degrees\" and \"matrix\"");
  if (rotation) {
    const auto q = rotation->floats<4>("[w, x, y, z]");
    if (!failed() && !frame.set_rotate(q[0], q[1], q[2], q[3]))
      rotation->error(ErrorCode::bad_value, "not a rotation: the quaternion has no length");
  } else if (quaternion) {
    const auto q = quaternion->floats<4>("[w, x, y, z]");
    frame.q = {q[0], q[1], q[2], q[3]};
    frame.cache();
    if (!failed() && !frame.is_valid())
      quaternion->error(ErrorCode::bad_value,
                        "not a rotation: the quaternion must have length 1 (its square within 0.001)");
  } else if (yaw) {
    const double half = static_cast<double>(yaw->as_finite()) * kRadPerDeg * 0.5;
    frame.set_rotate(static_cast<float>(det::cos(half)), 0.0F, 0.0F, static_cast<float>(det::sin(half)));
  } else if (matrix) {
    frame.m = matrix->floats<9>("nine numbers, the images of the local x, y and z axes");
    if (!failed() && !is_rotation(frame.m))
      matrix->error(ErrorCode::bad_value,
                    "not a rotation: the axes must be perpendicular, of length 1 and right-handed");
    if (!failed()) frame.q = quat_from_matrix(frame.m);
  }
  return frame;
}

bool is_rotation(const std::array<float, 9>& m) {
  std::array<std::array<double, 3>, 3> row{};
  for (std::size_t i = 0; i < 9; ++i) row[i / 3][i % 3] = static_cast<double>(m[i]);
  const auto dot = [&](std::size_t a, std::size_t b) {
    return row[a][0] * row[b][0] + row[a][1] * row[b][1] + row[a][2] * row[b][2];
  };
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = a; b < 3; ++b) {
      // Written so that a NaN is refused too.
      if (!(std::fabs(dot(a, b) - (a == b ? 1.0 : 0.0)) <= kMatrixTolerance)) return false;
    }
  }
  const double det = row[0][0] * (row[1][1] * row[2][2] - row[1][2] * row[2][1]) -
                     row[0][1] * (row[1][0] * row[2][2] - row[1][2] * row[2][0]) +
                     row[0][2] * (row[1][0] * row[2][1] - row[1][1] * row[2][0]);
  return det > 0.0;
}

Quat quat_from_matrix(const std::array<float, 9>& m) {
  std::array<double, 9> d{};
  for (std::size_t i = 0; i < 9; ++i) d[i] = static_cast<double>(m[i]);
  // Four times the square of each component; the largest is the safe divisor. The signs follow Frame::cache:
  // m[1] − m[3] = 4wz, m[1] + m[3] = 4xy, and so on.
  const std::array<double, 4> squares{1.0 + d[0] + d[4] + d[8], 1.0 + d[0] - d[4] - d[8],
                                      1.0 - d[0] + d[4] - d[8], 1.0 - d[0] - d[4] + d[8]};
  std::size_t k = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (squares[i] > squares[k]) k = i;
  }
  const double four = 2.0 * std::sqrt(squares[k]);  // four times that component
  std::array<double, 4> q{};
  switch (k) {
    case 0:
      q = {four / 4.0, (d[5] - d[7]) / four, (d[6] - d[2]) / four, (d[1] - d[3]) / four};
      break;
    case 1:
      q = {(d[5] - d[7]) / four, four / 4.0, (d[1] + d[3]) / four, (d[2] + d[6]) / four};
      break;
    case 2:
      q = {(d[6] - d[2]) / four, (d[1] + d[3]) / four, four / 4.0, (d[5] + d[7]) / four};
      break;
    default:
      q = {(d[1] - d[3]) / four, (d[2] + d[6]) / four, (d[5] + d[7]) / four, four / 4.0};
      break;
  }
  return {static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
          static_cast<float>(q[3])};
}

}  // namespace surefoot::io
