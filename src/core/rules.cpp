#include "core/rules.hpp"

#include <array>

namespace surefoot {

namespace {

constexpr std::array<FnInfo, kFnCount> kFns{{
#define SF_FN(id, retail, address, spec, layer) {#id, retail, address, spec, layer},
#define SF_ARM(fn, arm, meaning)
#include "core/rules.def"
#undef SF_FN
#undef SF_ARM
}};

constexpr std::array<ArmInfo, kArmCount> kArms{{
#define SF_FN(id, retail, address, spec, layer)
#define SF_ARM(fn, arm, meaning) {#fn "." #arm, Fn::fn, meaning},
#include "core/rules.def"
#undef SF_FN
#undef SF_ARM
}};

}  // namespace

std::span<const FnInfo> fn_table() {
  return kFns;
}
std::span<const ArmInfo> arm_table() {
  return kArms;
}
const FnInfo& info(Fn fn) {
  return kFns[static_cast<std::size_t>(fn)];
}
const ArmInfo& info(Arm arm) {
  return kArms[static_cast<std::size_t>(arm)];
}

}  // namespace surefoot
