// A world of one interior cell around a mesh.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/mesh/mesh_soup.hpp"
#include "shape/bsp_builder.hpp"
#include "world/world.hpp"

namespace surefoot::io {

struct MeshWorldOptions {
  MeshSpace space;
  BuildOptions build;
  CellId cell = 0x00010100;  ///< the cell's id
};

struct MeshReport {
  std::size_t faces = 0;        ///< of the file
  std::vector<MeshPart> parts;  ///< in the file's order
  DroppedFaces dropped;
  BuildReport build;
  std::size_t polygons = 0;  ///< of the tree
  Box extent;                ///< metres, z up
  double seconds = 0.0;      ///< the tree took to build
  std::size_t ignored = 0;   ///< points and lines of the file
  std::vector<std::string> warnings;
};

/// Everything is in one cell that has no walls of its own: whoever falls off the mesh falls. What is closed is solid
/// (`build.solid` says otherwise). The cell has the portal it needs, to a cell that is not there, far below.
[[nodiscard]] Expected<World> make_mesh_world(MeshSoup soup, const MeshWorldOptions& options,
                                              MeshReport& report);

}  // namespace surefoot::io
