// Goes through a golden trajectory resolve by resolve; in a crowd everybody else stands where the lines before say.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "io/golden.hpp"

namespace surefoot::test {

/// `use` runs the request of a line and answers what came out; nothing ends the walk.
using GoldenStep = std::function<std::optional<ResolveResult>(const io::GoldenLine&, const ResolveRequest&)>;

/// Lines of bodies that did not try to move are passed over. Answers how many lines there were.
[[nodiscard]] inline Expected<int> walk_golden(io::GoldenWorld& golden, const std::string& lines_path,
                                               const GoldenStep& use) {
  // Everybody stands in the world before the first of them moves.
  for (const io::GoldenMember& member : golden.crowd) {
    if (const auto placed = golden.world.place_mover(std::make_unique<PhysicsObject>(member.object)); !placed)
      return tl::unexpected<Error>(placed.error());
  }
  int lines = 0;
  Expected<void> moved;
  const auto read = io::for_each_golden_line(lines_path, golden.mover, [&](const io::GoldenLine& line) {
    ++lines;
    if (!line.resolve) return true;
    ResolveRequest request = line.resolve->request;
    if (!golden.crowd.empty()) request.mover.object_id = golden.crowd.at(line.mover).object.id;
    const auto result = use(line, request);
    if (!result) return false;
    if (result->ok && !golden.crowd.empty())
      moved = golden.world.move_object(request.mover.object_id, line.after.position, result->cells);
    return moved.has_value();
  });
  if (!moved) return tl::unexpected<Error>(moved.error());
  if (!read) return tl::unexpected<Error>(read.error());
  return lines;
}

}  // namespace surefoot::test
