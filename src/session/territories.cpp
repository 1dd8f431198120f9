#include "session/territories.hpp"

#include <algorithm>

namespace surefoot {

namespace {

constexpr unsigned kTicks = 32;
constexpr std::size_t kSample = 256;

}  // namespace

void Territories::update(const std::map<std::uint32_t, Body>& bodies) {
  if (age_++ % kTicks != 0 && bodies.size() == bodies_) return;
  bodies_ = bodies.size();
  sample_.clear();
  const std::size_t every = bodies.size() / kSample + 1;
  std::size_t i = 0;
  for (const auto& [id, body] : bodies) {
    if (i++ % every == 0) sample_.push_back(body.position.cell_id);
  }
  firsts_.clear();
  if (sample_.empty()) return;
  std::vector<std::uint32_t> places;
  std::uint32_t spread[2] = {};
  for (const bool y : {false, true}) {
    by_y_ = y;
    places.clear();
    for (const CellId c : sample_) places.push_back(along(c));
    const auto [low, high] = std::minmax_element(places.begin(), places.end());
    spread[y ? 1 : 0] = *high - *low;
  }
  by_y_ = spread[1] > spread[0];
  places.clear();
  for (const CellId c : sample_) places.push_back(along(c));
  std::sort(places.begin(), places.end());
  for (unsigned w = 1; w < workers_; ++w) {
    // Where the strip could begin before or after the bodies of one row of cells, on the side with fewer of them.
    const std::size_t wanted = places.size() * w / workers_;
    const std::uint32_t row = places[wanted];
    const auto begin =
        static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), row) - places.begin());
    const auto end =
        static_cast<std::size_t>(std::upper_bound(places.begin(), places.end(), row) - places.begin());
    firsts_.push_back(wanted - begin <= end - wanted ? row : row + 1);
  }
}

}  // namespace surefoot
