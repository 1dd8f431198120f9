// The flat form of an asset's trees, held where the asset is.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "shape/flat_bsp.hpp"

namespace surefoot {

/// What the queries of one asset run on.
struct FlatShape {
  FlatBsp physics;              ///< collision tree
  std::span<const Plane> cell;  ///< of interior cells: the planes of the volume; none: everything is inside
  std::span<const std::byte> tree;  ///< the bytes `physics` lies in
  const Error* damage = nullptr;    ///< why there is nothing here; null: all is well
};

/// Where flat shapes come from that were not made here: a prepared file.
class ShapeSource {
 public:
  ShapeSource() = default;
  ShapeSource(const ShapeSource&) = delete;
  ShapeSource& operator=(const ShapeSource&) = delete;
  virtual ~ShapeSource() = default;

  /// Never null; the same every time, and it stays where it is. Safe from any thread: the first one to ask verifies.
  [[nodiscard]] virtual const FlatShape* shape(std::uint32_t number) const = 0;
  /// Whether anything that was touched so far is damaged.
  [[nodiscard]] bool damage_seen() const { return damage_seen_.load(std::memory_order_acquire); }

 protected:
  void note_damage() const { damage_seen_.store(true, std::memory_order_release); }

 private:
  mutable std::atomic<bool> damage_seen_{false};
};

/// The flat shape of an asset: made from its linked trees, or found in a source when it is first asked for. Once there it
/// does not change.
class PreparedShape {
 public:
  /// A deep copy: what happens to the linked trees afterwards does not show. Refuses what `flatten` refuses.
  Expected<void> prepare(const BspTree& physics, const CellBsp* cell = nullptr);
  void take_from(std::shared_ptr<const ShapeSource> source, std::uint32_t number);

  /// Whether there is one to get, now or at the first touch.
  [[nodiscard]] bool present() const { return source_ != nullptr || touched() != nullptr; }
  /// Safe from any thread.
  [[nodiscard]] const FlatShape& get() const {
    const FlatShape* shape = touched();
    return shape != nullptr ? *shape : touch();
  }
  /// Null as long as nobody has asked for it.
  [[nodiscard]] const FlatShape* touched() const { return shape_.load(std::memory_order_acquire); }
  /// Why it cannot be used; null as long as nobody has asked for it, too.
  [[nodiscard]] const Error* damage() const {
    const FlatShape* shape = touched();
    return shape == nullptr ? nullptr : shape->damage;
  }

 private:
  [[nodiscard]] const FlatShape& touch() const;

  struct Own {
    FlatBytes physics;
    std::vector<Plane> cell;
    FlatShape shape;
  };
  std::unique_ptr<const Own> own_;
  std::shared_ptr<const ShapeSource> source_;
  std::uint32_t number_ = 0;
  mutable std::atomic<const FlatShape*> shape_{nullptr};
};

}  // namespace surefoot
