// One resolve explained, as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "motion/resolve.hpp"
#include "trace/recorder.hpp"

namespace surefoot::capi {

[[nodiscard]] std::string explained(std::uint32_t tick, const trace::Recorder& recorder,
                                    const ResolveRequest& request, const ResolveResult& result);
/// Of a tick in which the body asked nothing.
[[nodiscard]] std::string explained_still(std::uint32_t tick, const trace::Recorder& recorder);

}  // namespace surefoot::capi
