#include "io/json.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/det_math.hpp"
#include "core/float_bits.hpp"

namespace surefoot::io {

namespace {

std::string escape_pointer(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

/// Builds the tree. Returning false from a callback ends the parse.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}

  Json root;
  std::optional<Error> error;

  bool null() { return put({}); }
  bool boolean(bool v) {
    Json j;
    j.kind = Json::Kind::boolean;
    j.boolean = v;
    return put(std::move(j));
  }
  // The lexer calls a token signed only when it starts with '-', so a signed zero was written "-0".
  bool number_integer(std::int64_t v) { return put_number(v == 0 ? "-0" : std::to_string(v)); }
  bool number_unsigned(std::uint64_t v) { return put_number(std::to_string(v)); }
  bool number_float(double, const std::string& text) { return put_number(text); }
  bool string(std::string& v) {
    Json j;
    j.kind = Json::Kind::string;
    j.text = std::move(v);
    return put(std::move(j));
  }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::Kind::object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::Kind::array); }
  bool end_array() { return close(); }
  bool key(std::string& k) {
    if (open_.back()->find(k) != nullptr) {
      error = Error{ErrorCode::bad_syntax, fmt::format("member \"{}\" stands twice in one object", k),
                    open_pointer() + "/" + escape_pointer(k)};
      return false;
    }
    key_ = std::move(k);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& ex) {
    // nlohmann's text is "[json.exception.parse_error.101] parse error at line 1, column 2: ..." (overflowing
    // numbers come without the middle part); the place goes into `where`, in our form.
    std::string what = ex.what();
    if (const auto bracket = what.find("] "); bracket != std::string::npos) what.erase(0, bracket + 2);
    if (what.rfind("parse error at ", 0) == 0) {
      if (const auto colon = what.find(": "); colon != std::string::npos) what.erase(0, colon + 2);
    }
    error = Error{ErrorCode::bad_syntax, "not valid JSON: " + what, place_of(position)};
    return false;
  }

 private:
  Json* place(Json&& j) {
    if (open_.empty()) {
      root = std::move(j);
      return &root;
    }
    Json& parent = *open_.back();
    if (parent.kind == Json::Kind::array) {
      parent.items.push_back(std::move(j));
      return &parent.items.back();
    }
    parent.members.emplace_back(std::move(key_), std::move(j));
    return &parent.members.back().second;
  }
  bool put(Json&& j) {
    place(std::move(j));
    return true;
  }
  bool put_number(std::string text) {
    Json j;
    j.kind = Json::Kind::number;
    j.text = std::move(text);
    return put(std::move(j));
  }
  bool open(Json::Kind kind) {
    if (open_.size() >= kMaxJsonDepth) {
      error = Error{ErrorCode::too_deep, fmt::format("nested more than {} deep", kMaxJsonDepth), ""};
      return false;
    }
    Json j;
    j.kind = kind;
    open_.push_back(place(std::move(j)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  /// Pointer to the innermost open value.
  [[nodiscard]] std::string open_pointer() const {
    std::string out;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Json& parent = *open_[i];
      out += '/';
      out += parent.kind == Json::Kind::array ? std::to_string(parent.items.size() - 1)
                                              : escape_pointer(parent.members.back().first);
    }
    return out;
  }

  /// `position` counts bytes read, so it is one past the offending byte.
  [[nodiscard]] std::string place_of(std::size_t position) const {
    std::size_t line = 1;
    std::size_t column = 0;
    for (std::size_t i = 0; i < position && i < text_.size(); ++i) {
      ++column;
      if (text_[i] != '\n') continue;
      if (i + 1 < position) {
        ++line;
        column = 0;
      }
    }
    return fmt::format("byte {} (line {}, column {})", position, line, column);
  }

  std::string_view text_;
  std::vector<Json*> open_;
  std::string key_;
};

const char* kind_name(Json::Kind k) {
  constexpr const char* kNames[] = {"null", "a boolean", "a number", "a string", "a list", "an object"};
  return kNames[static_cast<int>(k)];
}

const Json kNull;

constexpr std::streamoff kMaxFileSize = std::streamoff{1} << 32;

}  // namespace

Json::Json() = default;
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

const Json* Json::find(std::string_view key) const {
  for (const auto& [k, v] : members) {
    if (k == key) return &v;
  }
  return nullptr;
}

Expected<Json> parse_json(std::string_view text) {
  TreeBuilder builder(text);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
    if (!builder.error) return fail(ErrorCode::bad_syntax, "not valid JSON");
    return tl::unexpected<Error>(*builder.error);
  }
  return std::move(builder.root);
}

