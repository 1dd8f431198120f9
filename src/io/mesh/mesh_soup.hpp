// Faces as mesh files have them, before anything is made of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/vec3.hpp"

namespace surefoot::io {

/// Outlines over a list of points, counter-clockwise seen from outside, each of a named part.
struct MeshSoup {
  struct Face {
    std::uint32_t first = 0;  ///< in `corners`
    std::uint32_t count = 0;
    std::uint32_t part = 0;
  };

  std::vector<Vec3> points;
  std::vector<std::uint32_t> corners;  ///< places in `points`
  std::vector<Face> faces;
  std::vector<std::string> parts;
  std::size_t ignored = 0;            ///< points and lines of the file: nothing one could stand on
  std::vector<std::string> warnings;  ///< what the file's reader had to say

  /// Starts a part; faces added from now on are its.
  void begin_part(std::string name) { parts.push_back(std::move(name)); }
};

/// More faces than this are refused.
inline constexpr std::size_t kMostFaces = 20'000'000;

/// Which way is up in the file. Inside it is always z.
enum class UpAxis : std::uint8_t { y, z };

struct MeshSpace {
  UpAxis up = UpAxis::y;
  float scale = 1.0F;  ///< metres per unit of the file
  bool flip = false;   ///< the file's outlines run clockwise
};

/// Into metres, z up: (x, y, z) of a y-up file becomes (x, −z, y). Scale 1 keeps every bit. Refuses points that are no
/// place within kMaxCoordinate.
[[nodiscard]] Expected<void> to_z_up(MeshSoup& soup, const MeshSpace& space);

struct DroppedFaces {
  std::size_t repeated_corners = 0;  ///< a corner like the one before it, removed
  std::size_t degenerate = 0;        ///< fewer than three corners left
  std::size_t duplicates = 0;        ///< the same corners, facing the same way, as an earlier face
};
/// Removes what says nothing: afterwards every face has three corners or more and is there once.
[[nodiscard]] DroppedFaces drop_empty_faces(MeshSoup& soup);

struct MeshPart {
  std::string name;
  std::size_t faces = 0;
  bool closed = false;  ///< every edge is used once in each direction, and it encloses space
  double volume = 0.0;  ///< cubic metres, of a closed one
};
[[nodiscard]] std::vector<MeshPart> describe_parts(const MeshSoup& soup);

}  // namespace surefoot::io
