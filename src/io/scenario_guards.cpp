#include "io/scenario_guards.hpp"

#include <map>

#include "core/float_bits.hpp"

namespace surefoot::io {

namespace {

class Guards final : public EntryPolicy {
 public:
  explicit Guards(std::map<std::uint32_t, Answer> answers) : answers_(std::move(answers)) {}
  [[nodiscard]] bool can_bypass(std::uint32_t) const override { return false; }
  [[nodiscard]] Answer can_move_into(std::uint32_t guard, std::uint32_t) const override {
    const auto it = answers_.find(guard);
    return it == answers_.end() ? Answer::unknown : it->second;
  }

 private:
  std::map<std::uint32_t, Answer> answers_;
};

EntryPolicy::Answer read_answer(const Cursor& c) {
  const std::string& text = c.as_string();
  if (text == "open") return EntryPolicy::Answer::open;
  if (text == "refused") return EntryPolicy::Answer::refused;
  if (!c.failed()) c.error(ErrorCode::bad_value, "a guard answers \"open\" or \"refused\"");
  return EntryPolicy::Answer::unknown;
}

}  // namespace

std::shared_ptr<const EntryPolicy> read_guards(const Cursor& c) {
  std::map<std::uint32_t, EntryPolicy::Answer> answers;
  for (const auto& [name, answer] : c.members()) {
    const auto id = parse_u32(name);
    if (!id) {
      answer.error(ErrorCode::bad_value, "a guard is named by its id");
      continue;
    }
    answers[*id] = read_answer(answer);
  }
  return std::make_shared<Guards>(std::move(answers));
}

}  // namespace surefoot::io
