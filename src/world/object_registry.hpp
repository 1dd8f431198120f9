// Who is in the world, and which cell lists whom (spec 03 §9.1).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/id_index.hpp"
#include "world/shadow_list.hpp"

namespace surefoot {

/// Owns the placed objects and the shadow list of every cell.
///
/// Threads: any number of resolves may read it at once; nothing may change it meanwhile. One thread changes it
/// at a time; or, once there is room for all lists, several, each the objects and the lists of cells of its own.
class ObjectRegistry {
 public:
  ObjectRegistry() = default;
  /// A copy has objects and lists of its own, in the same orders.
  ObjectRegistry(const ObjectRegistry& other);
  ObjectRegistry& operator=(const ObjectRegistry& other) = delete;
  ObjectRegistry(ObjectRegistry&&) = default;
  ObjectRegistry& operator=(ObjectRegistry&&) = default;
  ~ObjectRegistry() = default;

  /// Takes the object; it is listed nowhere yet. Its id must be free.
  PhysicsObject& add(std::unique_ptr<PhysicsObject> object);
  /// Out of all lists, and destroyed; false when the id is unknown.
  bool remove(std::uint32_t id);
  /// `add_shadows_to_cells` 0x00514AE0: lists `object` in each loaded cell, in order, at the end of the cell's
  /// list. One that is not loaded keeps its record.
  void add_shadows(PhysicsObject& object, std::vector<CellEntry> cells);
  /// The same for an object that moves about: takes no memory once it has been in as many cells.
  void list_anew(PhysicsObject& object, std::span<const CellEntry> cells);
  /// The object stands elsewhere and keeps its places in all lists.
  void refresh_shadows(const PhysicsObject& object);
  /// Appends to one cell's list and keeps no record of it.
  void list_in(const PhysicsObject& object, const ObjCell& cell);
  /// The cell's list names these, in this order, and nobody else. Their own records are not looked at.
  void relist(const ObjCell& cell, std::span<const std::uint32_t> ids);
  /// Room for the lists of all cells with a slot below `slots`, so that no list moves when one of them is first used.
  void reserve_lists(std::uint32_t slots) {
    if (lists_.size() < slots) lists_.resize(slots);
  }
  /// `remove_shadows_from_cells` 0x00511230
  void remove_shadows(PhysicsObject& object);

  [[nodiscard]] const ShadowList& shadow_list(const ObjCell& cell) const {
    return cell.slot < lists_.size() ? lists_[cell.slot] : none_;
  }
  /// In the order they were added.
  [[nodiscard]] const std::vector<std::unique_ptr<PhysicsObject>>& objects() const { return objects_; }
  [[nodiscard]] const PhysicsObject* find(std::uint32_t id) const { return by_id_.find(id); }
  [[nodiscard]] PhysicsObject* find(std::uint32_t id) { return by_id_.find(id); }

 private:
  std::vector<std::unique_ptr<PhysicsObject>> objects_;
  IdIndex<PhysicsObject> by_id_;
  std::vector<ShadowList> lists_;  // by ObjCell::slot
  inline static const ShadowList none_;
};

}  // namespace surefoot
