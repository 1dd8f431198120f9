// The register of rules (core/rules.def) and the two policies the solver is written over.
//
// `Retail` decides everything at compile time: no flag, no trace, no cost. `Profiled` carries a profile and a
// trace sink. With an empty profile both give the same bits (tests/motion/policy_parity_test.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/divergence.hpp"
#include "core/trace_value.hpp"

namespace surefoot {

/// Functions of the client that the trace can show.
enum class Fn : std::uint8_t {
#define SF_FN(id, retail, address, spec, layer) id,
#define SF_ARM(fn, arm, meaning)
#include "core/rules.def"
#undef SF_FN
#undef SF_ARM
  kCount,
};

/// Branch arms; `edge_slide_precipice` is the arm printed as "edge_slide.precipice".
enum class Arm : std::uint16_t {
#define SF_FN(id, retail, address, spec, layer)
#define SF_ARM(fn, arm, meaning) fn##_##arm,
#include "core/rules.def"
#undef SF_FN
#undef SF_ARM
  kCount,
};

inline constexpr std::size_t kFnCount = static_cast<std::size_t>(Fn::kCount);
inline constexpr std::size_t kArmCount = static_cast<std::size_t>(Arm::kCount);

struct FnInfo {
  std::string_view id;
  std::string_view retail;  ///< name in the client
  std::uint32_t address;    ///< retail address; 0 when the client has no function of its own for it
  std::string_view spec;    ///< chapter and section
  std::string_view layer;   ///< shape, world, motion or body
};

struct ArmInfo {
  std::string_view id;  ///< "function.arm"
  Fn fn;
  std::string_view meaning;  ///< one line; an arm no input reaches starts with "unreachable: "
  [[nodiscard]] bool unreachable() const { return meaning.substr(0, 13) == "unreachable: "; }
};

[[nodiscard]] std::span<const FnInfo> fn_table();
[[nodiscard]] std::span<const ArmInfo> arm_table();
[[nodiscard]] const FnInfo& info(Fn fn);
[[nodiscard]] const ArmInfo& info(Arm arm);

/// Receives what the solver does, in order. Calls are properly nested.
class TraceSink {
 public:
  TraceSink() = default;
  TraceSink(const TraceSink&) = delete;
  TraceSink& operator=(const TraceSink&) = delete;
  virtual ~TraceSink() = default;

  virtual void enter(Fn fn) = 0;
  /// `result` is what the function answered (kind `none` when it answers nothing).
  virtual void leave(Fn fn, const TraceValue& result) = 0;
  /// A branch was taken; `values` are the numbers that decided it.
  virtual void arm(Arm arm, std::span<const TraceValue> values) = 0;
};

/// The fast path.
struct Retail {
  static constexpr bool kTraced = false;
  struct Scope {
    template <class T>
    constexpr T operator()(T result) const {
      return result;
    }
  };
  [[nodiscard]] static constexpr const Profile* profile() { return nullptr; }
  [[nodiscard]] static constexpr TraceSink* sink() { return nullptr; }
  [[nodiscard]] static constexpr bool has(Divergence) { return false; }
  [[nodiscard]] static constexpr Scope enter(Fn) { return {}; }
  template <class... Values>
  static constexpr void arm(Arm, const Values&...) {}
};

/// Flags and trace at run time.
class Profiled {
 public:
  static constexpr bool kTraced = true;

  Profiled(const Profile& profile, TraceSink* sink) : profile_(profile), sink_(sink) {}

  class Scope {
   public:
    Scope(TraceSink* sink, Fn fn) : sink_(sink), fn_(fn) {
      if (sink_ != nullptr) sink_->enter(fn_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() {
      if (sink_ != nullptr) sink_->leave(fn_, result_);
    }
    /// Notes the answer and hands it on: `return scope(TransitionState::Ok);`
    template <class T>
    T operator()(T result) {
      result_ = trace_result(result);
      return result;
    }

   private:
    TraceSink* sink_;
    Fn fn_;
    TraceValue result_{};
  };

  [[nodiscard]] const Profile* profile() const { return &profile_; }
  [[nodiscard]] TraceSink* sink() const { return sink_; }
  [[nodiscard]] bool has(Divergence d) const { return profile_.has(d); }
  [[nodiscard]] Scope enter(Fn fn) const { return Scope(sink_, fn); }
  template <class... Values>
  void arm(Arm arm, const Values&... values) const {
    if (sink_ == nullptr) return;
    if constexpr (sizeof...(Values) == 0) {
      sink_->arm(arm, {});
    } else {
      const TraceValue list[] = {values...};
      sink_->arm(arm, list);
    }
  }

 private:
  const Profile& profile_;
  TraceSink* sink_;
};

/// Calls `run` with the policy that serves: the fast one unless there is a sink or a divergence. Null or empty: retail.
template <class F>
decltype(auto) with_rules(const Profile* profile, TraceSink* sink, F&& run) {
  static constexpr Profile kRetail;
  const bool is_retail = profile == nullptr || profile->empty();
  if (is_retail && sink == nullptr) return run(Retail{});
  return run(Profiled(is_retail ? kRetail : *profile, sink));
}

}  // namespace surefoot
