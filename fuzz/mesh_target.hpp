// What the fuzz targets of meshes have in common.
#pragma once

#include <cstdlib>
#include <utility>

#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"

namespace surefoot {

/// Refused with a reason, or a mesh a world can be made of, or not, with a reason.
inline void take_mesh(Expected<io::MeshSoup> soup) {
  if (!soup) {
    if (soup.error().message.empty()) std::abort();
    return;
  }
  io::MeshWorldOptions options;
  options.build.max_nodes = 20'000;  // faces that all cross each other make trees of their number's cube
  io::MeshReport report;
  const auto world = io::make_mesh_world(std::move(*soup), options, report);
  if (!world && world.error().message.empty()) std::abort();
}

}  // namespace surefoot
