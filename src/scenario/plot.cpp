#include "scenario/plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "io/json.hpp"

namespace surefoot::scenario {

namespace {

constexpr double kWidth = 760.0;
constexpr double kHeight = 420.0;
constexpr double kMargin = 56.0;
constexpr double kTop = 20.0;  ///< above the first picture
/// More grid lines than this are not drawn, nor needed.
constexpr int kMostLines = 50;
/// More outlines than this are not drawn: the picture is of the path.
constexpr std::size_t kMostOutlines = 4000;

struct Point {
  double x = 0.0;
  double y = 0.0;
};

/// What the mover stood on after a step.
enum class Stand : std::uint8_t { walkable, steep, air, stopped };

struct Style {
  Stand stand;
  const char* colour;
  const char* label;
};

constexpr Style kStyles[] = {
    {Stand::walkable, "#1b7837", "on walkable ground"},
    {Stand::steep, "#e08214", "in contact, not walkable"},
    {Stand::air, "#2166ac", "in the air"},
    {Stand::stopped, "#b2182b", "did not move (under 1 mm)"},
};

const char* colour_of(Stand s) {
  return kStyles[static_cast<std::size_t>(s)].colour;
}

Stand stand_of(const StepRecord& s) {
  constexpr float kStill = 0.001F;
  if (s.moved < kStill) return Stand::stopped;
  if ((s.body.transient & transient_state::kContact) == 0) return Stand::air;
  return (s.body.transient & transient_state::kOnWalkable) != 0 ? Stand::walkable : Stand::steep;
}

/// Metres to picture, the same scale on both axes or one each.
class Frame2 {
 public:
  Frame2(Point low, Point high, double top, bool equal_scale) : low_(low), top_(top) {
    const double w = kWidth - 2 * kMargin;
    const double h = kHeight - 2 * kMargin;
    constexpr double kLeast = 0.5;  // metres: a mover that stands still is a dot in the middle
    const double mx = std::max((high.x - low.x) * 0.05, (kLeast - (high.x - low.x)) / 2);
    const double my = std::max((high.y - low.y) * 0.05, (kLeast - (high.y - low.y)) / 2);
    low_ = {low.x - mx, low.y - my};
    const double sx = w / (high.x - low.x + 2 * mx);
    const double sy = h / (high.y - low.y + 2 * my);
    scale_ = equal_scale ? Point{std::min(sx, sy), std::min(sx, sy)} : Point{sx, sy};
    // What the scale leaves over goes to both sides.
    low_.x -= (w / scale_.x - w / sx) / 2;
    low_.y -= (h / scale_.y - h / sy) / 2;
  }
  [[nodiscard]] Point at(Point p) const {
    return {kMargin + (p.x - low_.x) * scale_.x, top_ + kHeight - kMargin - (p.y - low_.y) * scale_.y};
  }
  /// A round distance between grid lines, metres.
  [[nodiscard]] static double grid(double scale) {
    double step = 1e-3;
    for (int i = 0; step * scale < 60.0 && i < 40; ++i) step *= i % 3 == 1 ? 2.5 : 2.0;
    return step;
  }
  [[nodiscard]] std::string axes(const char* title, const char* x_label, const char* y_label) const {
    std::string out = fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#fff" stroke="#999"/>)"
                                  "\n"
                                  R"(<text x="{}" y="{}" class="t">{}</text>)"
                                  "\n",
                                  kMargin, top_ + kMargin, kWidth - 2 * kMargin, kHeight - 2 * kMargin,
                                  kMargin, top_ + kMargin - 10, title);
    const double right = kWidth - kMargin;
    const double bottom = top_ + kHeight - kMargin;
    const double gx = grid(scale_.x);
    for (int i = 0; i < kMostLines; ++i) {
      const double v = (std::ceil(low_.x / gx) + i) * gx + 0.0;
      if (!(at({v, 0}).x < right)) break;
      const double x = at({v, 0}).x;
      out += fmt::format(
          R"(<path d="M{:.1f} {:.1f}V{:.1f}" class="g"/><text x="{:.1f}" y="{:.1f}" class="n" text-anchor="middle">{:.6g}</text>)"
          "\n",
          x, top_ + kMargin, bottom, x, bottom + 14, v);
    }
    const double gy = grid(scale_.y);
    for (int i = 0; i < kMostLines; ++i) {
      const double v = (std::ceil(low_.y / gy) + i) * gy + 0.0;
      if (!(at({0, v}).y > top_ + kMargin)) break;
      const double y = at({0, v}).y;
      out += fmt::format(
          R"(<path d="M{:.1f} {:.1f}H{:.1f}" class="g"/><text x="{:.1f}" y="{:.1f}" class="n" text-anchor="end">{:.6g}</text>)"
          "\n",
          kMargin, y, right, kMargin - 4, y + 4, v);
    }
    out += fmt::format(
        R"(<text x="{:.1f}" y="{:.1f}" class="n" text-anchor="middle">{}</text>)"
        "\n"
        R"x(<text x="14" y="{:.1f}" class="n" transform="rotate(-90 14 {:.1f})" text-anchor="middle">{}</text>)x"
        "\n",
        kWidth / 2, bottom + 32, x_label, top_ + kHeight / 2, top_ + kHeight / 2, y_label);
    return out;
  }

