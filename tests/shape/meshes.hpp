// Small meshes of the tests of this room, with the volume each encloses in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/frame.hpp"
#include "shape/polygon.hpp"
#include "support/random.hpp"

namespace surefoot::test {

[[nodiscard]] inline Polygon make_polygon(std::uint32_t id, std::vector<Vec3> vertices,
                                          std::uint8_t sides_type = 0) {
  Polygon p;
  p.id = id;
  p.sides_type = sides_type;
  p.plane = make_plane(vertices);
  p.vertices = std::move(vertices);
  return p;
}

// The polygons of spec 02 §10.
[[nodiscard]] inline Polygon sq(std::uint32_t id = 0, float z = 0.0F) {
  return make_polygon(id, {{0, 0, z}, {1, 0, z}, {1, 1, z}, {0, 1, z}});
}
[[nodiscard]] inline Polygon floor_at(float z, std::uint32_t id = 0) {
  return make_polygon(id, {{-2, -2, z}, {2, -2, z}, {2, 2, z}, {-2, 2, z}});
}
[[nodiscard]] inline Polygon ramp(std::uint32_t id = 0) {
  return make_polygon(id, {{0, -1, 0}, {2, -1, 1}, {2, 1, 1}, {0, 1, 0}});
}
[[nodiscard]] inline Polygon tri() {
  return make_polygon(0, {{0.1F, 0.2F, 0.3F}, {1.7F, 0.4F, 0.9F}, {0.5F, 2.3F, 1.1F}});
}

struct Mesh {
  std::string name;
  std::vector<Polygon> polygons;
  std::function<bool(const Vec3&)> inside = [](const Vec3&) { return false; };  ///< of a solid body

