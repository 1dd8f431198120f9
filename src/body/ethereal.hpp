// A body that others walk through, and how it becomes solid again (spec 06 §11.5).
#pragma once

#include "body/body.hpp"

namespace surefoot {

/// `set_ethereal` 0x00511C40. True: the body, and the world's object of its id, are as wished. False: it was to become
/// solid and somebody stands in it; it stays ethereal, and tries again at the begin of each quantum while it is awake.
/// Without an object in the world, or while that is held by another, it asks nobody.
template <class Rules>
[[nodiscard]] Expected<bool> set_ethereal(const Rules& rules, World& world, Body& body, bool ethereal,
                                          Workspace& workspace);
[[nodiscard]] inline Expected<bool> set_ethereal(World& world, Body& body, bool ethereal,
                                                 Workspace& workspace) {
  return set_ethereal(Retail{}, world, body, ethereal, workspace);
}

}  // namespace surefoot