 private:
  Point low_;
  double top_;
  Point scale_;
};

struct Bounds {
  Point low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Point high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  void add(Point p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  /// Whether something from `a` to `b` lies within the picture around.
  [[nodiscard]] bool meets(Point a, Point b) const {
    const double m = 2.0 + std::max(high.x - low.x, high.y - low.y);
    return b.x > low.x - m && a.x < high.x + m && b.y > low.y - m && a.y < high.y + m;
  }
};

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

/// Draws outlines of what stands around the path, seen from above.
class Surroundings {
 public:
  Surroundings(CellId block, const Bounds& bounds, const Frame2& frame)
      : block_(block), bounds_(bounds), frame_(frame) {}

  void polygons(const PreparedShape& shape, const Position& at, float scale) {
    const FlatBsp& all = shape.get().physics;
    for (std::uint32_t number = 0; number < all.polygon_count(); ++number) {
      std::string d;
      Bounds outline;
      const VertexRun vertices = all.vertices_of(number);
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec3 v = at.frame.localtoglobal(vertices[i] * scale) + get_block_offset(block_, at.cell_id);
        const Point m{static_cast<double>(v.x), static_cast<double>(v.y)};
        outline.add(m);
        const Point q = frame_.at(m);
        d += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", q.x, q.y);
      }
      if (bounds_.meets(outline.low, outline.high) && drawn_++ < kMostOutlines)
        out += fmt::format(R"(<path d="{}Z" class="o"/>)"
                           "\n",
                           d);
    }
  }
  void disc(const Position& at, const Vec3& center, float radius) {
    const Vec3 v = at.frame.localtoglobal(center) + get_block_offset(block_, at.cell_id);
    const Point m{static_cast<double>(v.x), static_cast<double>(v.y)};
    const auto r_m = static_cast<double>(radius);
    if (!bounds_.meets({m.x - r_m, m.y - r_m}, {m.x + r_m, m.y + r_m}) || drawn_++ >= kMostOutlines) return;
    const Point q = frame_.at(m);
    const double r = frame_.at({m.x + r_m, m.y}).x - q.x;
    out += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" class="o"/>)"
                       "\n",
                       q.x, q.y, r);
  }
  void world(const World& w) {
    for (const auto& cell : w.env_cells()) polygons(cell->structure->flat, cell->pos, 1.0F);
    for (const auto& b : w.buildings()) {
      if (b->part.gfxobj != nullptr) polygons(b->part.gfxobj->flat, b->part.position, 1.0F);
    }
    for (const auto& o : w.registry().objects()) {
      for (const Part& part : o->parts) {
        if (part.gfxobj != nullptr) polygons(part.gfxobj->flat, part.position, part.scale.z);
      }
      for (const CylSphere& c : o->cylspheres()) disc(o->position, c.low_pt * o->scale, c.radius * o->scale);
      for (const Sphere& s : o->spheres()) disc(o->position, s.center * o->scale, s.radius * o->scale);
    }
  }

  [[nodiscard]] std::string clipped() const {
    return fmt::format(R"(<clipPath id="c"><rect x="{}" y="{}" width="{}" height="{}"/></clipPath>)"
                       "\n"
                       R"x(<g clip-path="url(#c)">)x"
                       "\n{}</g>\n",
                       kMargin, kTop + kMargin, kWidth - 2 * kMargin, kHeight - 2 * kMargin, out);
  }

 private:
  std::string out;
  CellId block_;
  const Bounds& bounds_;
  const Frame2& frame_;
  std::size_t drawn_ = 0;
};

Point ground(const Vec3& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y)};
}

std::string mark(Point p, const char* text) {
  return fmt::format(
      R"(<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="#fff" stroke="#000"/><text x="{:.1f}" y="{:.1f}" class="n">{}</text>)"
      "\n",
      p.x, p.y, p.x + 7, p.y - 5, text);
}

/// One line a step, so that each has the colour of what it led to.
std::string path_of(const std::vector<Point>& points, const std::vector<StepRecord>& steps,
                    const Frame2& frame) {
  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Point a = frame.at(points[i]);
    const Point b = frame.at(points[i + 1]);
    const char* colour = colour_of(stand_of(steps[i]));
    if (stand_of(steps[i]) == Stand::stopped)
      out += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="{}"/>)"
                         "\n",
                         b.x, b.y, colour);
    else
      out +=
          fmt::format(R"(<path d="M{:.2f} {:.2f}L{:.2f} {:.2f}" stroke="{}" stroke-width="2.2" fill="none"/>)"
                      "\n",
                      a.x, a.y, b.x, b.y, colour);
  }
  return out;
}

