#include "shape/cell_chain.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/float_bits.hpp"
#include "shape/vec3d.hpp"

namespace surefoot {

namespace {

/// Two faces lie in one plane when their normals are this close to parallel and their distances this close.
constexpr double kParallel = 1.0 - 1e-6;
constexpr double kSameDistance = 1e-4;
/// Metres a vertex of a convex cell may lie behind one of its planes.
constexpr double kMaxBehind = 1e-3;

struct ChainPlane {
  Plane plane;
  std::size_t face;
};

std::string face_name(std::span<const Polygon> faces, std::size_t i) {
  return fmt::format("face {} (polygon id {})", i, faces[i].id);
}

std::string text_of(const Vec3& v) {
  return fmt::format("({}, {}, {})", format_float(v.x), format_float(v.y), format_float(v.z));
}

bool same_plane(const Plane& a, const Plane& b) {
  return dot(to_double(a.normal), to_double(b.normal)) > kParallel &&
         std::fabs(static_cast<double>(a.d) - static_cast<double>(b.d)) < kSameDistance;
}

bool usable(const Polygon& face) {
  if (!is_plane(face.plane)) return false;
  return std::all_of(face.vertices.begin(), face.vertices.end(), is_finite);
}

}  // namespace

Expected<CellBsp> build_cell_chain(std::span<const Polygon> faces) {
  if (faces.empty()) return fail(ErrorCode::bad_value, "a cell without faces has no volume");
  std::vector<ChainPlane> chain;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (!usable(faces[i])) {
      const std::string name = face_name(faces, i);
      return fail(ErrorCode::bad_value,
                  name + " of the cell has NaN, infinity or a normal that is not of length 1", name);
    }
    bool known = false;
    for (const ChainPlane& c : chain) known = known || same_plane(c.plane, faces[i].plane);
    if (!known) chain.push_back({faces[i].plane, i});
  }

  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t k = 0; k < faces[i].vertices.size(); ++k) {
      const Vec3& v = faces[i].vertices[k];
      for (const ChainPlane& c : chain) {
        const double d = distance(c.plane, to_double(v));
        if (d >= -kMaxBehind) continue;
        const std::string name = face_name(faces, i);
        return fail(
            ErrorCode::bad_value,
            fmt::format(
                "the cell is not convex, or a face does not look inward: vertex {} {} of {} lies {:.4g} m "
                "behind the plane {} {} of {}; cut the cell into convex ones joined by portals",
                k, text_of(v), name, -d, text_of(c.plane.normal), format_float(c.plane.d),
                face_name(faces, c.face)),
            name);
      }
    }
  }

  std::vector<Plane> planes;
  planes.reserve(chain.size());
  for (const ChainPlane& c : chain) planes.push_back(c.plane);
  return make_cell_chain(planes);
}

}  // namespace surefoot
