#include "bench/size_rows.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>
#include <xxhash.h>
#include <nlohmann/json.hpp>

#include "bench/measure.hpp"
#include "bench/synthetic.hpp"
#include "bench/walk.hpp"
#include "bench/walk_data.hpp"
#include "io/prepared_file.hpp"
#include "io/prepared_writer.hpp"

namespace surefoot::bench {

namespace {

/// Pages of mapped files that are in memory now, in bytes.
std::size_t resident_file_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  std::size_t shared = 0;
  statm >> all >> resident >> shared;
  return shared * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

Expected<SizeRow> bytes_a_triangle(std::size_t max_leaf, double most) {
  const auto data = read_walk("hilly2");
  if (!data) return tl::unexpected<Error>(data.error());
  BuildOptions options;
  options.max_leaf = max_leaf;
  FlatBytes bytes;
  SizeRow row{fmt::format("hilly2_leaf{}", max_leaf), 0.0, "bytes/triangle", most, 0};
  {
    const auto world = make_walk_world(data->world, options);
    if (!world) return tl::unexpected<Error>(world.error());
    const auto written = io::prepare_world(*world, {});
    if (!written) return tl::unexpected<Error>(written.error());
    bytes = FlatBytes(written->size());
    std::memcpy(bytes.data(), written->data(), written->size());
    row.hash = XXH3_64bits(written->data(), written->size());
  }
  const std::size_t size = bytes.size();
  const std::size_t before = live_bytes();
  const auto world = io::open_prepared(std::move(bytes));
  if (!world) return tl::unexpected<Error>(world.error());
  row.value =
      static_cast<double>(size + live_bytes() - before) / static_cast<double>(data->world.polygons.size());
  return row;
}

/// A file that is removed when it has served.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_((std::filesystem::temp_directory_path() / fmt::format("surefoot-bench-{}.sfw", getpid()))
                  .string()) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ec;
    std::filesystem::remove(path_, ec);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Expected<std::vector<SizeRow>> opening() {
  constexpr std::uint32_t kSide = 255;
  const TemporaryFile file;
  SizeRow time{"open_65025", 0.0, "ms", 50.0, 0};
  {
    World map;
    map.set_landscape(gentle_land(kSide, kSide));
    if (const auto written = io::write_prepared(map, file.path(), {}); !written)
      return tl::unexpected<Error>(written.error());
  }
  time.hash = io::prepared_world_hash(file.path());
  SizeRow memory{"open_65025", 0.0, "MB resident", 20.0, time.hash};
  std::vector<double> took;
  for (int i = 0; i < 5; ++i) {
    const std::size_t heap = live_bytes();
    const std::size_t pages = resident_file_bytes();
    const double began = wall_seconds();
    const auto world = io::open_prepared(file.path());
    took.push_back(1e3 * (wall_seconds() - began));
    if (!world) return tl::unexpected<Error>(world.error());
    memory.value = 1e-6 * static_cast<double>(live_bytes() - heap + resident_file_bytes() - pages);
  }
  time.value = median(took);
  return std::vector<SizeRow>{time, memory};
}

}  // namespace

Expected<std::vector<SizeRow>> measure_sizes() {
  std::vector<SizeRow> out;
  for (const auto& [max_leaf, most] : {std::pair{std::size_t{8}, 64.0}, std::pair{std::size_t{0}, 112.0}}) {
    auto row = bytes_a_triangle(max_leaf, most);
    if (!row) return tl::unexpected<Error>(row.error());
    out.push_back(std::move(*row));
  }
  auto rows = opening();
  if (!rows) return tl::unexpected<Error>(rows.error());
  for (SizeRow& row : *rows) out.push_back(std::move(row));
  return out;
}

std::string size_heading() {
  return fmt::format("\n{:<17}{:>10}  {:<16}{:>8}  {}\n", "size", "figure", "unit", "goal", "hash");
}

std::string to_table(const SizeRow& row) {
  return fmt::format("{:<17}{:>10.1f}  {:<16}{:>6} {:.0f}  0x{:016x}\n", row.name, row.value, row.unit,
                     "<=", row.most, row.hash);
}

std::string to_json(const SizeRow& row) {
  nlohmann::ordered_json j;
  j["name"] = row.name;
  j["value"] = row.value;
  j["unit"] = row.unit;
  j["goal"] = {{"most", row.most}};
  j["hash"] = fmt::format("0x{:016x}", row.hash);
  return j.dump() + "\n";
}

}  // namespace surefoot::bench