  void add(std::vector<Vec3> vertices) {
    polygons.push_back(make_polygon(static_cast<std::uint32_t>(polygons.size()), std::move(vertices)));
  }
};

/// Faces −x, +x, −y, +y, −z, +z, outward.
inline void add_box(Mesh& mesh, const Vec3& a, const Vec3& b) {
  mesh.add({{a.x, a.y, a.z}, {a.x, a.y, b.z}, {a.x, b.y, b.z}, {a.x, b.y, a.z}});
  mesh.add({{b.x, a.y, a.z}, {b.x, b.y, a.z}, {b.x, b.y, b.z}, {b.x, a.y, b.z}});
  mesh.add({{a.x, a.y, a.z}, {b.x, a.y, a.z}, {b.x, a.y, b.z}, {a.x, a.y, b.z}});
  mesh.add({{a.x, b.y, a.z}, {a.x, b.y, b.z}, {b.x, b.y, b.z}, {b.x, b.y, a.z}});
  mesh.add({{a.x, a.y, a.z}, {a.x, b.y, a.z}, {b.x, b.y, a.z}, {b.x, a.y, a.z}});
  mesh.add({{a.x, a.y, b.z}, {b.x, a.y, b.z}, {b.x, b.y, b.z}, {a.x, b.y, b.z}});
}
/// The same faces, looking inward.
inline void add_room(Mesh& mesh, const Vec3& a, const Vec3& b) {
  Mesh box;
  add_box(box, a, b);
  for (Polygon& p : box.polygons) {
    std::reverse(p.vertices.begin(), p.vertices.end());
    mesh.add(p.vertices);
  }
}
[[nodiscard]] inline bool in_box(const Vec3& p, const Vec3& a, const Vec3& b) {
  return p.x > a.x && p.x < b.x && p.y > a.y && p.y < b.y && p.z > a.z && p.z < b.z;
}

[[nodiscard]] inline Mesh box_mesh() {
  Mesh m;
  m.name = "box";
  add_box(m, {-1, -1, -1}, {1, 1, 1});
  m.inside = [](const Vec3& p) { return in_box(p, {-1, -1, -1}, {1, 1, 1}); };
  return m;
}

/// A ramp rising along x from (-1, -1) to (1, 1) in x and z, 2 m wide.
[[nodiscard]] inline Mesh wedge_mesh() {
  Mesh m;
  m.name = "wedge";
  m.add({{-1, -1, -1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, -1}});
  m.add({{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}});
  m.add({{-1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {1, -1, -1}});
  m.add({{-1, -1, -1}, {1, -1, -1}, {1, -1, 1}});
  m.add({{-1, 1, -1}, {1, 1, 1}, {1, 1, -1}});
  m.inside = [](const Vec3& p) { return in_box(p, {-1, -1, -1}, {1, 1, 1}) && p.z < p.x; };
  return m;
}

/// Four steps of 0.5 m along x, 0.25 m high; its sides are polygons of ten points that are not convex.
[[nodiscard]] inline Mesh staircase_mesh() {
  constexpr int kSteps = 4;
  Mesh m;
  m.name = "staircase";
  std::vector<Vec3> right;
  std::vector<Vec3> left;
  const auto profile = [&](float x, float z) {
    right.push_back({x, -1, z});
    left.push_back({x, 1, z});
  };
  profile(0.5F * kSteps, 0);
  profile(0.5F * kSteps, 0.25F * kSteps);
  for (int i = kSteps; i-- > 0;) {
    const float x = 0.5F * static_cast<float>(i);
    const float low = 0.25F * static_cast<float>(i);
    const float high = low + 0.25F;
    m.add({{x, -1, high}, {x + 0.5F, -1, high}, {x + 0.5F, 1, high}, {x, 1, high}});
    m.add({{x, -1, low}, {x, -1, high}, {x, 1, high}, {x, 1, low}});
    profile(x, high);
    profile(x, low);
  }
  m.add({{2, -1, 0}, {2, 1, 0}, {2, 1, 1}, {2, -1, 1}});
  m.add({{0, -1, 0}, {0, 1, 0}, {2, 1, 0}, {2, -1, 0}});
  std::reverse(left.begin(), left.end());
  m.add(right);
  m.add(left);
  m.inside = [](const Vec3& p) {
    return in_box(p, {0, -1, 0}, {2, 1, 1}) && p.z < 0.25F * (std::floor(p.x / 0.5F) + 1.0F);
  };
  return m;
}

/// The smaller one stands against the middle of the larger one's +x face.
[[nodiscard]] inline Mesh touching_boxes_mesh() {
  Mesh m;
  m.name = "touching boxes";
  add_box(m, {-1, -1, -1}, {1, 1, 1});
  add_box(m, {1, -0.5F, -0.5F}, {2, 0.5F, 0.75F});
  m.inside = [](const Vec3& p) {
    return in_box(p, {-1, -1, -1}, {1, 1, 1}) || in_box(p, {1, -0.5F, -0.5F}, {2, 0.5F, 0.75F});
  };
  return m;
}

[[nodiscard]] inline Mesh room_mesh() {
  Mesh m;
  m.name = "room";
  add_room(m, {-2, -2, 0}, {2, 2, 3});
  return m;
}

[[nodiscard]] inline Mesh pillar_room_mesh() {
  Mesh m = room_mesh();
  m.name = "room with pillar";
  add_box(m, {-0.25F, -0.25F, 0}, {0.5F, 0.5F, 3});
  m.inside = [](const Vec3& p) { return in_box(p, {-0.25F, -0.25F, 0}, {0.5F, 0.5F, 3}); };
  return m;
}

/// n × n cells of `cell` metres, two triangles each, heights drawn from 0 … `height`.
[[nodiscard]] inline Mesh height_field_mesh(int n, float cell, float height, std::uint64_t seed) {
  Mesh m;
  m.name = "height field";
  Random random(seed);
  const auto side = static_cast<std::size_t>(n) + 1;
  std::vector<Vec3> v;
  for (std::size_t i = 0; i < side; ++i) {
    for (std::size_t j = 0; j < side; ++j)
      v.push_back(
          {cell * static_cast<float>(i), cell * static_cast<float>(j), random.uniform(0.0F, 1.0F) * height});
  }
  for (std::size_t i = 0; i + 1 < side; ++i) {
    for (std::size_t j = 0; j + 1 < side; ++j) {
      const Vec3& sw = v[i * side + j];
      const Vec3& nw = v[i * side + j + 1];
      const Vec3& se = v[(i + 1) * side + j];
      const Vec3& ne = v[(i + 1) * side + j + 1];
      m.add({sw, se, ne});
      m.add({sw, ne, nw});
    }
  }
  return m;
}

/// A sphere of unit radius in n × n faces, triangles around the poles; nearly every face is a node of its
/// own.
[[nodiscard]] inline Mesh ball_mesh(int n) {
  Mesh m;
  m.name = "ball";
  const auto point = [n](int i, int j) {
    const double polar = 3.14159265358979 * i / n;
    const double around = 6.28318530717959 * (j % n) / n;
    const double s = i == 0 || i == n ? 0.0 : std::sin(polar);
    return Vec3{static_cast<float>(s * std::cos(around)), static_cast<float>(s * std::sin(around)),
                static_cast<float>(std::cos(polar))};
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      std::vector<Vec3> face{point(i, j), point(i + 1, j)};
      if (i + 1 < n) face.push_back(point(i + 1, j + 1));
      if (i > 0) face.push_back(point(i, j + 1));
      m.add(std::move(face));
    }
  }
  return m;
}

/// The surface of unit cubes: quads between a filled and an empty one. `filled` has n³ entries, x slowest.
[[nodiscard]] inline Mesh voxel_mesh(int n, const std::vector<bool>& filled) {
  const auto at = [n, filled](int x, int y, int z) {
    if (x < 0 || y < 0 || z < 0 || x >= n || y >= n || z >= n) return false;
    const int i = (x * n + y) * n + z;
    return static_cast<bool>(filled[static_cast<std::size_t>(i)]);
  };
  Mesh m;
  m.name = "voxels";
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      for (int z = 0; z < n; ++z) {
        if (!at(x, y, z)) continue;
        const Vec3 low{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        Mesh cube;
        add_box(cube, low, low + Vec3{1, 1, 1});
        const bool open[] = {!at(x - 1, y, z), !at(x + 1, y, z), !at(x, y - 1, z),
                             !at(x, y + 1, z), !at(x, y, z - 1), !at(x, y, z + 1)};
        for (std::size_t i = 0; i < 6; ++i) {
          if (open[i]) m.add(cube.polygons[i].vertices);
        }
      }
    }
  }
  m.inside = [at](const Vec3& p) {
    return at(static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
              static_cast<int>(std::floor(p.z)));
  };
  return m;
}

