#include "world/shadow_list.hpp"

#include <algorithm>
#include <cmath>

namespace surefoot {

std::size_t ShadowList::bucket(std::int32_t x, std::int32_t y) {
  constexpr std::int32_t kMask = Grid::kSide - 1;
  return static_cast<std::size_t>((x & kMask) * Grid::kSide + (y & kMask));
}

std::optional<ShadowList::Squares> ShadowList::squares(const Footprint& f) {
  // Half of the buckets along an axis: beyond that nearly every query finds the entry anyway.
  constexpr std::int32_t kWidest = Grid::kSide / 2;
  constexpr float kFarthest = 1.0e8F;  // in squares; the cast is defined within
  const float x0 = std::floor(f.min_x / Grid::kPitch);
  const float y0 = std::floor(f.min_y / Grid::kPitch);
  const float x1 = std::floor(f.max_x / Grid::kPitch);
  const float y1 = std::floor(f.max_y / Grid::kPitch);
  if (!(x0 >= -kFarthest && y0 >= -kFarthest && x1 <= kFarthest && y1 <= kFarthest)) return std::nullopt;
  if (!(x1 - x0 < static_cast<float>(kWidest) && y1 - y0 < static_cast<float>(kWidest))) return std::nullopt;
  return Squares{static_cast<std::int32_t>(x0), static_cast<std::int32_t>(y0), static_cast<std::int32_t>(x1),
                 static_cast<std::int32_t>(y1)};
}

template <class GridType, class Use>
void ShadowList::for_each_bucket(GridType& grid, const Footprint& f, const Use& use) {
  if (!(f.min_x <= f.max_x && f.min_y <= f.max_y)) return;  // no shape: no query finds it
  const auto s = squares(f);
  if (!s) {
    use(grid.wide);
    return;
  }
  for (std::int32_t x = s->x0; x <= s->x1; ++x) {
    for (std::int32_t y = s->y0; y <= s->y1; ++y) use(grid.buckets[bucket(x, y)]);
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
    grid_.emplace();
    for (Position i = 0; i <= last; ++i) index(i);
  }
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

std::size_t ShadowList::next(std::size_t from, const Footprint& where) const {
  if (!grid_) return next_by_walking(from, where);
  const auto s = squares(where);
  if (!s) return next_by_walking(from, where);
  std::size_t best = entries_.size();
  const auto look = [&](const std::vector<Position>& list) {
    auto it = std::lower_bound(list.begin(), list.end(), static_cast<Position>(from));
    for (; it != list.end() && *it < best; ++it) {
      if (entries_[*it].footprint.overlaps(where)) best = *it;
    }
  };
  for (std::int32_t x = s->x0; x <= s->x1; ++x) {
    for (std::int32_t y = s->y0; y <= s->y1; ++y) look(grid_->buckets[bucket(x, y)]);
  }
  look(grid_->wide);
  return best;
}

}  // namespace surefoot
