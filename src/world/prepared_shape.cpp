#include "world/prepared_shape.hpp"

#include <utility>

namespace surefoot {

Expected<void> PreparedShape::prepare(const BspTree& physics, const CellBsp* cell) {
  auto bytes = flatten(physics);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  auto own = std::make_unique<Own>();
  own->physics = std::move(*bytes);
  if (cell != nullptr) {
    auto planes = flatten(*cell);
    if (!planes) return tl::unexpected<Error>(planes.error());
    own->cell = std::move(*planes);
  }
  own->shape.tree = own->physics.bytes();
  own->shape.physics = lay_out(own->shape.tree);
  own->shape.cell = own->cell;
  own_ = std::move(own);
  shape_.store(&own_->shape, std::memory_order_release);
  return {};
}

void PreparedShape::take_from(std::shared_ptr<const ShapeSource> source, std::uint32_t number) {
  source_ = std::move(source);
  number_ = number;
}

const FlatShape& PreparedShape::touch() const {
  static const FlatShape kNothing;
  if (source_ == nullptr) return kNothing;
  const FlatShape* shape = source_->shape(number_);
  shape_.store(shape, std::memory_order_release);
  return *shape;
}

}  // namespace surefoot
