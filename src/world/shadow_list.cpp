#include "world/shadow_list.hpp"

#include <algorithm>

namespace surefoot {

template <class Use>
void ShadowList::for_each_bucket(const Footprint& f, const Use& use) {
  if (!(f.min_x <= f.max_x && f.min_y <= f.max_y)) return;  // no shape: no query finds it
  const auto s = squares(f);
  if (!s) {
    use(grid_->wide);
    return;
  }
  for (std::int32_t x = s->x0; x <= s->x1; ++x) {
    for (std::int32_t y = s->y0; y <= s->y1; ++y) {
      const std::size_t b = bucket(x, y);
      use(grid_->buckets[b]);
      const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(b % Grid::kSide));
      std::uint16_t& row = grid_->occupied[b / Grid::kSide];
      row = static_cast<std::uint16_t>(grid_->buckets[b].empty() ? row & ~bit : row | bit);
    }
  }
}

void ShadowList::index(Position i) {
  for_each_bucket(grounds_[i].footprint(), [&](std::vector<Position>& list) { list.push_back(i); });
}

void ShadowList::unindex(Position i) {
  for_each_bucket(grounds_[i].footprint(), [&](std::vector<Position>& list) {
    const auto it = std::find(list.begin(), list.end(), i);
    if (it == list.end()) return;
    *it = list.back();
    list.pop_back();
  });
}

void ShadowList::renumber(Position from, Position to) {
  for_each_bucket(grounds_[from].footprint(),
                  [&](std::vector<Position>& list) { std::replace(list.begin(), list.end(), from, to); });
}

std::size_t ShadowList::find(const PhysicsObject& object) const {
  return static_cast<std::size_t>(std::find(objects_.begin(), objects_.end(), &object) - objects_.begin());
}

void ShadowList::add(const PhysicsObject& object, const Footprint& footprint) {
  objects_.push_back(&object);
  grounds_.emplace_back(footprint);
  const auto last = static_cast<Position>(objects_.size() - 1);
  if (grid_) {
    index(last);
  } else if (objects_.size() >= kIndexFrom) {
    grid_ = std::make_unique<Grid>();
    for (Position i = 0; i <= last; ++i) index(i);
  }
}

void ShadowList::refresh(const PhysicsObject& object, const Footprint& footprint) {
  const std::size_t at = find(object);
  if (at == size()) return;
  const auto i = static_cast<Position>(at);
  if (grid_) unindex(i);
  grounds_[at] = Ground(footprint);
  if (grid_) index(i);
}

void ShadowList::remove(const PhysicsObject& object) {
  const std::size_t hole = find(object);
  if (hole == size()) return;
  const std::size_t last = size() - 1;
  if (grid_) {
    unindex(static_cast<Position>(hole));
    if (hole != last) renumber(static_cast<Position>(last), static_cast<Position>(hole));
  }
  objects_[hole] = objects_.back();
  grounds_[hole] = grounds_.back();
  objects_.pop_back();
  grounds_.pop_back();
}

template <class Use>
void ShadowList::for_each_near(const Squares& s, const Use& use) const {
  for (std::int32_t x = s.x0; x <= s.x1; ++x) {
    const std::uint32_t row = grid_->occupied[static_cast<std::size_t>(x & (Grid::kSide - 1))];
    for (std::int32_t y = s.y0; y <= s.y1; ++y) {
      if ((row >> static_cast<unsigned>(y & (Grid::kSide - 1)) & 1U) == 0) continue;
      for (const Position i : grid_->buckets[bucket(x, y)]) use(i);
    }
  }
  for (const Position i : grid_->wide) use(i);
}

std::size_t ShadowList::next(std::size_t from, const Query& query) const {
  if (!grid_ || !query.squares_) {
    while (from < size() && !grounds_[from].overlaps(query.most_)) ++from;
    return from;
  }
  std::size_t best = size();
  for_each_near(*query.squares_, [&](Position i) {
    if (i >= from && i < best && grounds_[i].overlaps(query.most_)) best = i;
  });
  return best;
}

void ShadowList::Cursor::collect() {
  whole_ = list_.grid_ && query_.squares_;
  if (!whole_) return;
  at_ = count_ = 0;
  list_.for_each_near(*query_.squares_, [&](Position i) {
    if (i < from_ || !list_.grounds_[i].overlaps(query_.most_)) return;
    // In order, each once.
    std::size_t k = count_;
    while (k > 0 && found_[k - 1] > i) --k;
    if (k > 0 && found_[k - 1] == i) return;
    if (count_ == kMost) {
      whole_ = false;
      return;
    }
    for (std::size_t n = count_++; n > k; --n) found_[n] = found_[n - 1];
    found_[k] = i;
  });
}

}  // namespace surefoot
