// The arms one run took, in order, with the calls and answers around them: for tests of "which rule, how
// often" and of the first rule at which two profiles part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "support/coverage.hpp"

namespace surefoot::test {

class ArmLog final : public TraceSink {
 public:
  struct Entry {
    Arm arm;
    std::vector<TraceValue> values;
  };
  struct Answered {
    Fn fn;
    TraceValue result;
  };

  void enter(Fn fn) override { entered_.push_back(fn); }
  void leave(Fn fn, const TraceValue& result) override { answers_.push_back({fn, result}); }
  void arm(Arm arm, std::span<const TraceValue> values) override {
    entries_.push_back({arm, {values.begin(), values.end()}});
    coverage_sink().arm(arm, values);
  }

  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] const std::vector<Answered>& answers() const { return answers_; }
  [[nodiscard]] int count(Arm arm) const {
    return static_cast<int>(
        std::count_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.arm == arm; }));
  }
  [[nodiscard]] int calls(Fn fn) const {
    return static_cast<int>(std::count(entered_.begin(), entered_.end(), fn));
  }
  void clear() {
    entries_.clear();
    answers_.clear();
    entered_.clear();
  }

 private:
  std::vector<Entry> entries_;
  std::vector<Answered> answers_;
  std::vector<Fn> entered_;
};

/// "a.x | b.y" where two logs first take different arms, "same" when they never do, "…" for an end.
[[nodiscard]] inline std::string first_difference(const ArmLog& a, const ArmLog& b) {
  const auto name = [](const ArmLog& log, std::size_t i) {
    return i < log.entries().size() ? std::string(info(log.entries()[i].arm).id) : std::string("…");
  };
  const std::size_t n = std::max(a.entries().size(), b.entries().size());
  for (std::size_t i = 0; i < n; ++i) {
    if (name(a, i) != name(b, i)) return name(a, i) + " | " + name(b, i);
  }
  return "same";
}

}  // namespace surefoot::test
