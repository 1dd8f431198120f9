#include "shape/bsp_builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "shape/bsp_draft.hpp"
#include "shape/fragments.hpp"
#include "shape/solid_bodies.hpp"
#include "shape/splitter_choice.hpp"

namespace surefoot {

namespace {

/// Metres behind a polygon where a leaf is probed for being solid.
constexpr double kProbeDepth = 0.002;

/// Part of `box` on one side of `plane`. It only shrinks where the plane is one of the box's own directions.
Box3d clip_box(Box3d box, const Plane& plane, bool in_front) {
  const Vec3& n = plane.normal;
  const auto clip = [&](float normal, double& low, double& high) {
    const double at = static_cast<double>(normal > 0.0F ? -plane.d : plane.d);
    if ((normal > 0.0F) == in_front)
      low = std::max(low, at);
    else
      high = std::min(high, at);
  };
  if (std::fabs(n.x) == 1.0F && n.y == 0.0F && n.z == 0.0F)
    clip(n.x, box.min.x, box.max.x);
  else if (std::fabs(n.y) == 1.0F && n.x == 0.0F && n.z == 0.0F)
    clip(n.y, box.min.y, box.max.y);
  else if (std::fabs(n.z) == 1.0F && n.x == 0.0F && n.y == 0.0F)
    clip(n.z, box.min.z, box.max.z);
  return box;
}

/// The recursion of spec 02 §8.3 with its own stack: a convex body of n faces is a chain of n nodes.
class Builder {
 public:
  Builder(std::span<const Polygon> polygons, const BuildOptions& options)
      : polygons_(polygons), options_(options), bodies_(polygons, options.solid), store_(polygons) {}

  Expected<BspDraft> run() {
    std::vector<Work> waiting;
    if (!polygons_.empty()) waiting.push_back(whole_mesh());
    while (!waiting.empty()) {
      Work work = std::move(waiting.back());
      waiting.pop_back();
      store_.release(work.mark);
      if (draft_.nodes().size() + waiting.size() >= options_.max_nodes)
        return fail(
            ErrorCode::too_deep,
            fmt::format("the {} polygons cross each other so much that their tree has more than {} nodes",
                        polygons_.size(), options_.max_nodes));
      const std::int32_t index = draft_.add(work.parent, work.in_front, work.box);
      Work pos;
      Work neg;
      if (!split_by_polygon(work, index, pos, neg) && !settle_leaf(work, index, pos, neg)) continue;
      const Plane& plane = draft_[index].plane;
      pos.box = clip_box(work.box, plane, true);
      neg.box = clip_box(work.box, plane, false);
      pos.parent = neg.parent = index;
      pos.in_front = true;
      pos.mark = neg.mark = store_.mark();
      waiting.push_back(std::move(neg));
      waiting.push_back(std::move(pos));
    }
    return std::move(draft_);
  }

  [[nodiscard]] std::size_t solid_bodies() const { return bodies_.count(); }

 private:
  /// A region still to be divided.
  struct Work {
    Fragments fragments;
    std::vector<SplitCount> counts;  ///< per unused fragment, as far as known; or empty
    Box3d box;
    std::int32_t parent = BspDraft::kNone;
    bool in_front = false;
    std::size_t mark = 0;  ///< the store's points when it was made: later ones belong to finished regions
  };

  Work whole_mesh() {
    Work root;
    for (std::uint32_t i = 0; i < polygons_.size(); ++i) {
      root.fragments.push_back(store_.add_whole(i));
      for (const Vec3d& p : store_.outline(root.fragments.back())) root.box.add(p);
    }
    root.mark = store_.mark();
    return root;
  }

  /// Divides by the best plane of an unused polygon; false when the region is to be a leaf.
  bool split_by_polygon(Work& work, std::int32_t index, Work& pos, Work& neg) {
    Fragments unused;
    for (const Fragment& f : work.fragments) {
      if (!f.used) unused.push_back(f);
    }
    if (unused.size() <= options_.max_leaf) return false;
    work.counts.resize(unused.size());
    const std::uint32_t best = unused[best_splitter(store_, polygons_, unused, work.counts)].polygon;
    const Plane& plane = polygons_[best].plane;
    store_.partition(work.fragments, plane, best, pos.fragments, neg.fragments);
    pos.counts = inherit_counts(store_, polygons_, unused, work.counts, pos.fragments);
    neg.counts = inherit_counts(store_, polygons_, unused, work.counts, neg.fragments);
    draft_[index].plane = plane;
    return true;
  }

