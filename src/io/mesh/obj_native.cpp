// Wavefront OBJ by tinyobjloader.
#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "io/json.hpp"
#include "io/mesh/read_mesh.hpp"

namespace surefoot::io {

namespace {

static_assert(std::is_same_v<tinyobj::real_t, float>, "the float variant: doubles would be rounded twice");

/// The loader puts one message on a line.
void add_lines(const std::string& text, std::vector<std::string>& out) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && out.size() < 20) out.push_back(line);
  }
}

bool is_number(std::string_view t) {
  std::size_t digits = 0;
  std::size_t i = !t.empty() && (t[0] == '-' || t[0] == '+') ? 1 : 0;
  const auto skip_digits = [&] {
    for (; i < t.size() && t[i] >= '0' && t[i] <= '9'; ++i) ++digits;
  };
  skip_digits();
  if (i < t.size() && t[i] == '.') ++i;
  skip_digits();
  if (digits == 0) return false;
  if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
    ++i;
    if (i < t.size() && (t[i] == '-' || t[i] == '+')) ++i;
    digits = 0;
    skip_digits();
  }
  return digits != 0 && i == t.size();
}

/// The loader takes 0 for what it cannot read; a vertex must not move to the origin unsaid.
Expected<void> check_vertices(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    std::string_view line = text.substr(from, to - from);
    from = to + 1;
    ++number;
    line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
    if (line.size() < 2 || line[0] != 'v' || (line[1] != ' ' && line[1] != '\t')) continue;
    line.remove_prefix(1);
    for (int k = 0; k < 3; ++k) {
      line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
      const std::string_view word = line.substr(0, std::min(line.find_first_of(kBlank), line.size()));
      if (!is_number(word))
        return fail(ErrorCode::bad_syntax, fmt::format("a vertex has three numbers, not \"{}\"", word),
                    fmt::format("line {}", number));
      line.remove_prefix(word.size());
    }
  }
  return {};
}

Expected<void> add_shape(const tinyobj::shape_t& shape, MeshSoup& soup) {
  const tinyobj::mesh_t& mesh = shape.mesh;
  soup.ignored += shape.lines.num_line_vertices.size() + shape.points.indices.size();
  std::size_t corners = 0;
  for (const unsigned char n : mesh.num_face_vertices) corners += n;
  const std::string name = shape.name.empty() ? "unnamed" : shape.name;
  // The loader counts corners in a byte.
  if (corners != mesh.indices.size())
    return fail(ErrorCode::bad_value, "a face has more than 255 corners", fmt::format("part \"{}\"", name));
  if (mesh.num_face_vertices.empty()) return {};
  if (soup.faces.size() + mesh.num_face_vertices.size() > kMostFaces)
    return fail(ErrorCode::bad_value, fmt::format("more than {} faces", kMostFaces));
  soup.begin_part(name);
  std::size_t at = 0;
  for (const unsigned char n : mesh.num_face_vertices) {
    const auto part = static_cast<std::uint32_t>(soup.parts.size() - 1);
    soup.faces.push_back({static_cast<std::uint32_t>(soup.corners.size()), n, part});
    for (unsigned k = 0; k < n; ++k) {
      const int v = mesh.indices[at++].vertex_index;
      if (v < 0 || static_cast<std::size_t>(v) >= soup.points.size())
        return fail(ErrorCode::dangling,
                    fmt::format("vertex {} of {}", static_cast<long>(v) + 1, soup.points.size()),
                    fmt::format("part \"{}\", face {}", name, soup.faces.size()));
      soup.corners.push_back(static_cast<std::uint32_t>(v));
    }
  }
  return {};
}

}  // namespace

Expected<MeshSoup> read_obj_text(std::string_view text) {
  if (auto ok = check_vertices(text); !ok) return tl::unexpected<Error>(ok.error());
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warnings;
  std::string errors;
  std::istringstream in{std::string(text)};
  constexpr bool kTriangulate = false;
  constexpr bool kDefaultColours = false;
  const bool ok = tinyobj::LoadObj(&attributes, &shapes, &materials, &warnings, &errors, &in, nullptr,
                                   kTriangulate, kDefaultColours);
  if (!ok) {
    while (!errors.empty() && errors.back() == '\n') errors.pop_back();
    return fail(ErrorCode::bad_syntax, errors.empty() ? "not an OBJ file" : errors);
  }
  MeshSoup soup;
  add_lines(warnings, soup.warnings);
  for (std::size_t i = 0; i + 2 < attributes.vertices.size(); i += 3)
    soup.points.push_back({attributes.vertices[i], attributes.vertices[i + 1], attributes.vertices[i + 2]});
  for (const tinyobj::shape_t& shape : shapes) {
    if (auto added = add_shape(shape, soup); !added) return tl::unexpected<Error>(added.error());
  }
  return soup;
}

Expected<MeshSoup> read_obj(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  auto soup = read_obj_text(*text);
  if (!soup) return tl::unexpected<Error>(in_file(path, soup.error()));
  return soup;
}

}  // namespace surefoot::io
