#include "trace/recorder.hpp"

#include "core/float_bits.hpp"

namespace surefoot::trace {

bool same_value(const TraceValue& a, const TraceValue& b) {
  return a.kind == b.kind && to_bits(a.number) == to_bits(b.number) && to_bits(a.limit) == to_bits(b.limit) &&
         to_bits(a.vector.x) == to_bits(b.vector.x) && to_bits(a.vector.y) == to_bits(b.vector.y) &&
         to_bits(a.vector.z) == to_bits(b.vector.z) && a.id == b.id;
}

void Recorder::clear() {
  events_.clear();
  values_.clear();
  truncated_ = false;
}

void Recorder::enter(Fn fn) {
  push(Event::Kind::enter, static_cast<std::uint16_t>(fn), {});
}

void Recorder::leave(Fn fn, const TraceValue& result) {
  push(Event::Kind::leave, static_cast<std::uint16_t>(fn), {&result, 1});
}

void Recorder::arm(Arm arm, std::span<const TraceValue> values) {
  push(Event::Kind::arm, static_cast<std::uint16_t>(arm), values);
}

void Recorder::push(Event::Kind kind, std::uint16_t code, std::span<const TraceValue> values) {
  if (events_.size() >= kMaxEvents) {
    truncated_ = true;
    return;
  }
  Event e;
  e.kind = kind;
  e.code = code;
  e.first_value = static_cast<std::uint32_t>(values_.size());
  e.value_count = static_cast<std::uint8_t>(values.size());
  events_.push_back(e);
  values_.insert(values_.end(), values.begin(), values.end());
}

}  // namespace surefoot::trace
