// Why did it stop? The arm that decided a resolve, and one sentence for people.
#pragma once

#include <string>
#include <vector>

#include "motion/resolve.hpp"
#include "trace/recorder.hpp"

namespace surefoot::trace {

struct Explanation {
  std::string rule;     ///< id of the arm that decided ("cliff_slide.into"); "" when nothing was recorded
  std::string summary;  ///< one sentence
};

/// `wanted` and `moved` are the lengths asked for and made, metres.
[[nodiscard]] Explanation explain(const Recorder& recorder, const ResolveRequest& request,
                                  const ResolveResult& result);

/// Just the deciding arm's id; cheap enough to call per tick.
[[nodiscard]] std::string deciding_rule(const Recorder& recorder);

}  // namespace surefoot::trace
