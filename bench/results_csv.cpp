#include "bench/results_csv.hpp"

#include <fmt/format.h>

#include "io/json.hpp"

namespace surefoot::bench {

namespace {

const char* compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace

std::string to_csv(const std::vector<Row>& rows, const std::string& note) {
  std::string out =
      fmt::format("# {}{}{}, {}\n", note, note.empty() ? "" : ", ", compiler(), SUREFOOT_BENCH_FLAGS);
  out += "row,steps_per_s,ratio,p50_us,p99_us,allocs_per_step,world_bytes,hash\n";
  for (const Row& r : rows) {
    const std::string ratio =
        r.peers.empty() ? "" : fmt::format("{:.2f}", r.steps_per_s / r.peers.front().steps_per_s);
    out += fmt::format("{},{:.0f},{},{:.3f},{:.3f},{:.4f},{},0x{:016x}\n", r.name, r.steps_per_s, ratio,
                       r.p50_us, r.p99_us, r.allocs_per_step, r.world_bytes, r.hash);
  }
  return out;
}

Expected<void> write_csv(const std::string& path, const std::vector<Row>& rows, const std::string& note) {
  return io::write_file(path, to_csv(rows, note));
}

}  // namespace surefoot::bench
