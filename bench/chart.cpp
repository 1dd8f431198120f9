#include "bench/chart.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/json.hpp"

namespace surefoot::bench {

namespace {

constexpr double kWidth = 300.0;  // of a panel, pixels
constexpr double kHeight = 260.0;
constexpr double kLeft = 46.0;
constexpr double kRight = 14.0;
constexpr double kTop = 34.0;
constexpr double kBottom = 34.0;

/// The least of 1, 2, 5 × 10ⁿ that is not below `v`.
double round_up(double v) {
  const double power = std::pow(10.0, std::floor(std::log10(v)));
  for (const double m : {1.0, 2.0, 5.0}) {
    if (v <= m * power) return m * power;
  }
  return 10.0 * power;
}

std::string text(double x, double y, const char* anchor, const std::string& what) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, what);
}

std::string line(double x0, double y0, double x1, double y1, const char* colour) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x0,
                     y0, x1, y1, colour);
}

std::string panel(const Curve& curve, double left) {
  double most = 0.0;
  double low = curve.points.front().size;
  double high = low;
  for (const Point& p : curve.points) {
    most = std::max(most, p.us);
    low = std::min(low, p.size);
    high = std::max(high, p.size);
  }
  const double top_us = round_up(std::max(most, 1e-3));
  const double first = std::floor(std::log10(low));
  const double last = std::max(first + 1.0, std::ceil(std::log10(high)));
  const double x0 = left + kLeft;
  const double x1 = left + kWidth - kRight;
  const double y0 = kHeight - kBottom;
  const auto x = [&](double size) { return x0 + (x1 - x0) * (std::log10(size) - first) / (last - first); };
  const auto y = [&](double us) { return y0 - (y0 - kTop) * us / top_us; };

  std::string out = text(left + kWidth / 2.0, 18.0, "middle", curve.title);
  for (int i = 0; i <= 4; ++i) {
    const double us = top_us * i / 4.0;
    out += line(x0, y(us), x1, y(us), i == 0 ? "#888" : "#ddd");
    out += text(x0 - 5.0, y(us) + 4.0, "end", fmt::format("{:g}", us));
  }
  for (double decade = first; decade <= last; decade += 1.0) {
    const double at = x(std::pow(10.0, decade));
    out += line(at, y0, at, y0 + 4.0, "#888");
    out += text(at, y0 + 17.0, "middle",
                fmt::format("10<tspan dy=\"-4\" font-size=\"8\">{:.0f}</tspan>", decade));
  }
  std::string path;
  for (const Point& p : curve.points)
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", x(p.size), y(p.us));
  out +=
      fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"1.5\"/>\n", path);
  for (const Point& p : curve.points) {
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#1f77b4\"><title>{:g}: {:.3f} "
        "us</title></circle>\n",
        x(p.size), y(p.us), p.size, p.us);
  }
  return out;
}

}  // namespace

std::string draw_curves(const std::vector<Curve>& curves) {
  std::string panels;
  double left = 0.0;
  for (const Curve& c : curves) {
    if (c.points.empty()) continue;
    panels += panel(c, left);
    left += kWidth;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} "
      "{1:g}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n{2}{3}</svg>\n",
      std::max(left, kWidth), kHeight, text(4.0, kHeight - 4.0, "start", "microseconds per step, by size"),
      panels);
}

Expected<void> write_curves(const std::string& path, const std::vector<Curve>& curves) {
  return io::write_file(path, draw_curves(curves));
}

}  // namespace surefoot::bench
