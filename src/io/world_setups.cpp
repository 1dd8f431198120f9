// Setups of `surefoot-world/1` (spec 07 §6.3), and the shapes objects bring along (§6.6).
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "io/world_reader.hpp"

namespace surefoot::io {

namespace {

float as_length(const Cursor& c) {
  const float v = c.as_finite();
  if (!c.failed() && !(v >= 0.0F && v <= kMaxCoordinate))
    c.error(ErrorCode::bad_value, fmt::format("a length is between 0 and {} m", kMaxCoordinate));
  return v;
}

CylSphere read_cylsphere(const Cursor& c) {
  c.only({"low", "radius", "height"});
  CylSphere out;
  if (const auto low = c.get("low")) out.low_pt = low->as_point();
  out.radius = as_length(c.at("radius"));
  out.height = as_length(c.at("height"));
  return out;
}

/// Retail's data carries a sorting sphere with every setup; ours is worked out, around all simple shapes.
std::optional<Sphere> sphere_around(const Setup& s) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Box box{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  const auto add = [&](const Vec3& low, const Vec3& high) {
    box.min = {std::min(box.min.x, low.x), std::min(box.min.y, low.y), std::min(box.min.z, low.z)};
    box.max = {std::max(box.max.x, high.x), std::max(box.max.y, high.y), std::max(box.max.z, high.z)};
  };
  for (const Sphere& b : s.spheres) {
    const Vec3 r{b.radius, b.radius, b.radius};
    add(b.center - r, b.center + r);
  }
  for (const CylSphere& c : s.cylspheres) {
    add(c.low_pt - Vec3{c.radius, c.radius, 0.0F}, c.low_pt + Vec3{c.radius, c.radius, c.height});
  }
  if (!(box.min.x <= box.max.x)) return std::nullopt;
  const Vec3 center = (box.min + box.max) * 0.5F;
  return Sphere{center, length(box.max - center)};
}

/// What a setup and an inline shape have in common.
void read_simple_shapes(const Cursor& c, Setup& s) {
  if (const auto list = c.get("cylspheres")) {
    for (const Cursor& item : list->list()) s.cylspheres.push_back(read_cylsphere(item));
  }
  if (const auto list = c.get("spheres")) {
    for (const Cursor& item : list->list()) s.spheres.push_back(read_sphere(item));
  }
  const auto length_of = [&](const char* key, float& out) {
    if (const auto v = c.get(key)) out = as_length(*v);
  };
  length_of("height", s.height);
  length_of("radius", s.radius);
  length_of("step_up_height", s.step_up_height);
  length_of("step_down_height", s.step_down_height);
  if (const auto v = c.get("allow_free_heading")) s.allow_free_heading = v->as_bool();
  s.sorting_sphere = sphere_around(s);
}

SetupPart read_part(const Cursor& c, std::size_t position, const WorldParts& parts, Frame& frame) {
  c.only({"gfxobj", "frame", "scale", "parent"});
  SetupPart out;
  const Cursor gfxobj = c.at("gfxobj");
  const std::uint32_t id = gfxobj.as_u32();
  out.gfxobj = parts.world.find_gfxobj(id);
  if (out.gfxobj == nullptr && !c.failed())
    gfxobj.error(ErrorCode::dangling, fmt::format("gfxobj 0x{:08X} is not in the world", id));
  if (const auto v = c.get("frame")) frame = v->as_frame();
  if (const auto v = c.get("scale")) {
    out.scale = v->as_vec3();
    for (const float s : {out.scale.x, out.scale.y, out.scale.z}) {
      if (!c.failed() && !(s >= kMinScale && s <= kMaxScale))
        v->error(ErrorCode::bad_value, fmt::format("a scale is between {} and {}", kMinScale, kMaxScale));
    }
  }
  // Frames are the object's, whatever the parent: only animations go by it.
  if (const auto v = c.get("parent"))
    static_cast<void>(v->as_integer(0, static_cast<std::int64_t>(std::max<std::size_t>(position, 1) - 1)));
  return out;
}

std::unique_ptr<Setup> read_setup(const Cursor& c, std::uint32_t id, const WorldParts& parts) {
  c.only({"parts", "placements", "cylspheres", "spheres", "height", "radius", "step_up_height",
          "step_down_height", "allow_free_heading", "sorting_sphere"});
  auto out = std::make_unique<Setup>();
  out->id = id;
  std::vector<Frame> frames;
  bool any_frame = false;
  if (const auto list = c.get("parts")) {
    for (const Cursor& item : list->list()) {
      frames.emplace_back();
      any_frame = any_frame || item.json().find("frame") != nullptr;
      out->parts.push_back(read_part(item, frames.size() - 1, parts, frames.back()));
    }
  }
  const auto placements = c.get("placements");
  // Whoever lists placements and leaves the frames of parts alone may have none under 0: parts then stand where the
  // object stands.
  if (!placements || any_frame) out->placements[0] = frames;
  if (placements) {
    for (const auto& [name, cursor] : placements->members()) {
      const auto key = parse_u32(name);
      if (!key) {
        cursor.error(ErrorCode::bad_value, fmt::format("\"{}\" is no placement key", name));
        return out;
      }
      std::vector<Frame> placed;
      for (const Cursor& f : cursor.list()) placed.push_back(f.as_frame());
      if (!cursor.failed() && placed.size() != out->parts.size()) {
        cursor.error(ErrorCode::bad_value, fmt::format("{} frames for {} parts: one a part is needed",
                                                       placed.size(), out->parts.size()));
      }
      out->placements[*key] = std::move(placed);
    }
  }
  read_simple_shapes(c, *out);
  if (const auto sorting = c.get("sorting_sphere")) out->sorting_sphere = read_sphere(*sorting);
  return out;
}

}  // namespace

void read_setups(const Cursor& root, WorldParts& parts) {
  const auto setups = root.get("setups");
  if (!setups) return;
  for (const auto& [name, cursor] : setups->members()) {
    const auto id = parse_u32(name);
    if (!id || *id == 0) {
      cursor.error(ErrorCode::bad_value, fmt::format("\"{}\" is no id above 0", name));
      return;
    }
    if (parts.world.find_setup(*id) != nullptr)
      cursor.error(ErrorCode::bad_value, fmt::format("setup 0x{:08X} is defined twice", *id));
    auto setup = read_setup(cursor, *id, parts);
    if (cursor.failed()) return;
    parts.world.add_setup(std::move(setup));
  }
}

const Setup* read_inline_shape(const Cursor& c, World& world) {
  c.only({"bsp", "spheres", "cylspheres", "height", "radius", "step_up_height", "step_down_height",
          "allow_free_heading"});
  auto setup = std::make_unique<Setup>();
  read_simple_shapes(c, *setup);
  const auto bsp = c.get("bsp");
  if (!bsp && setup->spheres.empty() && setup->cylspheres.empty())
    c.error(ErrorCode::missing_field, "a shape has \"bsp\", \"spheres\" or \"cylspheres\"");
  if (bsp) {
    auto g = read_gfxobj(*bsp, 0);
    if (!c.failed()) {
      setup->parts.emplace_back();
      setup->parts.back().gfxobj = &world.add_gfxobj(std::move(g));
    }
  }
  return c.failed() ? nullptr : &world.add_setup(std::move(setup));
}

}  // namespace surefoot::io
