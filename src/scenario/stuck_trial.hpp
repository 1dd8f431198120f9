// One try of the stuck detective: a case run for some ticks, changed or not.
#pragma once

#include "scenario/stuck.hpp"

namespace surefoot::scenario {

class Trial {
 public:
  /// The case's one input is repeated for `ticks`.
  Trial(io::Scenario scenario, std::uint32_t ticks);

  /// `traced`: keeps the recording of the last tick.
  Expected<void> run(bool traced = false);

  [[nodiscard]] float wanted() const { return wanted_; }  ///< metres, in the first tick that asked
  /// Metres from the first place to the last: horizontal ones where it wants to go somewhere, else any.
  [[nodiscard]] float gained() const { return gained_; }
  [[nodiscard]] bool is_free() const;
  [[nodiscard]] bool lost() const { return lost_; }
  [[nodiscard]] bool refused_placement() const { return refused_; }
  [[nodiscard]] std::uint32_t period() const { return period_; }  ///< 0: no state came again
  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] const trace::Recorder& last_trace() const { return recorder_; }

 private:
  io::Scenario scenario_;
  std::uint32_t ticks_;
  float wanted_ = 0.0F;
  float gained_ = 0.0F;
  bool lost_ = false;
  bool refused_ = false;
  std::uint32_t period_ = 0;
  Position start_;
  trace::Recorder recorder_;
};

/// The smallest change of each kind with which the case gains, smallest first. `stuck` is the case as it is.
[[nodiscard]] Expected<std::vector<Freed>> find_freeing_changes(const io::Scenario& scenario,
                                                                std::uint32_t ticks, const Trial& stuck);

}  // namespace surefoot::scenario
