// glTF 2.0 by tinygltf, which reads the file; everything it says about buffers is checked here before it is believed.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>
#include <tiny_gltf.h>

#include "io/json.hpp"
#include "io/mesh/affine.hpp"
#include "io/mesh/read_mesh.hpp"

namespace surefoot::io {

namespace {

constexpr std::size_t kMostDepth = 256;

bool no_image(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int,
              void*) {
  return true;
}

/// Buffers beside the file: relative names only. An empty folder stands for "no files at all".
struct Folder {
  std::string path;

  static bool allows(const std::string& name, void* self) {
    return !static_cast<Folder*>(self)->path.empty() && name.find("/../") == std::string::npos;
  }
  static bool exists(const std::string& name, void* self) {
    std::error_code ec;
    return allows(name, self) && std::filesystem::is_regular_file(name, ec);
  }
  static bool read(std::vector<unsigned char>* out, std::string* err, const std::string& name, void* self) {
    const auto text = allows(name, self)
                          ? read_file(name)
                          : fail(ErrorCode::file_not_found, "buffers in other files are not read here", name);
    if (text)
      out->assign(text->begin(), text->end());
    else if (err != nullptr)
      *err += text.error().text() + "\n";
    return text.has_value();
  }
};

/// A run of equally spaced values inside a buffer, checked to be there.
struct Run {
  const unsigned char* data = nullptr;
  std::size_t stride = 0;
  std::size_t count = 0;

  template <class T>
  [[nodiscard]] T at(std::size_t i, std::size_t component = 0) const {
    T v;
    std::memcpy(&v, data + i * stride + component * sizeof(T), sizeof(T));
    return v;
  }
};

class Reader {
 public:
  explicit Reader(const tinygltf::Model& model) : model_(model) {}

  Expected<MeshSoup> run() {
    if (!model_.extensionsRequired.empty())
      return fail(ErrorCode::unknown_format,
                  fmt::format("it needs the extension {}", model_.extensionsRequired.front()),
                  "/extensionsRequired");
    if (auto ok = add_roots(); !ok) return tl::unexpected<Error>(ok.error());
    return std::move(soup_);
  }

 private:
  struct Placed {
    int node;
    Affine frame;
    std::size_t depth;
  };

  Expected<void> add_roots() {
    std::vector<int> roots;
    if (!model_.scenes.empty()) {
      const int scene = std::max(model_.defaultScene, 0);
      if (static_cast<std::size_t>(scene) >= model_.scenes.size())
        return fail(ErrorCode::dangling, fmt::format("scene {} of {}", scene, model_.scenes.size()),
                    "/scene");
      roots = model_.scenes[static_cast<std::size_t>(scene)].nodes;
    } else if (!model_.nodes.empty()) {
      roots = parentless_nodes();
    } else {
      for (std::size_t i = 0; i < model_.meshes.size(); ++i) {
        if (auto ok = add_mesh(static_cast<int>(i), {}, model_.meshes[i].name); !ok) return ok;
      }
      return {};
    }
    std::vector<Placed> waiting;
    for (auto it = roots.rbegin(); it != roots.rend(); ++it) waiting.push_back({*it, {}, 1});
    while (!waiting.empty()) {
      const Placed p = waiting.back();
      waiting.pop_back();
      if (auto ok = add_node(p, waiting); !ok) return ok;
    }
    return {};
  }

  [[nodiscard]] std::vector<int> parentless_nodes() const {
    std::vector<bool> child(model_.nodes.size(), false);
    for (const tinygltf::Node& n : model_.nodes) {
      for (const int c : n.children) {
        if (c >= 0 && static_cast<std::size_t>(c) < child.size()) child[static_cast<std::size_t>(c)] = true;
      }
    }
    std::vector<int> out;
    for (std::size_t i = 0; i < child.size(); ++i) {
      if (!child[i]) out.push_back(static_cast<int>(i));
    }
    return out;
  }

