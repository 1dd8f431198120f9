// The parts of `check_world`, by subject.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "io/world_check.hpp"

namespace surefoot::io {

/// Where findings go. `owner` is the text every place starts with.
class FindingSink {
 public:
  FindingSink(std::vector<Finding>& out, std::string owner) : out_(&out), owner_(std::move(owner)) {}

  [[nodiscard]] std::vector<Finding>& out() const { return *out_; }
  [[nodiscard]] const std::string& owner() const { return owner_; }

  /// `part`: "polygon 7", or "" for the owner itself.
  void add(Severity severity, const char* rule, const std::string& part, std::string message) const {
    std::string place = owner_;
    if (!part.empty()) place += (place.empty() ? "" : " ") + part;
    out_->push_back({severity, rule, std::move(place), std::move(message)});
  }

 private:
  std::vector<Finding>* out_;
  std::string owner_;
};

/// Findings of one rule and owner: the first kMostAlike of them, and the number of the rest.
class Told {
 public:
  Told(const FindingSink& sink, const char* rule) : sink_(&sink), rule_(rule) {}

  void add(Severity severity, const std::string& part, std::string message) {
    if (++count_ <= kMostAlike) sink_->add(severity, rule_, part, std::move(message));
    most_ = std::max(most_, severity);
  }
  void finish() {
    if (count_ > kMostAlike)
      sink_->add(most_, rule_, "", "and " + std::to_string(count_ - kMostAlike) + " more of these");
  }

 private:
  const FindingSink* sink_;
  const char* rule_;
  std::size_t count_ = 0;
  Severity most_ = Severity::info;
};

/// Up to this area, square metres, a polygon is nothing (spec 02 §8.1).
inline constexpr double kNoArea = 1e-10;

[[nodiscard]] double polygon_area(const Polygon& p);

void check_polygons(const std::vector<Polygon>& polygons, const FindingSink& sink);
/// One polygon outside a list, such as a portal's.
void check_polygon(const Polygon& polygon, const FindingSink& sink);
/// Polygons the tree builder dropped or cut up: told of, but mended, so never an error.
void check_altered(const std::vector<Polygon>& polygons, const FindingSink& sink);

/// Those a mover can meet, each once: what the others are was told by check_polygons, and the checks between polygons do
/// not tell it again.
[[nodiscard]] std::vector<Polygon> sound_polygons(const std::vector<Polygon>& polygons);

/// `guessed`: the tree is an importer's, its bounds are what they are.
void check_tree(const BspTree& tree, bool guessed, const FindingSink& sink);

/// Sampled spheres near the polygons, asked of the tree and of the polygons one by one.
void check_samples(const BspTree& tree, bool guessed, const CheckOptions& options, const FindingSink& sink);

/// Both of sound polygons.
void check_edges(const std::vector<Polygon>& polygons, const FindingSink& sink);
/// Floors near the limit and passages too small. `up` in the polygons' axes.
void check_passages(const std::vector<Polygon>& polygons, const Vec3& up, const CheckOptions& options,
                    const FindingSink& sink);
/// `upward`: the z of a surface's normal.
void check_slope(float upward, const std::string& part, Told& told);

void check_volume(const CellStruct& structure, const FindingSink& sink);
void check_cells(const World& world, std::vector<Finding>& out);
void check_land(const World& world, std::vector<Finding>& out);

/// "0xA9B40100"
[[nodiscard]] std::string hex_id(std::uint32_t id);

}  // namespace surefoot::io
