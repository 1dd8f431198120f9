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
  return j.dump() + "\n";
}

std::string table_heading() {
  return fmt::format("{:<10} {:>10} {:>9} {:>9} {:>12} {:>11}  {}\n", "row", "steps/s", "p50 us", "p99 us",
                     "allocs/step", "world bytes", "hash");
}

std::string to_table(const Row& row) {
  return fmt::format("{:<10} {:>10} {:>9.3f} {:>9.3f} {:>12.4f} {:>11}  0x{:016x}\n", row.name,
                     with_suffix(row.steps_per_s), row.p50_us, row.p99_us, row.allocs_per_step,
                     row.world_bytes, row.hash);
}

}  // namespace surefoot::bench