  Expected<void> add_node(const Placed& p, std::vector<Placed>& waiting) {
    const std::string where = fmt::format("/nodes/{}", p.node);
    if (p.node < 0 || static_cast<std::size_t>(p.node) >= model_.nodes.size())
      return fail(ErrorCode::dangling, fmt::format("node {} of {}", p.node, model_.nodes.size()), "/nodes");
    // The format has trees only; a node met twice would let a small file unfold without end.
    if (!seen_.insert(p.node).second)
      return fail(ErrorCode::bad_value, "it has two parents, or is its own", where);
    if (p.depth > kMostDepth)
      return fail(ErrorCode::too_deep, fmt::format("nodes nest more than {} deep", kMostDepth), where);
    const tinygltf::Node& node = model_.nodes[static_cast<std::size_t>(p.node)];
    const auto own = frame_of(node);
    if (!own)
      return fail(ErrorCode::bad_value, "its placement holds no numbers, or not as many as it should", where);
    // By the node's own frame alone where nothing above it moves: products with 1 and 0 lose the sign of zero.
    const Affine frame = p.frame.is_identity() ? *own : own->is_identity() ? p.frame : p.frame * *own;
    if (node.mesh >= 0) {
      const std::string name = node.name.empty() ? fmt::format("node {}", p.node) : node.name;
      if (auto ok = add_mesh(node.mesh, frame, name); !ok) return ok;
    }
    for (auto it = node.children.rbegin(); it != node.children.rend(); ++it)
      waiting.push_back({*it, frame, p.depth + 1});
    return {};
  }

  template <std::size_t N>
  static std::optional<std::array<double, N>> numbers(const std::vector<double>& in,
                                                      std::array<double, N> out) {
    if (in.empty()) return out;
    if (in.size() != N || !std::all_of(in.begin(), in.end(), [](double d) { return std::isfinite(d); }))
      return std::nullopt;
    std::copy(in.begin(), in.end(), out.begin());
    return out;
  }

  static std::optional<Affine> frame_of(const tinygltf::Node& n) {
    if (!n.matrix.empty()) {
      const auto m = numbers<16>(n.matrix, {});
      return m ? std::optional<Affine>(affine_of_columns(*m)) : std::nullopt;
    }
    const auto move = numbers<3>(n.translation, {0, 0, 0});
    const auto turn = numbers<4>(n.rotation, {0, 0, 0, 1});
    const auto scale = numbers<3>(n.scale, {1, 1, 1});
    if (!move || !turn || !scale) return std::nullopt;
    return affine_of_parts(*move, *turn, *scale);
  }

  Expected<void> add_mesh(int index, const Affine& frame, const std::string& name) {
    if (static_cast<std::size_t>(index) >= model_.meshes.size())
      return fail(ErrorCode::dangling, fmt::format("mesh {} of {}", index, model_.meshes.size()), "/meshes");
    soup_.begin_part(name);
    const tinygltf::Mesh& mesh = model_.meshes[static_cast<std::size_t>(index)];
    for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
      const std::string where = fmt::format("/meshes/{}/primitives/{}", index, i);
      if (auto ok = add_primitive(mesh.primitives[i], frame, where); !ok) return ok;
    }
    return {};
  }

