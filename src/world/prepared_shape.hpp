// The flat form of an asset's trees, held where the asset is.
#pragma once

#include <memory>
#include <vector>

#include "shape/flat_bsp.hpp"

namespace surefoot {

/// What the queries of one asset run on.
struct FlatShape {
  FlatBsp physics;              ///< collision tree
  std::span<const Plane> cell;  ///< of interior cells: the planes of the volume; none: everything is inside
};

/// Owns a flat shape made from the linked trees. Once made it does not change.
class PreparedShape {
 public:
  /// A deep copy: what happens to the linked trees afterwards does not show. Refuses what `flatten` refuses.
  Expected<void> prepare(const BspTree& physics, const CellBsp* cell = nullptr);

  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] const FlatShape& get() const { return shape_; }
  /// Of the arrays.
  [[nodiscard]] std::size_t bytes() const { return physics_.size() + cell_.size() * sizeof(Plane); }

 private:
  FlatBytes physics_;
  std::vector<Plane> cell_;
  FlatShape shape_;
  bool ready_ = false;
};

}  // namespace surefoot
