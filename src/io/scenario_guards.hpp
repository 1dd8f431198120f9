// Who lets a scenario's mover into guarded cells (spec 05 §8).
#pragma once

#include <memory>

#include "io/json.hpp"
#include "world/entry_policy.hpp"

namespace surefoot::io {

/// `{"0x70000001": "open", "0x70000002": "refused"}`: what each guarding object answers; one that is not listed is not
/// known.
[[nodiscard]] std::shared_ptr<const EntryPolicy> read_guards(const Cursor& c);

}  // namespace surefoot::io
