#include "bench/standing_rows.hpp"

#include "bench/growth_rows.hpp"
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

namespace {

NamedRow batch_row(const std::string& name, const std::string& walk) {
  return {name, {1.8, 0.0, true}, [=](const Settings& s) { return measure_batch(name, walk, 2, s); }};
}

NamedRow session_row(const std::string& name, const Gathering& gathering) {
  return {name, {1.8, 0.0, false}, [=](const Settings& s) { return measure_session(name, gathering, 2, s); }};
}

}  // namespace

std::vector<NamedRow> further_rows() {
  std::vector<NamedRow> out = {
      batch_row("batch_hilly24_2", "hilly24"),
      batch_row("batch_maze_2", "maze"),
      session_row("session_wide_2", {2000, 1200.0F, true}),
      session_row("session_crowd_2", {1000, 45.0F, false}),
  };
  for (NamedRow& r : growth_rows()) out.push_back(std::move(r));
  return out;
}

}  // namespace surefoot::bench
