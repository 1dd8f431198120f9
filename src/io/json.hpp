// JSON as a tree that keeps the text of its numbers, and a cursor that reads it with a place for every error.
//
// Parsed by nlohmann/json's SAX interface. Numbers keep their text because a float must be converted straight
// to binary32, and because "-0" would otherwise become the integer 0.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/position.hpp"
#include "io/whole_file.hpp"
#include "shape/sphere.hpp"

namespace surefoot::io {

/// Objects keep the order of their members; a repeated member is a syntax error.
struct Json {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

  // Written out in json.cpp: Clang 14 cannot make them up here, where a member's `pair` is incomplete.
  Json();
  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  Kind kind = Kind::null;
  bool boolean = false;
  std::string text;  ///< of a string; of a number, as written ("-0", "1.5e3")
  std::vector<Json> items;
  std::vector<std::pair<std::string, Json>> members;

  [[nodiscard]] const Json* find(std::string_view key) const;
};

/// Nesting deeper than this is refused (`too_deep`).
inline constexpr std::size_t kMaxJsonDepth = 1000;

/// `where` of a syntax error is "byte N (line L, column C)", of a repeated member its JSON pointer.
[[nodiscard]] Expected<Json> parse_json(std::string_view text);

/// `read_file` and `parse_json`; `where` of an error starts with the file name.
[[nodiscard]] Expected<Json> read_json_file(const std::string& path);

/// The same error with the file's name in front of its place; an empty name changes nothing.
[[nodiscard]] Error in_file(const std::string& file, Error error);

/// A member's name as a step of a JSON pointer: "~" and "/" are escaped.
[[nodiscard]] std::string escape_pointer(std::string_view key);

/// Farther than this from the origin (metres, per axis) nothing of a world may lie: binary32 has steps of a
/// metre there, and squares of squares of larger numbers would overflow in the queries.
inline constexpr float kMaxCoordinate = 1.0e7F;

/// The first error of a reading, kept until someone asks; later errors are dropped.
class ReadErrors {
 public:
  void add(ErrorCode code, std::string message, std::string where) {
    if (!first_) first_ = Error{code, std::move(message), std::move(where)};
  }
  [[nodiscard]] bool any() const { return first_.has_value(); }
  [[nodiscard]] const Error& first() const { return *first_; }

 private:
  std::optional<Error> first_;
};

/// A value and the JSON pointer to it. Reading the wrong thing notes an error and answers a default, so that
/// a reader can be written straight through and the errors asked once at its end.
class Cursor {
 public:
  Cursor(const Json& value, ReadErrors& errors) : value_(&value), errors_(&errors) {}

  [[nodiscard]] const Json& json() const { return *value_; }
  /// "" for the root, else "/cells/3/id".
  [[nodiscard]] std::string pointer() const;

  void error(ErrorCode code, std::string message) const { errors_->add(code, std::move(message), pointer()); }
  [[nodiscard]] bool failed() const { return errors_->any(); }

  [[nodiscard]] bool is_string() const { return value_->kind == Json::Kind::string; }
  [[nodiscard]] bool is_array() const { return value_->kind == Json::Kind::array; }
  [[nodiscard]] bool is_object() const { return value_->kind == Json::Kind::object; }
  [[nodiscard]] bool is_number() const { return value_->kind == Json::Kind::number; }
  [[nodiscard]] bool is_null() const { return value_->kind == Json::Kind::null; }

  /// Member, or absent (also when this is no object: that is an error).
  [[nodiscard]] std::optional<Cursor> get(const char* key) const;
  /// Member that must be there; a missing one is an error and reads as null.
  [[nodiscard]] Cursor at(const char* key) const;
  [[nodiscard]] std::size_t size() const { return value_->items.size(); }
  [[nodiscard]] Cursor item(std::size_t i) const;
  /// Members in order, each with its cursor; an error when this is no object.
  [[nodiscard]] std::vector<std::pair<std::string, Cursor>> members() const;
  /// Every item; an error when this is no array.
  [[nodiscard]] std::vector<Cursor> list() const;
  /// Notes an `unknown_field` for every member not named here; those starting with "x-" are free.
  void only(std::initializer_list<std::string_view> keys) const;

  /// A number, or a string of spec 07 §6 ("0x3f800000", "1/30", "nan").
  [[nodiscard]] float as_float() const;
  /// As `as_float`, and finite.
  [[nodiscard]] float as_finite() const;
  /// An integer, or "0x…" text; at most 32 bits.
  [[nodiscard]] std::uint32_t as_u32() const;
  [[nodiscard]] std::int64_t as_integer(std::int64_t lo, std::int64_t hi) const;
  [[nodiscard]] bool as_bool() const;
  [[nodiscard]] const std::string& as_string() const;
  /// [x,y,z], finite.
  [[nodiscard]] Vec3 as_vec3() const;
  /// [x,y,z] of a place in a world: as `as_vec3`, each within ±kMaxCoordinate.
  [[nodiscard]] Vec3 as_point() const;
  /// [nx,ny,nz,d], finite.
  [[nodiscard]] Plane as_plane() const;
  /// [x,y,z,r], finite, r ≥ 0.
  [[nodiscard]] Sphere as_sphere() const;
  /// {"origin", and "rotation" [w,x,y,z] or "quaternion" or "yaw_degrees" or "matrix" [9]} (spec 07 §6). A rotation
  /// is normalised; a quaternion is taken as it is, as from the client's data. A matrix is taken without conversion
  /// and must be a rotation within kMatrixTolerance; its quaternion is worked out.
  [[nodiscard]] Frame as_frame() const;

 private:
  Cursor(const Json& value, ReadErrors& errors, std::string pointer)
      : value_(&value), errors_(&errors), pointer_(std::move(pointer)) {}
  template <std::size_t N>
  [[nodiscard]] std::array<float, N> floats(const char* shape) const;

  const Json* value_;
  ReadErrors* errors_;
  std::string pointer_;
};

/// How far the rows of a given matrix may be from orthonormal, per dot product.
inline constexpr double kMatrixTolerance = 1e-3;

/// Right-handed and orthonormal within kMatrixTolerance; rows are the images of the local axes.
[[nodiscard]] bool is_rotation(const std::array<float, 9>& m);

/// The quaternion of a rotation matrix, worked out in binary64 from its largest component. Near enough to
/// show and to compose; a frame given by a matrix keeps the matrix for its points.
[[nodiscard]] Quat quat_from_matrix(const std::array<float, 9>& m);

}  // namespace surefoot::io
