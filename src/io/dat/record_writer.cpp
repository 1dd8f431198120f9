#include "io/dat/record_writer.hpp"

#include <utility>

#include <fmt/format.h>

#include "io/dat/bsp_record.hpp"
#include "io/dat/bytes.hpp"

namespace surefoot::io {

void append_compressed(RecordBytes& out, std::uint32_t v) {
  if (v < 0x80) {
    append_u8(out, static_cast<std::uint8_t>(v));
  } else if (v < 0x4000) {
    append_u8(out, static_cast<std::uint8_t>(0x80U | (v >> 8U)));
    append_u8(out, static_cast<std::uint8_t>(v & 0xFFU));
  } else {
    append_u8(out, static_cast<std::uint8_t>(0xC0U | (v >> 24U)));
    append_u8(out, static_cast<std::uint8_t>((v >> 16U) & 0xFFU));
    append_u16(out, static_cast<std::uint16_t>(v & 0xFFFFU));
  }
}

Expected<void> append_data_id(RecordBytes& out, std::uint32_t base, std::uint32_t id) {
  const std::uint32_t v = id - base;
  if (v > kMostCompressed)
    return fail(ErrorCode::bad_value, fmt::format("0x{:08X} is not of the kind 0x{:08X}", id, base));
  if (v < 0x8000) {
    append_u16(out, static_cast<std::uint16_t>(v));
  } else {
    append_u16(out, static_cast<std::uint16_t>(0x8000U | (v >> 16U)));
    append_u16(out, static_cast<std::uint16_t>(v & 0xFFFFU));
  }
  return {};
}

void RecordWriter::u8(std::uint32_t v) {
  append_u8(out_, static_cast<std::uint8_t>(v));
}
void RecordWriter::u16(std::uint32_t v) {
  append_u16(out_, static_cast<std::uint16_t>(v));
}
void RecordWriter::u32(std::uint32_t v) {
  append_u32(out_, v);
}

void RecordWriter::vec3(const Vec3& v) {
  f32(v.x);
  f32(v.y);
  f32(v.z);
}

void RecordWriter::plane(const Plane& p) {
  vec3(p.normal);
  f32(p.d);
}

void RecordWriter::sphere(const Sphere& s) {
  vec3(s.center);
  f32(s.radius);
}

void RecordWriter::cylsphere(const CylSphere& c) {
  vec3(c.low_pt);
  f32(c.radius);
  f32(c.height);
}

void RecordWriter::frame(const DatFrame& f) {
  vec3(f.origin);
  for (const float v : {f.q.w, f.q.x, f.q.y, f.q.z}) f32(v);
}

void RecordWriter::compressed(std::size_t v, const char* field) {
  append_compressed(out_, count(v, kMostCompressed, field));
}

std::uint32_t RecordWriter::count(std::size_t v, std::uint32_t most, const char* field) {
  require(v <= most, field, fmt::format("{} of them: the layout has room for {}", v, most));
  return v <= most ? static_cast<std::uint32_t>(v) : 0U;
}

void RecordWriter::require(bool holds, const char* field, std::string message) {
  if (holds || failed_) return;
  failed_ = true;
  error_ = {ErrorCode::bad_value, std::move(message), fmt::format("record 0x{:08X}, {}", id_, field)};
}

Expected<RecordBytes> RecordWriter::finish() {
  if (failed_) return tl::unexpected<Error>(error_);
  return std::move(out_);
}

void write_vertex_array(RecordWriter& w, const DatVertexArray& vertices) {
  w.i32(1);
  w.u32(w.count32(vertices.size(), "vertices"));
  for (const DatVertex& v : vertices) {
    w.u16(v.index);
    w.u16(w.count16(v.uvs.size(), "uv_count"));
    w.vec3(v.origin);
    w.vec3(v.normal);
    for (const auto& uv : v.uvs) {
      w.f32(uv[0]);
      w.f32(uv[1]);
    }
  }
}

void write_polygons(RecordWriter& w, const std::vector<DatPolygon>& polygons, const char* name) {
  for (const DatPolygon& p : polygons) {
    const std::size_t n = p.vertices.size();
    w.require(n >= 3 && n <= 255, name,
              fmt::format("polygon {} has {} points: 3 to 255 are possible", p.id, n));
    w.require(
        p.pos_uvs.size() == (p.has_pos_uvs() ? n : 0) && p.neg_uvs.size() == (p.has_neg_uvs() ? n : 0), name,
        fmt::format("polygon {}: one texture coordinate a point, or none, as its stippling says", p.id));
    w.u16(p.id);
    w.u8(static_cast<std::uint32_t>(n));
    w.u8(p.stippling);
    w.i32(p.sides_type);
    w.u16(static_cast<std::uint16_t>(p.pos_surface));
    w.u16(static_cast<std::uint16_t>(p.neg_surface));
    for (const std::int16_t v : p.vertices) w.u16(static_cast<std::uint16_t>(v));
    for (const std::uint8_t v : p.pos_uvs) w.u8(v);
    for (const std::uint8_t v : p.neg_uvs) w.u8(v);
  }
}

namespace {

/// What follows a node's children.
void write_tail(RecordWriter& w, const DatBspNode& n, BspKind kind, const char* name) {
  if (kind == BspKind::cell) return;
  const bool portal = n.tag == bsp_tag::kPort;
  if (portal && kind != BspKind::drawing) return;
  w.sphere(n.sphere);
  if (kind != BspKind::drawing) return;
  w.u32(w.count32(n.polygons.size(), name));
  if (portal) w.u32(w.count32(n.portals.size(), name));
  for (const std::uint16_t p : n.polygons) w.u16(p);
  for (const auto& p : n.portals) {
    w.u16(static_cast<std::uint16_t>(p[0]));
    w.u16(static_cast<std::uint16_t>(p[1]));
  }
}

void write_leaf(RecordWriter& w, const DatBspNode& n, BspKind kind, const char* name) {
  w.i32(n.leaf_index);
  if (kind != BspKind::physics) return;
  w.i32(n.solid);
  w.sphere(n.sphere);
  w.u32(w.count32(n.polygons.size(), name));
  for (const std::uint16_t p : n.polygons) w.u16(p);
}

}  // namespace

void write_bsp(RecordWriter& w, const DatBsp& bsp, BspKind kind, const char* name) {
  w.require(!bsp.nodes.empty(), name, "a tree has at least its root");
  if (bsp.nodes.empty()) return;
  struct Step {
    std::int32_t node;
    bool tail;
  };
  std::vector<Step> steps{{0, false}};
  std::size_t written = 0;
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const DatBspNode& n = bsp.nodes[static_cast<std::size_t>(step.node)];
    if (step.tail) {
      write_tail(w, n, kind, name);
      continue;
    }
    if (++written > bsp.nodes.size()) {
      w.require(false, name, "two nodes have the same child");
      return;
    }
    w.u32(n.tag);
    if (n.tag == bsp_tag::kLeaf) {
      write_leaf(w, n, kind, name);
      continue;
    }
    w.plane(n.plane);
    const BspChildren c = children_of(n.tag);
    const auto size = static_cast<std::int32_t>(bsp.nodes.size());
    const auto fits = [&](bool wanted, std::int32_t child) {
      return wanted ? child >= 0 && child < size : child == DatBspNode::kNone;
    };
    if (!fits(c.pos, n.pos) || !fits(c.neg, n.neg)) {
      w.require(false, name,
                fmt::format("node {}: its children are not those its tag stands for", step.node));
      return;
    }
    steps.push_back({step.node, true});
    if (c.neg) steps.push_back({n.neg, false});
    if (c.pos) steps.push_back({n.pos, false});
  }
}

}  // namespace surefoot::io
