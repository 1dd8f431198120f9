#include "io/mesh/affine.hpp"

namespace surefoot::io {

bool Affine::mirrors() const {
  const auto& r = rows;
  const double det = r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) -
                     r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
                     r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
  return det < 0.0;
}

Vec3 Affine::operator()(const Vec3& p) const {
  const auto row = [&](const std::array<double, 4>& r) {
    return static_cast<float>(((r[0] * static_cast<double>(p.x) + r[1] * static_cast<double>(p.y)) +
                               r[2] * static_cast<double>(p.z)) +
                              r[3]);
  };
  return {row(rows[0]), row(rows[1]), row(rows[2])};
}

Affine operator*(const Affine& a, const Affine& b) {
  Affine out;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      double sum = j == 3 ? a.rows[i][3] : 0.0;
      for (std::size_t k = 0; k < 3; ++k) sum += a.rows[i][k] * b.rows[k][j];
      out.rows[i][j] = sum;
    }
  }
  return out;
}

Affine affine_of_columns(const std::array<double, 16>& m) {
  Affine out;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 4; ++j) out.rows[i][j] = m[4 * j + i];
  }
  return out;
}

Affine affine_of_parts(const std::array<double, 3>& move, const std::array<double, 4>& turn,
                       const std::array<double, 3>& scale) {
  const double x = turn[0];
  const double y = turn[1];
  const double z = turn[2];
  const double w = turn[3];
  Affine out;
  out.rows = {{{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w), move[0]},
               {2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w), move[1]},
               {2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y), move[2]}}};
  for (auto& row : out.rows) {
    for (std::size_t j = 0; j < 3; ++j) row[j] *= scale[j];
  }
  return out;
}

}  // namespace surefoot::io