Expected<std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return fail(ErrorCode::file_not_found, fmt::format("cannot open: {}", std::strerror(errno)), path);
  const std::streamoff size = in.tellg();
  // A folder can be opened like a file on Linux and then claims the largest size there is.
  if (size < 0 || size > kMaxFileSize)
    return fail(ErrorCode::file_unreadable, "cannot read (a folder, or larger than 4 GiB)", path);
  std::string text(static_cast<std::size_t>(size), '\0');
  in.seekg(0);
  if (!in.read(text.data(), size)) return fail(ErrorCode::file_unreadable, "cannot read", path);
  return text;
}

Expected<Json> read_json_file(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  auto json = parse_json(*text);
  if (!json) return tl::unexpected<Error>(in_file(path, json.error()));
  return json;
}

Error in_file(const std::string& file, Error error) {
  if (!file.empty()) error.where = error.where.empty() ? file : file + ": " + error.where;
  return error;
}

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
  only({"origin", "rotation", "yaw_degrees", "matrix"});
  if (const auto o = get("origin")) frame.origin = o->as_point();
  const auto rotation = get("rotation");
  const auto yaw = get("yaw_degrees");
  const auto matrix = get("matrix");
  if ((rotation ? 1 : 0) + (yaw ? 1 : 0) + (matrix ? 1 : 0) > 1)
    error(ErrorCode::bad_value, "give one of \"rotation\", \"yaw_degrees\" and \"matrix\"");
  if (rotation) {
    const auto q = rotation->floats<4>("[w, x, y, z]");
    if (!failed() && !frame.set_rotate(q[0], q[1], q[2], q[3]))
      rotation->error(ErrorCode::bad_value, "not a rotation: the quaternion has no length");
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

Quat quat_from_matrix(const std::array<float, 9>& f) {
  std::array<double, 9> m{};
  for (std::size_t i = 0; i < 9; ++i) m[i] = static_cast<double>(f[i]);
  // Four times the square of each component; the largest is the safe divisor. The signs follow Frame::cache:
  // m[1] − m[3] = 4wz, m[1] + m[3] = 4xy, and so on.
  const std::array<double, 4> squares{1.0 + m[0] + m[4] + m[8], 1.0 + m[0] - m[4] - m[8],
                                      1.0 - m[0] + m[4] - m[8], 1.0 - m[0] - m[4] + m[8]};
  std::size_t k = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (squares[i] > squares[k]) k = i;
  }
  const double four = 2.0 * std::sqrt(squares[k]);  // four times that component
  std::array<double, 4> q{};
  switch (k) {
    case 0:
      q = {four / 4.0, (m[5] - m[7]) / four, (m[6] - m[2]) / four, (m[1] - m[3]) / four};
      break;
    case 1:
      q = {(m[5] - m[7]) / four, four / 4.0, (m[1] + m[3]) / four, (m[2] + m[6]) / four};
      break;
    case 2:
      q = {(m[6] - m[2]) / four, (m[1] + m[3]) / four, four / 4.0, (m[5] + m[7]) / four};
      break;
    default:
      q = {(m[1] - m[3]) / four, (m[2] + m[6]) / four, (m[5] + m[7]) / four, four / 4.0};
      break;
  }
  return {static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
          static_cast<float>(q[3])};
}

}  // namespace surefoot::io
