// Curves as SVG: what a step costs as something grows.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"

namespace surefoot::bench {

struct Point {
  double size = 0.0;  ///< above 0
  double us = 0.0;    ///< of a step
};

struct Curve {
  std::string title;  ///< "polygons in an object"
  std::vector<Point> points;
};

/// A panel a curve, side by side: sizes by decades, microseconds from 0 on. Curves without points are left out.
[[nodiscard]] std::string draw_curves(const std::vector<Curve>& curves);
/// The same into a file.
[[nodiscard]] Expected<void> write_curves(const std::string& path, const std::vector<Curve>& curves);

}  // namespace surefoot::bench
