#include "bench/growth_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "bench/synthetic.hpp"
#include "bench/walk_rows.hpp"

namespace surefoot::bench {

namespace {

constexpr std::size_t kSteps = 6000;
/// Seconds a row is timed at most: there are many.
constexpr double kSeconds = 0.5;
constexpr CellId kFirstBlock = 0x00000001U;

Expected<Row> measure(const std::string& name, World world, CellId cell, const Script& script,
                      const Settings& settings, std::size_t bytes_before) {
  Row row;
  row.name = name;
  Walk walk(std::move(world), cell, script);
  if (const auto done = measure_passes(walk, {}, std::min(settings.seconds, kSeconds), row); !done)
    return tl::unexpected<Error>(done.error());
  row.world_bytes = live_bytes() - bytes_before;  // with what was made on the way
  return row;
}

/// The sheet is as large as its triangles are many, and the walk goes all over it.
NamedRow polygons_row(std::uint32_t side) {
  const std::uint32_t polygons = 2 * side * side;
  const std::string name = fmt::format("polygons_{}", polygons);
  const auto run = [=](const Settings& settings) -> Expected<Row> {
    const WalkWorld sheet = rough_sheet(side);
    const float end = 2.0F * static_cast<float>(side) - 2.0F;
    const Script script = wander(polygons, {2.0F, 2.0F, 0.0F}, {end, end, 0.6F}, kSteps);
    const std::size_t before = live_bytes();
    BuildOptions options;
    options.max_leaf = 8;
    auto world = make_walk_world(sheet, options);
    if (!world) return tl::unexpected<Error>(world.error());
    return measure(name, std::move(*world), teleport_cell(sheet), script, settings, before);
  };
  return {name, {}, run, "polygons in an object", static_cast<double>(polygons)};
}

NamedRow objects_row(std::uint32_t count) {
  const std::string name = fmt::format("objects_{}", count);
  const auto run = [=](const Settings& settings) -> Expected<Row> {
    WalkWorld level;
    level.land.emplace();
    const Script script = wander(count, {4.0F, 4.0F, 0.0F}, {188.0F, 188.0F, 0.05F}, kSteps);
    const std::size_t before = live_bytes();
    auto world = make_walk_world(level);
    if (!world) return tl::unexpected<Error>(world.error());
    add_posts(*world, teleport_cell(level) & 0xFFFF0000U, count);
    return measure(name, std::move(*world), teleport_cell(level), script, settings, before);
  };
  return {name, {}, run, "objects in a landblock", static_cast<double>(count)};
}

/// The map is as large as its blocks are many; those the walk comes to are made.
NamedRow blocks_row(std::uint32_t side) {
  const std::string name = fmt::format("blocks_{}", side * side);
  const auto run = [=](const Settings& settings) -> Expected<Row> {
    const float end = kBlockLength * static_cast<float>(side) - 2.0F;
    const Script script = wander(side, {2.0F, 2.0F, 0.0F}, {end, end, 1.05F}, kSteps);
    const std::size_t before = live_bytes();
    World world;
    world.set_landscape(gentle_land(side, side));
    return measure(name, std::move(world), kFirstBlock, script, settings, before);
  };
  return {name, {}, run, "landblocks in a world", static_cast<double>(side) * side};
}

}  // namespace

std::vector<NamedRow> growth_rows() {
  std::vector<NamedRow> out;
  for (const std::uint32_t side : {7U, 22U, 71U, 224U, 707U}) out.push_back(polygons_row(side));
  for (const std::uint32_t count : {1U, 10U, 100U, 1000U, 10'000U}) out.push_back(objects_row(count));
  for (const std::uint32_t side : {1U, 3U, 10U, 32U, 100U, 255U}) out.push_back(blocks_row(side));
  return out;
}

}  // namespace surefoot::bench