std::string head(const std::string& title, double height) {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}">)"
      "\n<style>text{{font-family:sans-serif;fill:#222}}.t{{font-size:14px;font-weight:bold}}.n{{font-size:"
      "11px}}"
      ".g{{stroke:#e4e4e4;fill:none}}.o{{stroke:#b8b8b8;fill:none;stroke-width:.8}}</style>\n"
      R"(<rect width="{0:.0f}" height="{1:.0f}" fill="#fafafa"/><text x="{2:.0f}" y="26" class="t">{3}</text>)"
      "\n",
      kWidth, height, kMargin, escape(title));
}

std::string legend(double y) {
  std::string out;
  double x = kMargin;
  for (const Style& s : kStyles) {
    out += fmt::format(
        R"(<rect x="{:.0f}" y="{:.0f}" width="14" height="5" fill="{}"/><text x="{:.0f}" y="{:.0f}" class="n">{}</text>)"
        "\n",
        x, y - 5, s.colour, x + 19, y, s.label);
    x += 165;
  }
  return out;
}

std::string plot_crowd(const io::Scenario& scenario, const RunResult& result) {
  const CellId block = scenario.crowd->members.front().position.cell_id;
  std::vector<Point> begins;
  std::vector<Point> ends;
  Bounds bounds;
  const auto place = [&](const Position& p) {
    const Point q = ground(p.frame.origin + get_block_offset(block, p.cell_id));
    bounds.add(q);
    return q;
  };
  for (const PhysicsObject& m : scenario.crowd->members) begins.push_back(place(m.position));
  for (const Position& p : result.members) ends.push_back(place(p));
  const Frame2 frame(bounds.low, bounds.high, kTop, true);
  Surroundings around(block, bounds, frame);
  around.world(*scenario.world);
  std::string out = head(scenario.name, kHeight + 40) +
                    frame.axes("from above: where they began and ended", "x, m", "y, m") + around.clipped();
  for (std::size_t i = 0; i < begins.size() && i < ends.size(); ++i) {
    const Point a = frame.at(begins[i]);
    const Point b = frame.at(ends[i]);
    out += fmt::format(
        R"(<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}" class="g"/><circle cx="{:.1f}" cy="{:.1f}" r="1.5" fill="#888"/><circle cx="{:.1f}" cy="{:.1f}" r="2.5" fill="#1b7837"/>)"
        "\n",
        a.x, a.y, b.x, b.y, a.x, a.y, b.x, b.y);
  }
  return out + "</svg>\n";
}

}  // namespace

std::string plot_svg(const io::Scenario& scenario, const RunResult& result) {
  if (scenario.crowd) return plot_crowd(scenario, result);
  const CellId block = scenario.body.position.cell_id;
  std::vector<Point> above{ground(scenario.body.position.frame.origin)};
  std::vector<Point> profile{{0.0, static_cast<double>(scenario.body.position.frame.origin.z)}};
  Bounds ground_bounds;
  Bounds profile_bounds;
  ground_bounds.add(above[0]);
  profile_bounds.add(profile[0]);
  for (const StepRecord& s : result.steps) {
    const Vec3 v = s.body.position.frame.origin + get_block_offset(block, s.body.position.cell_id);
    const Point p = ground(v);
    const Point before = above.back();
    const double way = profile.back().x +
                       std::sqrt((p.x - before.x) * (p.x - before.x) + (p.y - before.y) * (p.y - before.y));
    above.push_back(p);
    profile.push_back({way, static_cast<double>(v.z)});
    ground_bounds.add(p);
    profile_bounds.add(profile.back());
  }
  const Frame2 top(ground_bounds.low, ground_bounds.high, kTop, true);
  const Frame2 side(profile_bounds.low, profile_bounds.high, kTop + kHeight, false);
  Surroundings around(block, ground_bounds, top);
  around.world(*scenario.world);
  std::string out = head(fmt::format("{}: {} ticks", scenario.name, result.ticks), 2 * kHeight + 60);
  out += top.axes("from above", "x, m", "y, m") + around.clipped();
  out += path_of(above, result.steps, top) + mark(top.at(above.front()), "start") +
         mark(top.at(above.back()), "end");
  out += side.axes("in profile", "way along the ground, m", "z of the feet, m");
  out += path_of(profile, result.steps, side) + mark(side.at(profile.front()), "start") +
         mark(side.at(profile.back()), "end");
  return out + legend(2 * kHeight + 46) + "</svg>\n";
}

Expected<void> write_plot(const std::string& path, const io::Scenario& scenario, const RunResult& result) {
  return io::write_file(path, plot_svg(scenario, result));
}

}  // namespace surefoot::scenario