/// Three bars through a common middle: its innermost cube has no face of its own.
[[nodiscard]] inline Mesh cross_mesh() {
  constexpr int kSize = 7;
  std::vector<bool> filled;
  for (int x = 0; x < kSize; ++x) {
    for (int y = 0; y < kSize; ++y) {
      for (int z = 0; z < kSize; ++z)
        filled.push_back((x == 3 && y == 3) || (x == 3 && z == 3) || (y == 3 && z == 3));
    }
  }
  Mesh m = voxel_mesh(kSize, filled);
  m.name = "cross";
  return m;
}

/// The mesh in the axes of a frame turned by set_rotate(1, 2, 3, 4), where no plane is axis-aligned.
[[nodiscard]] inline Mesh turned(const Mesh& mesh) {
  Frame f;
  f.set_rotate(1, 2, 3, 4);
  f.origin = {3, -7, 11};
  Mesh out;
  out.name = mesh.name + ", turned";
  for (const Polygon& p : mesh.polygons) {
    std::vector<Vec3> vertices;
    for (const Vec3& v : p.vertices) vertices.push_back(f.localtoglobal(v));
    out.add(std::move(vertices));
  }
  const auto inside = mesh.inside;
  out.inside = [f, inside](const Vec3& p) { return inside(f.globaltolocal(p)); };
  return out;
}

/// One of each kind.
[[nodiscard]] inline std::vector<Mesh> meshes() {
  return {box_mesh(),
          wedge_mesh(),
          staircase_mesh(),
          touching_boxes_mesh(),
          room_mesh(),
          pillar_room_mesh(),
          height_field_mesh(8, 1.0F, 0.8F, 5)};
}

}  // namespace surefoot::test