  Expected<void> add_primitive(const tinygltf::Primitive& p, const Affine& frame, const std::string& where) {
    const int mode = p.mode < 0 ? TINYGLTF_MODE_TRIANGLES : p.mode;
    if (mode != TINYGLTF_MODE_TRIANGLES && mode != TINYGLTF_MODE_TRIANGLE_STRIP &&
        mode != TINYGLTF_MODE_TRIANGLE_FAN) {
      ++soup_.ignored;
      return {};
    }
    const auto position = p.attributes.find("POSITION");
    if (position == p.attributes.end()) {
      ++soup_.ignored;
      return {};
    }
    const auto points = run_of(position->second, TINYGLTF_TYPE_VEC3, where + "/attributes/POSITION");
    if (!points) return tl::unexpected<Error>(points.error());
    if (component_of(position->second) != TINYGLTF_COMPONENT_TYPE_FLOAT)
      return fail(ErrorCode::unknown_format, "positions that are no floats", where + "/attributes/POSITION");
    auto corners = indices_of(p.indices, points->count, where + "/indices");
    if (!corners) return tl::unexpected<Error>(corners.error());
    const std::size_t triangles = mode == TINYGLTF_MODE_TRIANGLES ? corners->size() / 3
                                  : corners->size() < 3           ? 0
                                                                  : corners->size() - 2;
    if (soup_.faces.size() + triangles > kMostFaces || soup_.points.size() + points->count > 3 * kMostFaces)
      return fail(ErrorCode::bad_value, fmt::format("more than {} faces", kMostFaces), where);
    const auto base = static_cast<std::uint32_t>(soup_.points.size());
    const bool moved = !frame.is_identity();
    for (std::size_t i = 0; i < points->count; ++i) {
      const Vec3 v{points->at<float>(i, 0), points->at<float>(i, 1), points->at<float>(i, 2)};
      soup_.points.push_back(moved ? frame(v) : v);
    }
    const bool turned = frame.mirrors();
    for (std::size_t t = 0; t < triangles; ++t) {
      std::array<std::size_t, 3> at{3 * t, 3 * t + 1, 3 * t + 2};
      if (mode == TINYGLTF_MODE_TRIANGLE_STRIP)
        at = t % 2 == 0 ? std::array{t, t + 1, t + 2} : std::array{t, t + 2, t + 1};
      if (mode == TINYGLTF_MODE_TRIANGLE_FAN) at = {0, t + 1, t + 2};
      if (turned) std::swap(at[1], at[2]);
      const auto part = static_cast<std::uint32_t>(soup_.parts.size() - 1);
      soup_.faces.push_back({static_cast<std::uint32_t>(soup_.corners.size()), 3, part});
      for (const std::size_t c : at) soup_.corners.push_back(base + (*corners)[c]);
    }
    return {};
  }

  /// The corners in order; without an index list, all points.
  Expected<std::vector<std::uint32_t>> indices_of(int accessor, std::size_t points,
                                                  const std::string& where) {
    std::vector<std::uint32_t> out;
    if (accessor < 0) {
      for (std::size_t i = 0; i < points; ++i) out.push_back(static_cast<std::uint32_t>(i));
      return out;
    }
    const auto run = run_of(accessor, TINYGLTF_TYPE_SCALAR, where);
    if (!run) return tl::unexpected<Error>(run.error());
    const int component = component_of(accessor);
    out.reserve(run->count);
    for (std::size_t i = 0; i < run->count; ++i) {
      std::uint32_t v = 0;
      if (component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE)
        v = run->at<std::uint8_t>(i);
      else if (component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT)
        v = run->at<std::uint16_t>(i);
      else if (component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT)
        v = run->at<std::uint32_t>(i);
      else
        return fail(ErrorCode::unknown_format, "indices are unsigned bytes, shorts or ints", where);
      if (v >= points) return fail(ErrorCode::dangling, fmt::format("vertex {} of {}", v, points), where);
      out.push_back(v);
    }
    return out;
  }

  [[nodiscard]] int component_of(int accessor) const {
    return model_.accessors[static_cast<std::size_t>(accessor)].componentType;
  }

