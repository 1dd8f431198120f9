// Any bytes as a glTF file, text or binary: refused, or a mesh a world can be made of.
#include <cstddef>
#include <cstdint>

#include "mesh_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  surefoot::take_mesh(surefoot::io::read_gltf_bytes({reinterpret_cast<const char*>(data), size}));
  return 0;
}
