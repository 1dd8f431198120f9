#include "io/dat/record_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "io/dat/bytes.hpp"

namespace surefoot::io {

void RecordReader::fail(ErrorCode code, std::string message, const char* field) {
  if (failed_) return;
  failed_ = true;
  std::string path;
  for (const Step& s : scopes_) path += fmt::format("{}/{}/", s.name, s.index);
  path += field;
  const std::string file = record_.file.empty() ? "" : record_.file + ": ";
  error_ = {code, std::move(message),
            fmt::format("{}offset 0x{:08X}, record 0x{:08X}, {}", file, record_.file_offset(field_at_),
                        record_.id, path)};
}

bool RecordReader::take(std::size_t n, const char* field) {
  if (failed_) return false;
  field_at_ = at_;
  if (n > left()) {
    fail(ErrorCode::bad_syntax, fmt::format("{} bytes are needed, {} are left in the record", n, left()),
         field);
    return false;
  }
  at_ += n;
  return true;
}

std::uint8_t RecordReader::u8(const char* field) {
  return take(1, field) ? std::to_integer<std::uint8_t>(record_.bytes[field_at_]) : std::uint8_t{0};
}

std::uint16_t RecordReader::u16(const char* field) {
  return take(2, field) ? load_u16(record_.bytes, field_at_) : std::uint16_t{0};
}

std::uint32_t RecordReader::u32(const char* field) {
  return take(4, field) ? load_u32(record_.bytes, field_at_) : 0U;
}

Vec3 RecordReader::vec3(const char* field) {
  const float x = f32(field);
  const float y = f32(field);
  const float z = f32(field);
  return {x, y, z};
}

Plane RecordReader::plane(const char* field) {
  const Vec3 normal = vec3(field);
  return {normal, f32(field)};
}

Sphere RecordReader::sphere(const char* field) {
  const Vec3 center = vec3(field);
  return {center, f32(field)};
}

CylSphere RecordReader::cylsphere(const char* field) {
  CylSphere c;
  c.low_pt = vec3(field);
  c.radius = f32(field);
  c.height = f32(field);
  return c;
}

DatFrame RecordReader::frame(const char* field) {
  DatFrame f;
  f.origin = vec3(field);
  f.q.w = f32(field);
  f.q.x = f32(field);
  f.q.y = f32(field);
  f.q.z = f32(field);
  return f;
}

std::uint32_t RecordReader::compressed(const char* field) {
  const std::uint32_t b0 = u8(field);
  const std::size_t start = field_at_;
  std::uint32_t v = b0;
  if (b0 >= 0x80) v = (b0 & 0x3FU) << 8U | u8(field);
  if (b0 >= 0xC0) v = v << 16U | u16(field);
  if (ok()) field_at_ = start;
  return v;
}

std::uint32_t RecordReader::data_id(std::uint32_t base, const char* field) {
  std::uint32_t v = u16(field);
  const std::size_t start = field_at_;
  if ((v & 0x8000U) != 0) v = (v & 0x3FFFU) << 16U | u16(field);
  if (ok()) field_at_ = start;
  return base + v;
}

std::string RecordReader::pstring(const char* field) {
  const std::size_t n = count(u16(field), 1, field);
  if (!take(n, field)) return {};
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += std::to_integer<char>(record_.bytes[field_at_ + i]);
  return out;
}

std::vector<std::byte> RecordReader::raw(std::size_t count, const char* field) {
  if (!take(count, field)) return {};
  const auto first = record_.bytes.begin() + static_cast<std::ptrdiff_t>(field_at_);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

void RecordReader::align4() {
  if (failed_) return;
  at_ = std::min((at_ + 3) / 4 * 4, record_.bytes.size());
}

std::size_t RecordReader::count(std::uint64_t n, std::size_t least, const char* field) {
  if (failed_) return 0;
  if (n <= left() / least) return static_cast<std::size_t>(n);
  fail(ErrorCode::bad_syntax,
       fmt::format("{} of at least {} bytes each cannot follow, {} bytes are left in the record", n, least,
                   left()),
       field);
  return 0;
}

std::size_t RecordReader::count_i32(std::size_t least, const char* field) {
  const std::int32_t n = i32(field);
  if (n >= 0) return count(static_cast<std::uint64_t>(n), least, field);
  fail(ErrorCode::bad_value, fmt::format("a count of {}", n), field);
  return 0;
}

std::uint32_t RecordReader::id() {
  const std::uint32_t id = u32("id");
  if (ok() && id != record_.id)
    fail(ErrorCode::bad_value, fmt::format("the record says it is 0x{:08X}", id), "id");
  return id;
}

void RecordReader::finish(std::string* note) {
  if (note != nullptr) note->clear();
  if (failed_ || note == nullptr || left() == 0) return;
  bool zeros = true;
  for (std::size_t i = at_; i < record_.bytes.size(); ++i) zeros = zeros && record_.bytes[i] == std::byte{0};
  if (left() <= 3 && zeros) return;
  *note = fmt::format("{}record 0x{:08X}: {} bytes after its end are not read",
                      record_.file.empty() ? "" : record_.file + ": ", record_.id, left());
}

DatVertexArray read_vertex_array(RecordReader& r) {
  constexpr std::int32_t kOnlyType = 1;
  constexpr std::size_t kLeastVertex = 28;
  const std::int32_t type = r.i32("vertex_type");
  if (r.ok() && type != kOnlyType)
    r.fail(ErrorCode::unknown_format, fmt::format("unsupported vertex type {}: only 1 is known", type),
           "vertex_type");
  const std::size_t n = r.count_u32(kLeastVertex, "vertices");
  DatVertexArray out;
  out.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, "vertices", i);
    DatVertex v;
    v.index = r.u16("index");
    const std::size_t uv_count = r.count(r.u16("uv_count"), 8, "uv_count");
    v.origin = r.vec3("origin");
    v.normal = r.vec3("normal");
    v.uvs.reserve(uv_count);
    for (std::size_t k = 0; k < uv_count; ++k) {
      const float u = r.f32("uv");
      v.uvs.push_back({u, r.f32("uv")});
    }
    out.push_back(std::move(v));
  }
  return out;
}

namespace {

DatPolygon read_polygon(RecordReader& r) {
  DatPolygon p;
  p.id = r.u16("poly_id");
  const std::uint8_t points = r.u8("num_pts");
  if (r.ok() && points < 3)
    r.fail(ErrorCode::bad_value, fmt::format("a polygon of {} points", points), "num_pts");
  p.stippling = r.u8("stippling");
  p.sides_type = r.i32("sides_type");
  p.pos_surface = r.i16("pos_surface");
  p.neg_surface = r.i16("neg_surface");
  const std::size_t n = r.count(points, 2, "vertex_ids");
  p.vertices.reserve(n);
  for (std::size_t i = 0; i < n; ++i) p.vertices.push_back(r.i16("vertex_ids"));
  for (std::size_t i = 0; p.has_pos_uvs() && i < n; ++i) p.pos_uvs.push_back(r.u8("pos_uv"));
  for (std::size_t i = 0; p.has_neg_uvs() && i < n; ++i) p.neg_uvs.push_back(r.u8("neg_uv"));
  return p;
}

}  // namespace

std::vector<DatPolygon> read_polygon_array(RecordReader& r, std::size_t n, const char* name) {
  std::vector<DatPolygon> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n && r.ok(); ++i) {
    const RecordReader::Scope scope(r, name, i);
    out.push_back(read_polygon(r));
  }
  return out;
}

}  // namespace surefoot::io
