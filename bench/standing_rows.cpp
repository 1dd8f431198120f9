#include "bench/standing_rows.hpp"

#include "bench/thread_rows.hpp"
#include "bench/walk_rows.hpp"

namespace surefoot::bench {

namespace {

NamedRow walk_row(const std::string& name, double ratio) {
  return {name, {ratio, 0.0, true}, [name](const Settings& s) { return measure_walk(name, s); }};
}

}  // namespace

std::vector<NamedRow> standing_rows() {
  return {
      walk_row("flat24", 42.0),
      walk_row("hilly24", 33.0),
      walk_row("flat2", 28.0),
      walk_row("hilly2", 15.0),
      walk_row("stairs", 37.0),
      walk_row("maze", 26.0),
      {"crowd100",
       {0.0, 1e6, true},
       [](const Settings& s) { return measure_crowd("crowd100", kCrowd100, s); }},
      {"crowd1000",
       {0.0, 0.0, true},
       [](const Settings& s) { return measure_crowd("crowd1000", kCrowd1000, s); }},
  };
}

std::vector<NamedRow> further_rows() {
  return {
      {"batch_hilly24_2",
       {1.8, 0.0, true},
       [](const Settings& s) { return measure_batch("batch_hilly24_2", "hilly24", 2, s); }},
      {"batch_maze_2",
       {1.8, 0.0, true},
       [](const Settings& s) { return measure_batch("batch_maze_2", "maze", 2, s); }},
  };
}

}  // namespace surefoot::bench
