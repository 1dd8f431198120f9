// Why did it stop? The arm that decided a resolve, and one sentence for people.
#pragma once

#include <string>
#include <vector>

#include "motion/resolve.hpp"
#include "trace/recorder.hpp"

namespace surefoot::trace {

struct Explanation {
  std::string rule;     ///< id of the arm that decided ("cliff_slide.into"); "" when nothing was recorded
  std::string chain;    ///< how it came to that, with the numbers: for people who know the rules
  std::string summary;  ///< what happened and why, for those who do not
};

/// Of a resolve, or of a body's quantum with its resolve.
[[nodiscard]] Explanation explain(const Recorder& recorder, const ResolveRequest& request,
                                  const ResolveResult& result);
/// Of a quantum in which no resolve was made.
[[nodiscard]] Explanation explain_still(const Recorder& recorder);

/// Just the deciding arm's id; cheap enough to call per tick.
[[nodiscard]] std::string deciding_rule(const Recorder& recorder);
/// What the deciding arm means, as a clause in plain words.
[[nodiscard]] std::string plain_reason(const Recorder& recorder);

}  // namespace surefoot::trace
