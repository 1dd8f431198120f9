// The objects listed in one cell, in retail's order, and an index over the ground they cover.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/lanes.hpp"
#include "world/footprint.hpp"

namespace surefoot {

/// Retail walks the whole list for every sphere that is tested in the cell (03 §3.2). An object that lies
/// beside the spheres answers Ok there and changes nothing, so it may be left out: `next` names the objects
/// whose ground the spheres reach, in list order, at a cost that grows with those and not with the list.
class ShadowList {
 public:
  ShadowList() = default;
  ShadowList(const ShadowList& other)
      : objects_(other.objects_),
        grounds_(other.grounds_),
        grid_(other.grid_ ? std::make_unique<Grid>(*other.grid_) : nullptr) {}
  ShadowList& operator=(const ShadowList& other) = delete;
  ShadowList(ShadowList&&) = default;
  ShadowList& operator=(ShadowList&&) = default;
  ~ShadowList() = default;

  /// `add_shadow_object` 0x0052B280: at the end.
  void add(const PhysicsObject& object, const Footprint& footprint);
  /// The object stands or covers something else now; it keeps its place in the list. Nothing when it is not listed.
  void refresh(const PhysicsObject& object, const Footprint& footprint);
  /// `remove_shadow_object` 0x0052B2D0: the last entry fills the hole. Nothing when it is not listed.
  void remove(const PhysicsObject& object);

  [[nodiscard]] std::size_t size() const { return objects_.size(); }
  [[nodiscard]] bool empty() const { return objects_.empty(); }
  [[nodiscard]] const PhysicsObject& operator[](std::size_t i) const { return *objects_[i]; }

  /// Squares from first to last inclusive, along both axes, of the grid of 2 m squares.
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
  /// `next` again and again, at the cost of one.
  class Cursor;
  /// Whether `next` from 0 would find nothing, seen at a glance; false says nothing.
  [[nodiscard]] bool surely_misses(const Query& query) const;

  /// The same list over other objects: `moved` answers what takes the place of an object.
  template <class Moved>
  void replace_objects(const Moved& moved) {
    for (const PhysicsObject*& o : objects_) o = moved(o);
  }

 private:
  /// A footprint as it is compared: all four at once, `Footprint::overlaps`. Against the ground of an entry, its least
  /// coordinates and its greatest negated, stands the query's, the other way round.
  struct Ground {
    Lanes least;

    explicit Ground(const Footprint& f) : least{f.min_x, f.min_y, -f.max_x, -f.max_y} {}
    [[nodiscard]] Footprint footprint() const { return {least[0], least[1], -least[2], -least[3]}; }
    [[nodiscard]] bool overlaps(const Lanes& most) const { return bits_of(least > most) == 0; }
  };
  using Position = std::uint32_t;
  /// Squares of 2 metres, folded onto kSide × kSide buckets: what lies a multiple of kSide squares away
  /// shares a bucket, which costs time and no correctness. Buckets are in no order.
  struct Grid {
    static constexpr std::int32_t kSide = 16;
    static constexpr std::size_t kBuckets = static_cast<std::size_t>(kSide) * kSide;
    /// By x, a bit for each y whose bucket holds something: most queries end here, within one line of the cache.
    std::array<std::uint16_t, static_cast<std::size_t>(kSide)> occupied{};
    std::vector<Position> wide;  ///< entries that cover too many squares to be put into each
    std::array<std::vector<Position>, kBuckets> buckets;
  };
  /// A list shorter than this is walked.
  static constexpr std::size_t kIndexFrom = 32;

  [[nodiscard]] static std::size_t bucket(std::int32_t x, std::int32_t y);
  /// Calls `use` for every bucket of the grid that an entry on this ground is in.
  template <class Use>
  void for_each_bucket(const Footprint& f, const Use& use);
  /// Calls `use` for every entry that a query with squares may overlap, some more than once.
  template <class Use>
  void for_each_near(const Squares& s, const Use& use) const;
  void index(Position i);
  void unindex(Position i);
  /// The entry at `from` is about to move to `to`.
  void renumber(Position from, Position to);
  /// size() when it is not listed.
  [[nodiscard]] std::size_t find(const PhysicsObject& object) const;

  // By position in the list.
  std::vector<const PhysicsObject*> objects_;
  std::vector<Ground> grounds_;
  std::unique_ptr<Grid> grid_;  // from kIndexFrom entries on; a world has many lists and few long ones
};

class ShadowList::Query {
 public:
  explicit Query(const Footprint& where)
      : most_{where.max_x, where.max_y, -where.min_x, -where.min_y}, squares_(squares(where)) {}

 private:
  friend class ShadowList;
  Lanes most_;
  std::optional<Squares> squares_;
};

class ShadowList::Cursor {
 public:
  Cursor(const ShadowList& list, const Query& query) : list_(list), query_(query) { collect(); }

  /// The next entry whose footprint overlaps the query's; size() when there is none.
  [[nodiscard]] std::size_t next() {
    std::size_t i = list_.size();
    if (!whole_)
      i = list_.next(from_, query_);
    else if (at_ < count_)
      i = found_[at_++];
    from_ = i + 1;
    return i;
  }
  /// The query is another one from the next entry on.
  void look_elsewhere(const Query& query) {
    query_ = query;
    collect();
  }

 private:
  static constexpr std::size_t kMost = 16;

  void collect();

  const ShadowList& list_;
  Query query_;
  std::size_t from_ = 0;
  bool whole_ = true;  ///< `found_` has all
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::array<Position, kMost>
      found_;  // NOLINT(cppcoreguidelines-pro-type-member-init): the first `count_` are there
};

inline std::size_t ShadowList::bucket(std::int32_t x, std::int32_t y) {
  constexpr std::int32_t kMask = Grid::kSide - 1;
  return static_cast<std::size_t>(x & kMask) * Grid::kSide + static_cast<std::size_t>(y & kMask);
}

inline std::optional<ShadowList::Squares> ShadowList::squares(const Footprint& f) {
  // Half of the buckets along an axis: beyond that nearly every query finds the entry anyway.
  constexpr std::int32_t kWidest = Grid::kSide / 2;
  constexpr float kFarthest = 1.0e8F;  // metres; the cast is defined within
  // Rounded down, in 2 m squares. A call of `floor` would cost more than the rest.
  const auto square_of = [](float v) {
    const float scaled = v * 0.5F;
    const auto i = static_cast<std::int32_t>(scaled);
    return i - static_cast<std::int32_t>(scaled < static_cast<float>(i));
  };
  if (!(f.min_x >= -kFarthest && f.min_y >= -kFarthest && f.max_x <= kFarthest && f.max_y <= kFarthest))
    return std::nullopt;
  const Squares s{square_of(f.min_x), square_of(f.min_y), square_of(f.max_x), square_of(f.max_y)};
  if (s.x1 - s.x0 >= kWidest || s.y1 - s.y0 >= kWidest) return std::nullopt;
  return s;
}

inline bool ShadowList::surely_misses(const Query& query) const {
  if (!grid_ || !query.squares_ || !grid_->wide.empty()) return false;
  const Squares& s = *query.squares_;
  std::uint32_t found = 0;
  for (std::int32_t x = s.x0; x <= s.x1; ++x) {
    const std::uint32_t row = grid_->occupied[static_cast<std::size_t>(x & (Grid::kSide - 1))];
    for (std::int32_t y = s.y0; y <= s.y1; ++y)
      found |= row >> static_cast<unsigned>(y & (Grid::kSide - 1)) & 1U;
  }
  return found == 0;
}

}  // namespace surefoot
