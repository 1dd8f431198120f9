// A cursor over one record: the first fault is kept with its place, and everything after it reads as zero, so that a
// reader can be written straight through and asked once at its end.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/dat/container.hpp"
#include "io/dat/records.hpp"

namespace surefoot::io {

class RecordReader {
 public:
  explicit RecordReader(const DatRecord& record) : record_(record) {}

  [[nodiscard]] bool ok() const { return !failed_; }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::size_t left() const { return record_.bytes.size() - at_; }
  /// Notes a fault at byte `at` (default: the last field's), in `field` of the present scopes.
  void fail(ErrorCode code, std::string message, const char* field);
  [[nodiscard]] const Error& error() const { return error_; }

  std::uint8_t u8(const char* field);
  std::uint16_t u16(const char* field);
  std::uint32_t u32(const char* field);
  std::int16_t i16(const char* field) { return static_cast<std::int16_t>(u16(field)); }
  std::int32_t i32(const char* field) { return static_cast<std::int32_t>(u32(field)); }
  float f32(const char* field) { return float_from_bits(u32(field)); }
  Vec3 vec3(const char* field);
  Plane plane(const char* field);
  Sphere sphere(const char* field);
  CylSphere cylsphere(const char* field);
  DatFrame frame(const char* field);
  /// 1, 2 or 4 bytes (spec 07 §1.1).
  std::uint32_t compressed(const char* field);
  /// 2 or 4 bytes: an id whose kind is known.
  std::uint32_t data_id(std::uint32_t base, const char* field);
  std::string pstring(const char* field);
  std::vector<std::byte> raw(std::size_t count, const char* field);
  /// To the next multiple of 4 from the record's first byte; at the end of the record the padding may be missing.
  void align4();

  /// `n` things of at least `least` bytes each follow; 0 and a fault when they cannot.
  std::size_t count(std::uint64_t n, std::size_t least, const char* field);
  std::size_t count_u32(std::size_t least, const char* field) { return count(u32(field), least, field); }
  std::size_t count_i32(std::size_t least, const char* field);

  /// The record's own id must be the directory's.
  std::uint32_t id();
  /// What is left over: up to 3 zero bytes are padding; more is told in `note`.
  void finish(std::string* note);

  /// Names the fields read while it lives, in errors: "physics_polygons/3".
  class Scope {
   public:
    Scope(RecordReader& reader, const char* name, std::size_t index) : reader_(reader) {
      reader_.scopes_.push_back({name, index});
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { reader_.scopes_.pop_back(); }

   private:
    RecordReader& reader_;
  };

 private:
  struct Step {
    const char* name;
    std::size_t index;
  };

  /// Moves on by `n` bytes and answers where they start; a fault when they are not there.
  bool take(std::size_t n, const char* field);

  const DatRecord& record_;
  std::size_t at_ = 0;
  std::size_t field_at_ = 0;
  bool failed_ = false;
  Error error_;
  std::vector<Step> scopes_;
};

/// The record that was read, or what was wrong with it.
template <class Record>
Expected<Record> finish_record(RecordReader& r, Record& record, std::string* note) {
  r.finish(note);
  if (!r.ok()) return tl::unexpected<Error>(r.error());
  return std::move(record);
}

// What records share (spec 07 §1.2, §1.3).
[[nodiscard]] DatVertexArray read_vertex_array(RecordReader& r);
[[nodiscard]] std::vector<DatPolygon> read_polygon_array(RecordReader& r, std::size_t n, const char* name);
[[nodiscard]] DatBsp read_bsp(RecordReader& r, BspKind kind, const char* name);

}  // namespace surefoot::io
