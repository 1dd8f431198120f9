// The objects listed in one cell, in retail's order, and an index over the ground they cover.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "world/footprint.hpp"

namespace surefoot {

/// Retail walks the whole list for every sphere that is tested in the cell (03 §3.2). An object that lies
/// beside the spheres answers Ok there and changes nothing, so it may be left out: `next` names the objects
/// whose ground the spheres reach, in list order, at a cost that grows with those and not with the list.
class ShadowList {
 public:
  /// `add_shadow_object` 0x0052B280: at the end.
  void add(const PhysicsObject& object, const Footprint& footprint);
  /// The object stands or covers something else now; it keeps its place in the list. Nothing when it is not listed.
  void refresh(const PhysicsObject& object, const Footprint& footprint);
  /// `remove_shadow_object` 0x0052B2D0: the last entry fills the hole. Nothing when it is not listed.
  void remove(const PhysicsObject& object);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const PhysicsObject& operator[](std::size_t i) const { return *entries_[i].object; }

  /// Squares from first to last inclusive, along both axes, of the grid of 4 m squares.
  struct Squares {
    std::int32_t x0 = 0;
    std::int32_t y0 = 0;
    std::int32_t x1 = 0;
    std::int32_t y1 = 0;
  };
  /// Absent for what covers too many of them.
  [[nodiscard]] static std::optional<Squares> squares(const Footprint& f);
  /// A place to look at, with what the index needs of it worked out.
  class Query;
  /// Position of the first entry from `from` on whose footprint overlaps the query's; size() when there is none.
  [[nodiscard]] std::size_t next(std::size_t from, const Query& query) const;

  /// The same list over other objects: `moved` answers what takes the place of an object.
  template <class Moved>
  void replace_objects(const Moved& moved) {
    for (Entry& e : entries_) e.object = moved(e.object);
  }

 private:
  struct Entry {
    const PhysicsObject* object = nullptr;
    Footprint footprint;
  };
  using Position = std::uint32_t;
  /// Squares of 4 metres, folded onto kSide × kSide buckets: what lies a multiple of kSide squares away
  /// shares a bucket, which costs time and no correctness. Buckets are sorted.
  struct Grid {
    static constexpr std::int32_t kSide = 16;
    std::array<std::vector<Position>, static_cast<std::size_t>(kSide) * kSide> buckets;
    std::vector<Position> wide;  ///< entries that cover too many squares to be put into each
  };
  /// A list shorter than this is walked.
  static constexpr std::size_t kIndexFrom = 12;

  [[nodiscard]] static std::size_t bucket(std::int32_t x, std::int32_t y);
  /// Calls `use` for every sorted list of the grid that an entry with this footprint is in.
  template <class GridType, class Use>
  static void for_each_bucket(GridType& grid, const Footprint& f, const Use& use);
  void index(Position i);
  void unindex(Position i);
  [[nodiscard]] std::size_t next_by_walking(std::size_t from, const Footprint& where) const;

  std::vector<Entry> entries_;
  std::optional<Grid> grid_;  // from kIndexFrom entries on
};

class ShadowList::Query {
 public:
  explicit Query(const Footprint& where) : where_(where), squares_(squares(where)) {}

 private:
  friend class ShadowList;
  Footprint where_;
  std::optional<Squares> squares_;
};

}  // namespace surefoot
