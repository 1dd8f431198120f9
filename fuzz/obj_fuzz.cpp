// Any text as an OBJ file: refused, or a mesh a world can be made of.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace surefoot;
  auto soup = io::read_obj_text({reinterpret_cast<const char*>(data), size});
  if (!soup) {
    if (soup.error().message.empty()) std::abort();
    return 0;
  }
  io::MeshWorldOptions options;
  options.build.max_nodes = 20'000;  // faces that all cross each other make trees of their number's cube
  io::MeshReport report;
  const auto world = io::make_mesh_world(std::move(*soup), options, report);
  if (!world && world.error().message.empty()) std::abort();
  return 0;
}
