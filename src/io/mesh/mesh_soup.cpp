#include "io/mesh/mesh_soup.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "io/json.hpp"
#include "shape/convex_merge.hpp"
#include "shape/solid_bodies.hpp"

namespace surefoot::io {

namespace {

/// The corners of a face as numbers of distinct places, starting from the least.
class Canonical {
 public:
  Canonical(const MeshSoup& soup, const std::vector<std::uint32_t>& place) : soup_(soup), place_(place) {
    start_.reserve(soup.faces.size());
    for (const MeshSoup::Face& f : soup.faces) {
      std::uint32_t best = 0;
      for (std::uint32_t k = 1; k < f.count; ++k) {
        if (corner(f, k) < corner(f, best)) best = k;
      }
      start_.push_back(best);
    }
  }

  /// Negative, 0, positive as in a comparison.
  [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b) const {
    const MeshSoup::Face& fa = soup_.faces[a];
    const MeshSoup::Face& fb = soup_.faces[b];
    if (fa.count != fb.count) return fa.count < fb.count ? -1 : 1;
    for (std::uint32_t k = 0; k < fa.count; ++k) {
      const std::uint32_t ca = corner(fa, (start_[a] + k) % fa.count);
      const std::uint32_t cb = corner(fb, (start_[b] + k) % fb.count);
      if (ca != cb) return ca < cb ? -1 : 1;
    }
    return 0;
  }

 private:
  [[nodiscard]] std::uint32_t corner(const MeshSoup::Face& f, std::uint32_t k) const {
    return place_[soup_.corners[f.first + k]];
  }

  const MeshSoup& soup_;
  const std::vector<std::uint32_t>& place_;
  std::vector<std::uint32_t> start_;
};

/// Removes corners that repeat their predecessor; answers how many. What is left is at the front of the face's range.
std::uint32_t remove_repeated(MeshSoup& soup, MeshSoup::Face& f, const std::vector<std::uint32_t>& place) {
  const std::uint32_t before = f.count;
  std::uint32_t kept = 0;
  for (std::uint32_t k = 0; k < before; ++k) {
    const std::uint32_t c = soup.corners[f.first + k];
    if (kept != 0 && place[soup.corners[f.first + kept - 1]] == place[c]) continue;
    soup.corners[f.first + kept++] = c;
  }
  while (kept > 1 && place[soup.corners[f.first]] == place[soup.corners[f.first + kept - 1]]) --kept;
  f.count = kept;
  return before - kept;
}

struct Edge {
  std::uint32_t part;
  std::uint32_t low;
  std::uint32_t high;
  bool forward;  ///< from low to high

  [[nodiscard]] bool same_line(const Edge& o) const {
    return part == o.part && low == o.low && high == o.high;
  }
};

bool before(const Edge& a, const Edge& b) {
  if (a.part != b.part) return a.part < b.part;
  if (a.low != b.low) return a.low < b.low;
  if (a.high != b.high) return a.high < b.high;
  return a.forward && !b.forward;
}

/// Which parts have every edge once in each direction.
std::vector<bool> find_watertight(const MeshSoup& soup, const std::vector<std::uint32_t>& place) {
  std::vector<Edge> edges;
  edges.reserve(soup.corners.size());
  for (const MeshSoup::Face& f : soup.faces) {
    for (std::uint32_t k = 0; k < f.count; ++k) {
      const std::uint32_t a = place[soup.corners[f.first + k]];
      const std::uint32_t b = place[soup.corners[f.first + (k + 1) % f.count]];
      edges.push_back({f.part, std::min(a, b), std::max(a, b), a < b});
    }
  }
  std::sort(edges.begin(), edges.end(), before);
  std::vector<bool> out(soup.parts.size(), true);
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t end = i;
    while (end < edges.size() && edges[end].same_line(edges[i])) ++end;
    if (end - i != 2 || edges[i].forward == edges[i + 1].forward) out[edges[i].part] = false;
    i = end;
  }
  return out;
}

/// Six times the signed volume between a face's fan and the origin.
double volume_of(const MeshSoup& soup, const MeshSoup::Face& f) {
  const auto at = [&](std::uint32_t k) { return to_double(soup.points[soup.corners[f.first + k]]); };
  double sum = 0.0;
  const Vec3d a = at(0);
  for (std::uint32_t k = 1; k + 1 < f.count; ++k) sum += dot(a, cross(at(k), at(k + 1)));
  return sum;
}

}  // namespace

Expected<void> to_z_up(MeshSoup& soup, const MeshSpace& space) {
  if (!(space.scale > 0.0F && space.scale <= kMaxCoordinate))
    return fail(ErrorCode::bad_value, fmt::format("a scale of {}; it is above 0", space.scale));
  for (std::size_t i = 0; i < soup.points.size(); ++i) {
    Vec3& p = soup.points[i];
    if (space.up == UpAxis::y) p = {p.x, -p.z, p.y};
    p = {p.x * space.scale, p.y * space.scale, p.z * space.scale};
    // Written so that NaN is refused.
    if (!(std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate &&
          std::fabs(p.z) <= kMaxCoordinate))
      return fail(ErrorCode::bad_value,
                  fmt::format("({}, {}, {}) is no place within {} m", p.x, p.y, p.z, kMaxCoordinate),
                  fmt::format("vertex {}", i));
  }
  if (!space.flip) return {};
  for (const MeshSoup::Face& f : soup.faces) {
    const auto first = soup.corners.begin() + static_cast<std::ptrdiff_t>(f.first);
    std::reverse(first, first + static_cast<std::ptrdiff_t>(f.count));
  }
  return {};
}

DroppedFaces drop_empty_faces(MeshSoup& soup) {
  DroppedFaces out;
  const std::vector<std::uint32_t> place = weld(soup.points).index;
  for (MeshSoup::Face& f : soup.faces) out.repeated_corners += remove_repeated(soup, f, place);
  const auto empty = [](const MeshSoup::Face& f) { return f.count < 3; };
  const auto kept = std::remove_if(soup.faces.begin(), soup.faces.end(), empty);
  out.degenerate = static_cast<std::size_t>(soup.faces.end() - kept);
  soup.faces.erase(kept, soup.faces.end());

  const Canonical canonical(soup, place);
  std::vector<std::uint32_t> order(soup.faces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int c = canonical.compare(a, b);
    return c != 0 ? c < 0 : a < b;
  });
  std::vector<bool> twice(soup.faces.size(), false);
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (canonical.compare(order[i - 1], order[i]) == 0) twice[order[i]] = true;
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < soup.faces.size(); ++i) {
    if (twice[i])
      ++out.duplicates;
    else
      soup.faces[to++] = soup.faces[i];
  }
  soup.faces.resize(to);
  return out;
}

std::vector<MeshPart> describe_parts(const MeshSoup& soup) {
  std::vector<MeshPart> out;
  for (const std::string& name : soup.parts) out.push_back({name, 0, false, 0.0});
  const std::vector<std::uint32_t> place = weld(soup.points).index;
  const std::vector<bool> watertight = find_watertight(soup, place);
  for (const MeshSoup::Face& f : soup.faces) {
    ++out[f.part].faces;
    out[f.part].volume += volume_of(soup, f) / 6.0;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].closed = out[i].faces != 0 && watertight[i] && out[i].volume > kMinBodyVolume;
    if (!out[i].closed) out[i].volume = 0.0;
  }
  return out;
}

}  // namespace surefoot::io
