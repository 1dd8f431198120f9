// Does a tree answer as its polygons do? Asked for spheres near them (spec 02 §8): the last word on trees that came from
// elsewhere.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/polygon_index.hpp"
#include "io/shape_geometry.hpp"
#include "io/world_check_parts.hpp"
#include "shape/bsp_queries.hpp"

namespace surefoot::io {

namespace {

/// The splitmix64 generator: the same samples everywhere.
class Samples {
 public:
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  float unit() { return static_cast<float>(bits() >> 40U) * 0x1p-24F; }

 private:
  std::uint64_t state_ = 1;
};

/// A sphere that touches or almost touches the polygon, from either side.
Sphere sphere_near(const Polygon& p, Samples& random) {
  const Vec3& a = p.vertices[0];
  const std::size_t k = 1 + random.bits() % (p.vertices.size() - 2);
  float s = random.unit();
  float t = random.unit();
  if (s + t > 1.0F) {
    s = 1.0F - s;
    t = 1.0F - t;
  }
  Sphere out;
  out.radius = 0.05F + 0.75F * random.unit();
  const Vec3 on = a + (p.vertices[k] - a) * s + (p.vertices[k + 1] - a) * t;
  out.center = on + p.plane.normal * (out.radius * (2.2F * random.unit() - 1.1F));
  return out;
}

bool any_polygon_hit(const BspTree& tree, const PolygonIndex& index, const Sphere& s, std::uint32_t& which) {
  // A polygon is never hit farther from its box than a warped corner may lie off its plane.
  const float reach = s.radius + 0.05F;
  const Vec3 r{reach, reach, reach};
  bool any = false;
  index.each({s.center - r, s.center + r}, [&](std::uint32_t i) {
    if (is_never_hit(tree.polygons[i].plane) || !hits_sphere(Retail{}, view(tree.polygons[i]), s)) return;
    which = any ? std::min(which, i) : i;
    any = true;
  });
  return any;
}

}  // namespace

void check_samples(const BspTree& tree, bool guessed, const CheckOptions& options, const FindingSink& sink) {
  if (tree.empty() || options.samples == 0) return;
  std::vector<std::uint32_t> solid;
  for (std::uint32_t i = 0; i < tree.polygons.size(); ++i) {
    if (!is_never_hit(tree.polygons[i].plane) && tree.polygons[i].vertices.size() >= 3) solid.push_back(i);
  }
  if (solid.empty()) return;
  const PolygonIndex index(tree.polygons);
  const GraphView view{&tree};
  Samples random;
  std::size_t wrong = 0;
  Sphere first;
  std::uint32_t missed = 0;
  bool first_hit = false;
  for (std::size_t i = 0; i < options.samples; ++i) {
    const Sphere s = sphere_near(tree.polygons[solid[random.bits() % solid.size()]], random);
    std::uint32_t which = 0;
    const bool soup = any_polygon_hit(tree, index, s, which);
    const bool answer = sphere_intersects_solid(Retail{}, view, s, false);
    if (soup == answer || wrong++ != 0) continue;
    first = s;
    first_hit = soup;
    missed = which;
  }
  if (wrong == 0) return;
  sink.add(
      guessed ? Severity::warning : Severity::error, "tree.disagrees", "",
      fmt::format(
          "of {} spheres near its polygons the tree answers {} otherwise than the polygons do; the first, of "
          "radius {:.4g} at ({:.5g}, {:.5g}, {:.5g}), {}",
          options.samples, wrong, first.radius, first.center.x, first.center.y, first.center.z,
          first_hit
              ? fmt::format("touches polygon {}, which the tree does not find", tree.polygons[missed].id)
              : "touches none, and the tree says it does"));
}

}  // namespace surefoot::io
