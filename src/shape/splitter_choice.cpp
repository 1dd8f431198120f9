#include "shape/splitter_choice.hpp"

#include <algorithm>
#include <array>

namespace surefoot {

namespace {

constexpr std::size_t kCandidates = 64;
constexpr std::uint64_t kSplitCost = 8;
/// A child that lacks more fragments than this is counted afresh.
constexpr std::size_t kFew = 8;

std::uint64_t cost(const SplitCount& c) {
  return kSplitCost * c.splits + (c.front > c.back ? c.front - c.back : c.back - c.front);
}

std::uint32_t* counter_of(SplitCount& c, Side side) {
  switch (side) {
    case Side::front:
      return &c.front;
    case Side::back:
      return &c.back;
    case Side::both:
      return &c.splits;
    case Side::on:
      break;
  }
  return nullptr;
}

/// Stops, not known, as soon as the splits alone cost `limit`.
SplitCount count_sides(const FragmentStore& store, const Plane& plane, std::uint32_t own,
                       const Fragments& unused, std::uint64_t limit) {
  SplitCount c;
  for (const Fragment& f : unused) {
    if (f.polygon == own) continue;
    if (std::uint32_t* counter = counter_of(c, store.side_of(f, plane))) ++*counter;
    if (kSplitCost * c.splits >= limit) return c;
  }
  c.known = true;
  return c;
}

}  // namespace

std::size_t best_splitter(const FragmentStore& store, std::span<const Polygon> polygons,
                          const Fragments& unused, std::vector<SplitCount>& counts) {
  const std::size_t step = std::max<std::size_t>(1, unused.size() / kCandidates);
  std::size_t best = 0;
  std::uint64_t best_cost = ~std::uint64_t{0};
  for (std::size_t i = 0; i < unused.size() && best_cost > 0; i += step) {
    const std::uint32_t own = unused[i].polygon;
    if (!counts[i].known) counts[i] = count_sides(store, polygons[own].plane, own, unused, best_cost);
    if (!counts[i].known || cost(counts[i]) >= best_cost) continue;
    best_cost = cost(counts[i]);
    best = i;
  }
  return best;
}

std::vector<SplitCount> inherit_counts(const FragmentStore& store, std::span<const Polygon> polygons,
                                       const Fragments& parent_unused,
                                       const std::vector<SplitCount>& parent_counts, const Fragments& child) {
  std::vector<SplitCount> out;
  Fragments gone;
  std::size_t next = 0;
  for (const Fragment& f : child) {
    if (f.used) continue;
    while (next < parent_unused.size() && parent_unused[next].polygon != f.polygon) {
      gone.push_back(parent_unused[next++]);
      if (gone.size() > kFew) return {};
    }
    if (next == parent_unused.size() || parent_unused[next].first != f.first) return {};
    out.push_back(parent_counts[next++]);
  }
  gone.insert(gone.end(), parent_unused.begin() + static_cast<std::ptrdiff_t>(next), parent_unused.end());
  if (gone.size() > kFew) return {};
  std::size_t i = 0;
  for (const Fragment& f : child) {
    if (f.used) continue;
    SplitCount& c = out[i++];
    if (!c.known) continue;
    for (const Fragment& g : gone) {
      if (std::uint32_t* counter = counter_of(c, store.side_of(g, polygons[f.polygon].plane))) --*counter;
    }
  }
  return out;
}

std::vector<Plane> axis_splitters(const FragmentStore& store, const Fragments& fragments) {
  Box3d extent;
  for (const Fragment& f : fragments) {
    for (const Vec3d& p : store.outline(f)) extent.add(p);
  }
  const Vec3d size = extent.max - extent.min;
  std::array<int, 3> axes{0, 1, 2};
  std::stable_sort(axes.begin(), axes.end(),
                   [&](int a, int b) { return component(size, a) > component(size, b); });
  std::vector<Plane> out;
  std::vector<float> values;
  for (const int axis : axes) {
    const double low = component(extent.min, axis) + kOnPlane;
    const double high = component(extent.max, axis) - kOnPlane;
    values.clear();
    for (const Fragment& f : fragments) {
      for (const Vec3& v : store.polygon_of(f).vertices) {
        const float c = component(v, axis);
        // −0 becomes 0: a median must not depend on which of the two the selection finds.
        if (static_cast<double>(c) > low && static_cast<double>(c) < high) values.push_back(c + 0.0F);
      }
    }
    if (values.empty()) continue;
    const auto median = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    // determinism: equal values have equal bits
    std::nth_element(values.begin(), median, values.end());
    out.push_back({{axis == 0 ? 1.0F : 0.0F, axis == 1 ? 1.0F : 0.0F, axis == 2 ? 1.0F : 0.0F}, -*median});
  }
  return out;
}

}  // namespace surefoot
