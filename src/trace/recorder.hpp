// Records what the solver did during one resolve, compactly, as a flat list of events.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rules.hpp"

namespace surefoot::trace {

struct Event {
  enum class Kind : std::uint8_t { enter, leave, arm };

  Kind kind = Kind::enter;
  std::uint8_t value_count = 0;  ///< values that follow `first_value` in the recorder's pool
  std::uint16_t code = 0;        ///< Fn for enter and leave, Arm for arm
  std::uint32_t first_value = 0;

  [[nodiscard]] Fn fn() const { return static_cast<Fn>(code); }
  [[nodiscard]] Arm arm() const { return static_cast<Arm>(code); }
};

/// Equal by the bits of their numbers.
[[nodiscard]] bool same_value(const TraceValue& a, const TraceValue& b);

/// Recording more events than this drops the rest and says so.
inline constexpr std::size_t kMaxEvents = 4'000'000;

class Recorder final : public TraceSink {
 public:
  void clear();

  void enter(Fn fn) override;
  void leave(Fn fn, const TraceValue& result) override;
  void arm(Arm arm, std::span<const TraceValue> values) override;

  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<const TraceValue> values(const Event& e) const {
    return std::span(values_).subspan(e.first_value, e.value_count);
  }
  [[nodiscard]] bool truncated() const { return truncated_; }

 private:
  void push(Event::Kind kind, std::uint16_t code, std::span<const TraceValue> values);

  std::vector<Event> events_;
  std::vector<TraceValue> values_;
  bool truncated_ = false;
};

}  // namespace surefoot::trace
