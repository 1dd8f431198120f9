// Placements of glTF nodes: 3 × 4 matrices in binary64.
#pragma once

#include <array>

#include "core/vec3.hpp"

namespace surefoot::io {

/// Rows of the matrix, the translation last in each.
struct Affine {
  std::array<std::array<double, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

  [[nodiscard]] bool is_identity() const { return rows == Affine{}.rows; }
  /// Turns left-handed: outlines run the other way afterwards.
  [[nodiscard]] bool mirrors() const;
  [[nodiscard]] Vec3 operator()(const Vec3& p) const;
};

/// First `b`, then `a`.
[[nodiscard]] Affine operator*(const Affine& a, const Affine& b);
/// Sixteen numbers, column by column; the last row is not looked at.
[[nodiscard]] Affine affine_of_columns(const std::array<double, 16>& m);
/// Scale, then turn by the quaternion [x, y, z, w], then move.
[[nodiscard]] Affine affine_of_parts(const std::array<double, 3>& move, const std::array<double, 4>& turn,
                                     const std::array<double, 3>& scale);

}  // namespace surefoot::io
