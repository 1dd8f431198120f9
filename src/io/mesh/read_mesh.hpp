// Reads mesh files (OBJ, glTF) as faces.
#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "io/mesh/mesh_soup.hpp"

namespace surefoot::io {

/// Wavefront OBJ: `v` and `f`, a part for each `o` and `g`. Outlines keep their corners. Materials, normals and texture
/// coordinates are not looked at.
[[nodiscard]] Expected<MeshSoup> read_obj(const std::string& path);
[[nodiscard]] Expected<MeshSoup> read_obj_text(std::string_view text);

/// glTF 2.0, text or binary: the triangles of the default scene where its nodes put them, a part for each node with a
/// mesh. Buffers may lie in files beside it. Refused: what needs an extension to be read, sparse accessors, positions
/// that are not floats. Skins and animations are not looked at.
[[nodiscard]] Expected<MeshSoup> read_gltf(const std::string& path);
/// Of bytes in memory; buffers in other files are refused.
[[nodiscard]] Expected<MeshSoup> read_gltf_bytes(std::string_view bytes);

}  // namespace surefoot::io