  Expected<Run> run_of(int index, int type, const std::string& where) const {
    if (index < 0 || static_cast<std::size_t>(index) >= model_.accessors.size())
      return fail(ErrorCode::dangling, fmt::format("accessor {} of {}", index, model_.accessors.size()),
                  where);
    const std::string name = fmt::format("/accessors/{}", index);
    const tinygltf::Accessor& a = model_.accessors[static_cast<std::size_t>(index)];
    if (a.sparse.isSparse) return fail(ErrorCode::unknown_format, "sparse accessors are not read", name);
    if (a.type != type) return fail(ErrorCode::wrong_type, "an accessor of another shape is needed", name);
    const int size = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(a.componentType));
    const int parts = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(type));
    if (size <= 0 || parts <= 0)
      return fail(ErrorCode::unknown_format, "components of an unknown type", name);
    if (a.bufferView < 0 || static_cast<std::size_t>(a.bufferView) >= model_.bufferViews.size())
      return fail(ErrorCode::dangling,
                  fmt::format("bufferView {} of {}", a.bufferView, model_.bufferViews.size()), name);
    const tinygltf::BufferView& view = model_.bufferViews[static_cast<std::size_t>(a.bufferView)];
    if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model_.buffers.size())
      return fail(ErrorCode::dangling, fmt::format("buffer {} of {}", view.buffer, model_.buffers.size()),
                  fmt::format("/bufferViews/{}", a.bufferView));
    const auto& data = model_.buffers[static_cast<std::size_t>(view.buffer)].data;
    const std::size_t element = static_cast<std::size_t>(size) * static_cast<std::size_t>(parts);
    const std::size_t stride = view.byteStride == 0 ? element : view.byteStride;
    // Every sum is of numbers already known to be small.
    const std::size_t from = view.byteOffset;
    const bool view_fits = from <= data.size() && view.byteLength <= data.size() - from;
    const bool start_fits = view_fits && a.byteOffset <= view.byteLength;
    const std::size_t room = start_fits ? view.byteLength - a.byteOffset : 0;
    const bool fits = start_fits && stride >= element && stride <= 255 * element &&
                      (a.count == 0 || (element <= room && (a.count - 1) <= (room - element) / stride));
    if (!fits)
      return fail(ErrorCode::bad_value,
                  fmt::format("{} elements of {} bytes do not fit its buffer", a.count, element), name);
    return Run{data.data() + from + a.byteOffset, stride, a.count};
  }

  const tinygltf::Model& model_;
  MeshSoup soup_;
  std::unordered_set<int> seen_;
};

Expected<MeshSoup> read(std::string_view bytes, const std::string& folder) {
  if (bytes.size() > std::numeric_limits<std::uint32_t>::max())
    return fail(ErrorCode::bad_value, "a glTF file is at most 4 GiB large");
  Folder files{folder};
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(no_image, nullptr);
  loader.SetFsCallbacks(
      {Folder::exists, [](const std::string& name, void*) { return name; }, Folder::read,
       [](std::string*, const std::string&, const std::vector<unsigned char>&, void*) { return false; },
       &files});
  tinygltf::Model model;
  std::string errors;
  std::string warnings;
  const auto size = static_cast<unsigned>(bytes.size());
  const bool binary = bytes.size() >= 4 && bytes.substr(0, 4) == "glTF";
  bool ok = false;
  try {
    ok = binary
             ? loader.LoadBinaryFromMemory(&model, &errors, &warnings,
                                           reinterpret_cast<const unsigned char*>(bytes.data()), size, folder)
             : loader.LoadASCIIFromString(&model, &errors, &warnings, bytes.data(), size, folder);
  } catch (const std::exception& e) {
    return fail(ErrorCode::bad_syntax, fmt::format("not a glTF file: {}", e.what()));
  }
  if (!ok) {
    while (!errors.empty() && errors.back() == '\n') errors.pop_back();
    return fail(ErrorCode::bad_syntax, errors.empty() ? "not a glTF file" : errors);
  }
  return Reader(model).run();
}

}  // namespace

Expected<MeshSoup> read_gltf_bytes(std::string_view bytes) {
  return read(bytes, "");
}

Expected<MeshSoup> read_gltf(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  auto soup = read(*bytes, folder);
  if (!soup) return tl::unexpected<Error>(in_file(path, soup.error()));
  return soup;
}

}  // namespace surefoot::io
