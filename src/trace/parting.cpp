#include "trace/parting.hpp"

#include <algorithm>

namespace surefoot::trace {

namespace {

bool same(const Recorder& left, const Recorder& right, const Event& a, const Event& b) {
  if (a.kind != b.kind || a.code != b.code) return false;
  const auto va = left.values(a);
  const auto vb = right.values(b);
  return std::equal(va.begin(), va.end(), vb.begin(), vb.end(),
                    [](const TraceValue& x, const TraceValue& y) { return same_value(x, y); });
}

std::optional<Arm> arm_at(const Recorder& r, std::size_t i) {
  if (i >= r.events().size() || r.events()[i].kind != Event::Kind::arm) return std::nullopt;
  return r.events()[i].arm();
}

/// Of an arm its own function; of a call the one it was made from; of an answer the one that gave it.
std::optional<Fn> rule_of(std::optional<Arm> left, std::optional<Arm> right, const std::vector<Fn>& inside) {
  if (left && right && info(*left).fn == info(*right).fn) return info(*left).fn;
  if (left && right && !inside.empty()) return inside.back();
  if (left) return info(*left).fn;
  if (right) return info(*right).fn;
  return inside.empty() ? std::nullopt : std::optional<Fn>(inside.back());
}

}  // namespace

std::optional<Parting> find_parting(const Recorder& left, const Recorder& right) {
  const auto a = left.events();
  const auto b = right.events();
  Parting out;
  std::size_t& i = out.event;
  for (; i < a.size() && i < b.size() && same(left, right, a[i], b[i]); ++i) {
    if (a[i].kind == Event::Kind::enter) out.inside.push_back(a[i].fn());
    if (a[i].kind == Event::Kind::leave && !out.inside.empty()) out.inside.pop_back();
  }
  if (i == a.size() && i == b.size()) return std::nullopt;
  out.left_arm = arm_at(left, i);
  out.right_arm = arm_at(right, i);
  out.rule = rule_of(out.left_arm, out.right_arm, out.inside);
  return out;
}

}  // namespace surefoot::trace
