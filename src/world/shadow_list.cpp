#include "world/shadow_list.hpp"

#include <algorithm>

namespace surefoot {

template <class GridType, class Use>
void ShadowList::for_each_bucket(GridType& grid, const Footprint& f, const Use& use) {
  if (!(f.min_x <= f.max_x && f.min_y <= f.max_y)) return;  // no shape: no query finds it
  const auto s = squares(f);
  if (!s) {
    use(grid.wide);
    return;
  }
  for (std::int32_t x = s->x0; x <= s->x1; ++x) {
    for (std::int32_t y = s->y0; y <= s->y1; ++y) {
      const std::size_t b = bucket(x, y);
      use(grid.buckets[b]);
      const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(b % Grid::kSide));
      std::uint16_t& row = grid.occupied[b / Grid::kSide];
      row = static_cast<std::uint16_t>(grid.buckets[b].empty() ? row & ~bit : row | bit);
    }
  }
}

void ShadowList::index(Position i) {
  for_each_bucket(*grid_, entries_[i].footprint, [&](std::vector<Position>& list) {
    list.insert(std::lower_bound(list.begin(), list.end(), i), i);
  });
}

void ShadowList::unindex(Position i) {
  for_each_bucket(*grid_, entries_[i].footprint, [&](std::vector<Position>& list) {
    const auto it = std::lower_bound(list.begin(), list.end(), i);
    if (it != list.end() && *it == i) list.erase(it);
  });
}

void ShadowList::add(const PhysicsObject& object, const Footprint& footprint) {
  entries_.push_back({&object, footprint});
  const auto last = static_cast<Position>(entries_.size() - 1);
  if (grid_) {
    index(last);
  } else if (entries_.size() >= kIndexFrom) {
    grid_ = std::make_unique<Grid>();
    for (Position i = 0; i <= last; ++i) index(i);
  }
}

void ShadowList::refresh(const PhysicsObject& object, const Footprint& footprint) {
  const auto it =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.object == &object; });
  if (it == entries_.end()) return;
  const auto at = static_cast<Position>(it - entries_.begin());
  if (grid_) unindex(at);
  it->footprint = footprint;
  if (grid_) index(at);
}

void ShadowList::remove(const PhysicsObject& object) {
  const auto it =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.object == &object; });
  if (it == entries_.end()) return;
  const auto hole = static_cast<Position>(it - entries_.begin());
  const auto last = static_cast<Position>(entries_.size() - 1);
  if (grid_) {
    unindex(last);
    if (hole != last) unindex(hole);
  }
  entries_[hole] = entries_.back();
  entries_.pop_back();
  if (grid_ && hole != last) index(hole);
}

std::size_t ShadowList::next_by_walking(std::size_t from, const Footprint& where) const {
  for (std::size_t i = from; i < entries_.size(); ++i) {
    if (entries_[i].footprint.overlaps(where)) return i;
  }
  return entries_.size();
}

std::size_t ShadowList::next(std::size_t from, const Query& query) const {
  if (!grid_ || !query.squares_) return next_by_walking(from, query.where_);
  const Squares& s = *query.squares_;
  std::size_t best = entries_.size();
  const auto look = [&](const std::vector<Position>& list) {
    for (const Position i : list) {
      if (i >= best) break;
      if (i >= from && entries_[i].footprint.overlaps(query.where_)) best = i;
    }
  };
  for (std::int32_t x = s.x0; x <= s.x1; ++x) {
    for (std::int32_t y = s.y0; y <= s.y1; ++y) {
      look(grid_->buckets[bucket(x, y)]);
    }
  }
  look(grid_->wide);
  return best;
}

}  // namespace surefoot
