#include "world/prepared_shape.hpp"

#include <utility>

namespace surefoot {

Expected<void> PreparedShape::prepare(const BspTree& physics, const CellBsp* cell) {
  auto bytes = flatten(physics);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  std::vector<Plane> chain;
  if (cell != nullptr) {
    auto planes = flatten(*cell);
    if (!planes) return tl::unexpected<Error>(planes.error());
    chain = std::move(*planes);
  }
  physics_ = std::move(*bytes);
  cell_ = std::move(chain);
  shape_ = {lay_out(physics_.bytes()), cell_};
  ready_ = true;
  return {};
}

}  // namespace surefoot
