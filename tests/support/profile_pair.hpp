// The same scene under retail rules and under one divergence: the tests of the flags.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "support/arm_log.hpp"
#include "support/scripted_cells.hpp"

namespace surefoot::test {

/// One scene under one profile.
struct ProfileRun {
  explicit ProfileRun(std::optional<Divergence> flag) {
    if (flag) profile.add(*flag);
  }
  Profile profile;
  ArmLog log;
  Profiled rules{profile, &log};
  Scene s{rules};
};

struct ProfilePair {
  explicit ProfilePair(Divergence flag) : port(flag) {}
  /// Retail first.
  template <class F>
  void both(F run) {
    run(retail.s);
    run(port.s);
  }
  /// What `run` answers: under retail rules, under the flag.
  template <class F>
  std::array<TransitionState, 2> answers(F run) {
    const TransitionState first = run(retail.s);
    return {first, run(port.s)};
  }
  /// Where the two took different arms for the first time.
  [[nodiscard]] std::string parted() const { return first_difference(retail.log, port.log); }

  ProfileRun retail{std::nullopt};
  ProfileRun port;
};

}  // namespace surefoot::test
