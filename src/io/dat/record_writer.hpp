// Appends fields to a record; the first thing that cannot be written is kept, as in RecordReader.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "io/dat/records.hpp"
#include "io/dat/write_records.hpp"

namespace surefoot::io {

class RecordWriter {
 public:
  explicit RecordWriter(std::uint32_t id) : id_(id) {}

  void u8(std::uint32_t v);
  void u16(std::uint32_t v);
  void u32(std::uint32_t v);
  void i32(std::int32_t v) { u32(static_cast<std::uint32_t>(v)); }
  void f32(float v) { u32(to_bits(v)); }
  void vec3(const Vec3& v);
  void plane(const Plane& p);
  void sphere(const Sphere& s);
  void cylsphere(const CylSphere& c);
  void frame(const DatFrame& f);
  void compressed(std::size_t v, const char* field);
  void raw(const std::vector<std::byte>& bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  void align4() { out_.resize((out_.size() + 3) / 4 * 4); }

  /// `v` as a count that must not be above `most`.
  [[nodiscard]] std::uint32_t count(std::size_t v, std::uint32_t most, const char* field);
  [[nodiscard]] std::uint32_t count16(std::size_t v, const char* field) { return count(v, 0xFFFF, field); }
  [[nodiscard]] std::uint32_t count32(std::size_t v, const char* field) {
    return count(v, std::numeric_limits<std::int32_t>::max(), field);
  }
  void require(bool holds, const char* field, std::string message);

  [[nodiscard]] Expected<RecordBytes> finish();

 private:
  std::uint32_t id_;
  RecordBytes out_;
  bool failed_ = false;
  Error error_;
};

void write_vertex_array(RecordWriter& w, const DatVertexArray& vertices);
void write_polygons(RecordWriter& w, const std::vector<DatPolygon>& polygons, const char* name);
void write_bsp(RecordWriter& w, const DatBsp& bsp, BspKind kind, const char* name);

}  // namespace surefoot::io
