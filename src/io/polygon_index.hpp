// Which polygons lie near a place: a tree of boxes over a list of polygons, for checks that look at neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "shape/cell_bsp.hpp"
#include "shape/polygon.hpp"

namespace surefoot::io {

class PolygonIndex {
 public:
  /// The polygons outlive it and do not change.
  explicit PolygonIndex(const std::vector<Polygon>& polygons);

  /// Every polygon whose box touches `box`, in no stated order but always the same.
  void each(const Box& box, const std::function<void(std::uint32_t)>& visit) const;
  [[nodiscard]] const Box& box_of(std::uint32_t polygon) const { return boxes_[polygon]; }

 private:
  struct Node {
    Box box;
    std::uint32_t first = 0;  ///< in `order_`
    std::uint32_t count = 0;  ///< 0: its children are the next node and `second`
    std::uint32_t second = 0;
  };

  std::uint32_t build(std::uint32_t first, std::uint32_t count);

  std::vector<Box> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace surefoot::io
