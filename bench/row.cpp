#include "bench/row.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace surefoot::bench {

namespace {

std::string with_suffix(double v) {
  if (v >= 1e6) return fmt::format("{:.2f} M", v / 1e6);
  if (v >= 1e3) return fmt::format("{:.1f} k", v / 1e3);
  return fmt::format("{:.1f}", v);
}

std::string speed_goal(const Row& row) {
  std::string out;
  if (row.goal.ratio > 0.0) out = fmt::format("≥ {:g} ×", row.goal.ratio);
  if (row.goal.steps_per_s > 0.0) out = fmt::format("≥ {}/s", with_suffix(row.goal.steps_per_s));
  return out;
}

/// Right-aligned; the widths of fmt count the bytes of × and ≥ as columns do not.
std::string column(const std::string& text, std::size_t width) {
  std::size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  return std::string(columns < width ? width - columns : 0, ' ') + text;
}

}  // namespace

std::string to_json(const Row& row) {
  nlohmann::ordered_json j;
  j["name"] = row.name;
  j["steps_per_s"] = row.steps_per_s;
  j["p50_us"] = row.p50_us;
  j["p99_us"] = row.p99_us;
  j["allocs_per_step"] = row.allocs_per_step;
  j["world_bytes"] = row.world_bytes;
  j["hash"] = fmt::format("0x{:016x}", row.hash);
  j["peers"] = nlohmann::ordered_json::object();
  for (const Peer& p : row.peers)
    j["peers"][p.name] = {{"steps_per_s", p.steps_per_s}, {"ratio", row.steps_per_s / p.steps_per_s}};
  j["goal"] = nlohmann::ordered_json::object();
  if (row.goal.ratio > 0.0) j["goal"]["ratio"] = row.goal.ratio;
  if (row.goal.steps_per_s > 0.0) j["goal"]["steps_per_s"] = row.goal.steps_per_s;
  if (row.goal.no_allocations) j["goal"]["allocs_per_step"] = 0;
  return j.dump() + "\n";
}

std::string table_heading() {
  return fmt::format("{:<17}{:>10}{:>8}{:>13}{:>9}{:>9}{:>15}{:>14}{:>13}  {}\n", "row", "steps/s", "x peer",
                     "goal", "p50 us", "p99 us", "p99/p50", "allocs/step", "world bytes", "hash");
}

std::string to_table(const Row& row) {
  const std::string ratio =
      row.peers.empty() ? "" : fmt::format("{:.1f}", row.steps_per_s / row.peers.front().steps_per_s);
  const bool timed = row.p50_us > 0.0;
  const std::string spread =
      timed ? fmt::format("{:.1f} (≤ {:.0f})", row.p99_us / row.p50_us, kGoalSpread) : "";
  const auto us = [&](double v) { return timed ? fmt::format("{:.3f}", v) : ""; };
  const std::string allocations =
      fmt::format("{:.2f}{}", row.allocs_per_step, row.goal.no_allocations ? " (0)" : "");
  return fmt::format("{:<17}{:>10}{:>8}{}{:>9}{:>9}{}{:>14}{:>13}  0x{:016x}\n", row.name,
                     with_suffix(row.steps_per_s), ratio, column(speed_goal(row), 13), us(row.p50_us),
                     us(row.p99_us), column(spread, 15), allocations, row.world_bytes, row.hash);
}

}  // namespace surefoot::bench