  /// Makes the leaf; or, when it would be a large one that is not solid, finds a plane that divides it and
  /// answers true.
  bool settle_leaf(const Work& work, std::int32_t index, Work& pos, Work& neg) {
    const bool solid = is_solid(work.fragments, index);
    if (!solid && options_.leaf_split != 0 && work.fragments.size() > options_.leaf_split &&
        split_by_axis(work.fragments, index, pos.fragments, neg.fragments))
      return true;
    std::vector<std::uint32_t> list;
    for (const Fragment& f : work.fragments) list.push_back(f.polygon);
    // determinism: ids differ, clean_polygons saw to it
    std::sort(list.begin(), list.end(),
              [&](std::uint32_t a, std::uint32_t b) { return polygons_[a].id < polygons_[b].id; });
    draft_.set_leaf(index, list, solid);
    return false;
  }

  /// Both sides must end up with fewer polygons, and at most half of them may be cut: overlapping polygons
  /// would multiply without end.
  bool split_by_axis(const Fragments& fragments, std::int32_t index, Fragments& pos, Fragments& neg) {
    const std::size_t all = fragments.size();
    const std::size_t mark = store_.mark();
    for (const Plane& plane : axis_splitters(store_, fragments)) {
      store_.partition(fragments, plane, std::nullopt, pos, neg);
      if (!pos.empty() && !neg.empty() && pos.size() < all && neg.size() < all &&
          pos.size() + neg.size() <= all + all / 2) {
        draft_[index].plane = plane;
        return true;
      }
      pos.clear();
      neg.clear();
      store_.release(mark);
    }
    return false;
  }

  /// Probes behind the leaf's largest fragment whose probe point is in the leaf's region.
  [[nodiscard]] bool is_solid(const Fragments& fragments, std::int32_t index) const {
    if (bodies_.count() == 0) return false;
    std::vector<std::pair<double, std::size_t>> by_area;
    for (std::size_t i = 0; i < fragments.size(); ++i)
      by_area.emplace_back(area(store_.outline(fragments[i])), i);
    std::stable_sort(by_area.begin(), by_area.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& entry : by_area) {
      const Fragment& f = fragments[entry.second];
      const Vec3d probe =
          centroid(store_.outline(f)) - to_double(store_.polygon_of(f).plane.normal) * kProbeDepth;
      if (draft_.region_holds(index, probe)) return bodies_.contain(probe);
    }
    return false;
  }

  std::span<const Polygon> polygons_;
  BuildOptions options_;
  SolidBodies bodies_;
  FragmentStore store_;
  BspDraft draft_;
};

void describe(const BspDraft& draft, BuildReport& report) {
  for (const BspDraft::Node& n : draft.nodes()) {
    report.depth = std::max(report.depth, n.depth);
    if (!n.leaf) {
      ++report.interior;
      continue;
    }
    const std::size_t listed = n.list_end - n.list_begin;
    ++report.leaves;
    if (listed == 0) ++report.empty_leaves;
    if (n.solid) ++report.solid_leaves;
    report.largest_leaf = std::max(report.largest_leaf, listed);
  }
}

Expected<BspTree> build(std::vector<Polygon> polygons, PlaneSource planes, const BuildOptions& options,
                        BuildReport* report) {
  BuildReport scratch;
  BuildReport& out = report != nullptr ? *report : scratch;
  out = {};
  auto clean = clean_polygons(std::move(polygons), planes, options.merge_coplanar, out.cleanup);
  if (!clean) return tl::unexpected<Error>(clean.error());
  out.source = std::move(clean->source);
  Builder builder(clean->polygons, options);
  auto draft = builder.run();
  if (!draft) return tl::unexpected<Error>(draft.error());
  out.solid_bodies = builder.solid_bodies();
  describe(*draft, out);
  return draft->finish(std::move(clean->polygons));
}

}  // namespace

Expected<BspTree> build_bsp(std::vector<Polygon> polygons, const BuildOptions& options, BuildReport* report) {
  return build(std::move(polygons), PlaneSource::given, options, report);
}

Expected<BspTree> build_bsp_from_outlines(std::span<const std::vector<Vec3>> outlines,
                                          const BuildOptions& options, BuildReport* report) {
  std::vector<Polygon> polygons;
  polygons.reserve(outlines.size());
  for (const auto& outline : outlines) polygons.push_back({0, 0, {}, outline});
  return build(std::move(polygons), PlaneSource::computed, options, report);
}

Expected<BspTree> build_bsp_from_outlines(std::vector<std::vector<Vec3>>&& outlines,
                                          const BuildOptions& options, BuildReport* report) {
  std::vector<Polygon> polygons;
  polygons.reserve(outlines.size());
  for (auto& outline : outlines) polygons.push_back({0, 0, {}, std::move(outline)});
  outlines = {};
  return build(std::move(polygons), PlaneSource::computed, options, report);
}

}  // namespace surefoot
