#include "bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace surefoot::bench {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double clock_cost() {
  std::vector<double> readings;
  for (int i = 0; i < 2000; ++i) {
    const double began = wall_seconds();
    readings.push_back(wall_seconds() - began);
  }
  return median(readings);
}

OwnProcessor::OwnProcessor() {
  sched_getaffinity(0, sizeof before_, &before_);
  const auto here = static_cast<std::size_t>(std::max(0, sched_getcpu()));
  CPU_SET(here, &mine_);
  others_ = before_;
  CPU_CLR(here, &others_);
  if (CPU_COUNT(&others_) == 0) others_ = before_;  // there is one only
  sched_setaffinity(0, sizeof mine_, &mine_);
}

OwnProcessor::~OwnProcessor() {
  sched_setaffinity(0, sizeof before_, &before_);
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto last = static_cast<double>(values.size() - 1);
  const auto at = static_cast<std::ptrdiff_t>(std::lround(share * last));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

double median(std::vector<double> values) {
  return percentile(std::move(values), 0.5);
}

Expected<std::vector<std::vector<double>>> time_passes(const std::vector<TimedPass>& works, double seconds,
                                                       std::size_t least) {
  struct Times {
    double sum = 0.0;
    std::vector<double> passes;
  };
  std::vector<Times> times(works.size());
  const auto done = [&](const Times& t) { return t.sum >= seconds && t.passes.size() >= least; };
  while (!std::all_of(times.begin(), times.end(), done)) {
    const auto next = std::min_element(times.begin(), times.end(),
                                       [&](const Times& a, const Times& b) { return a.sum < b.sum; });
    auto i = static_cast<std::size_t>(next - times.begin());
    // The one with the least time may have all the passes it needs when others still lack some.
    if (done(times[i])) {
      i = 0;
      while (done(times[i])) ++i;
    }
    const auto took = works[i]();
    if (!took) return tl::unexpected<Error>(took.error());
    times[i].sum += *took;
    times[i].passes.push_back(*took);
  }
  std::vector<std::vector<double>> out;
  out.reserve(times.size());
  for (Times& t : times) out.push_back(std::move(t.passes));
  return out;
}

}  // namespace surefoot::bench
