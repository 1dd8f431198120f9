#include "io/prepared_writer.hpp"

#include <cstring>

#include <fmt/format.h>

#include "core/state_hash.hpp"
#include "io/prepared_catalog.hpp"
#include "io/prepared_layout.hpp"
#include "io/prepared_zstd.hpp"
#include "io/whole_file.hpp"

namespace surefoot::io {

namespace {

using namespace prepared;

constexpr std::size_t kMostSection = 0xFFFFFFFFU;

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void append(std::vector<std::byte>& out, const void* from, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(from);
  out.insert(out.end(), bytes, bytes + size);
}

template <class T>
void append_all(std::vector<std::byte>& out, std::span<const T> items) {
  append(out, items.data(), items.size_bytes());
}

void align(std::vector<std::byte>& out, std::size_t to) {
  out.resize((out.size() + to - 1) / to * to);
}

class Writer {
 public:
  explicit Writer(bool zstd) : zstd_(zstd), file_(sizeof(FileHeader)) {}

  Expected<Section> add(std::span<const std::byte> bytes) {
    if (bytes.size() > kMostSection)
      return fail(ErrorCode::too_deep, "a part of the world is larger than a section of 4 GB");
    const std::vector<std::byte> packed = zstd_ ? pack(bytes) : std::vector<std::byte>{};
    const std::span<const std::byte> stored = packed.empty() ? bytes : packed;
    align(file_, kSectionAlign);
    const Section s{file_.size(), checksum(stored), static_cast<std::uint32_t>(stored.size()),
                    static_cast<std::uint32_t>(bytes.size())};
    append_all(file_, stored);
    return s;
  }

  std::vector<std::byte> finish(const std::vector<std::byte>& index, std::uint64_t world_hash) {
    align(file_, kSectionAlign);
    FileHeader h;
    h.index_offset = file_.size();
    h.index_size = index.size();
    h.index_checksum = checksum(index);
    h.file_size = h.index_offset + h.index_size;
    h.world_hash = world_hash == 0 ? h.index_checksum : world_hash;
    append_all<std::byte>(file_, index);
    std::vector<std::byte> header;
    append(header, &h, offsetof(FileHeader, checksum));
    h.checksum = checksum(header);
    std::memcpy(file_.data(), &h, sizeof h);
    return std::move(file_);
  }

 private:
  bool zstd_;
  std::vector<std::byte> file_;
};

std::vector<std::byte> shape_bytes(const FlatShape& shape) {
  ShapeHeader h;
  h.tree_bytes = static_cast<std::uint32_t>(shape.tree.size());
  h.cell_planes = static_cast<std::uint32_t>(shape.cell.size());
  std::vector<std::byte> out;
  append(out, &h, sizeof h);
  append_all(out, shape.tree);
  align(out, FlatBytes::kAlign);
  append_all(out, shape.cell);
  return out;
}

Terrain terrain_of(BlockId id, const LandblockData& data) {
  Terrain t;
  t.z = data.z;
  t.words = data.terrain;
  for (std::size_t i = 0; i < kLandCells; ++i) {
    const std::uint32_t x = (id >> 8U) * 8U + static_cast<std::uint32_t>(i / kBlockSide);
    const std::uint32_t y = (id & 0xFFU) * 8U + static_cast<std::uint32_t>(i % kBlockSide);
    if (data.sw_to_ne ? (*data.sw_to_ne)[i] : splits_sw_to_ne(x, y))
      t.sw_to_ne.at(i / 8) = static_cast<std::uint8_t>(t.sw_to_ne.at(i / 8) | 1U << (i % 8));
  }
  return t;
}

/// Writes all parts and collects their sections in the index's order.
class Parts {
 public:
  Parts(const World& world, Writer& out, PrepareReport& report) : world_(world), out_(out), report_(report) {}

  Expected<std::vector<std::byte>> write() {
    if (auto done = add(write_catalog(world_)); !done) return tl::unexpected<Error>(done.error());
    for (const auto& g : world_.gfxobjs()) {
      if (auto done = add_shape(g->flat, fmt::format("shape 0x{:08X}", g->id)); !done)
        return tl::unexpected<Error>(done.error());
    }
    for (const auto& s : world_.cell_structs()) {
      if (auto done = add_shape(s->flat, fmt::format("structure {}", s->number)); !done)
        return tl::unexpected<Error>(done.error());
    }
    if (auto done = add_blocks(); !done) return tl::unexpected<Error>(done.error());
    IndexHeader h;
    h.shapes = static_cast<std::uint32_t>(world_.gfxobjs().size());
    h.structures = static_cast<std::uint32_t>(world_.cell_structs().size());
    h.blocks = static_cast<std::uint32_t>(blocks_.size());
    std::vector<std::byte> index;
    append(index, &h, sizeof h);
    append_all<Section>(index, sections_);
    append_all<BlockId>(index, blocks_);
    report_.shapes = h.shapes;
    report_.structures = h.structures;
    report_.blocks = h.blocks;
    return index;
  }

 private:
  Expected<void> add(std::span<const std::byte> bytes) {
    const auto section = out_.add(bytes);
    if (!section) return tl::unexpected<Error>(section.error());
    sections_.push_back(*section);
    return {};
  }

  Expected<void> add_shape(const PreparedShape& shape, const std::string& name) {
    if (!shape.present()) return fail(ErrorCode::bad_value, name + " has trees that have no flat form");
    const FlatShape& flat = shape.get();
    if (flat.damage != nullptr) return tl::unexpected<Error>(*flat.damage);
    if (flat.tree.size() > kMostSection) return fail(ErrorCode::too_deep, name + " is larger than 4 GB");
    for (std::uint32_t i = 0; i < flat.physics.polygon_count(); ++i) {
      const std::size_t points = flat.physics.vertices_of(i).size();
      report_.triangles += points < 3 ? 0 : points - 2;
    }
    report_.tree_bytes += flat.tree.size() + flat.cell.size_bytes();
    return add(shape_bytes(flat));
  }

  Expected<void> add_blocks() {
    constexpr std::uint32_t kSide = 255;
    for (std::uint32_t x = 0; x < kSide; ++x) {
      for (std::uint32_t y = 0; y < kSide; ++y) {
        const auto id = static_cast<BlockId>(x << 8U | y);
        const auto data = world_.landscape().data(id);
        if (const Error* damage = world_.landscape().damage(id)) return tl::unexpected<Error>(*damage);
        if (!data) continue;
        const Terrain t = terrain_of(id, *data);
        if (auto done = add(std::as_bytes(std::span(&t, 1))); !done) return done;
        blocks_.push_back(id);
      }
    }
    return {};
  }

  const World& world_;
  Writer& out_;
  PrepareReport& report_;
  std::vector<Section> sections_;
  std::vector<BlockId> blocks_;
};

}  // namespace

Expected<std::vector<std::byte>> prepare_world(const World& world, const PrepareOptions& options,
                                               PrepareReport* report) {
  PrepareReport own;
  PrepareReport& r = report == nullptr ? own : *report;
  Writer out(options.zstd);
  const auto index = Parts(world, out, r).write();
  if (!index) return tl::unexpected<Error>(index.error());
  std::vector<std::byte> file = out.finish(*index, options.world_hash);
  r.cells = world.env_cells().size();
  r.objects = world.registry().objects().size();
  r.bytes = file.size();
  return file;
}

Expected<PrepareReport> write_prepared(const World& world, const std::string& path,
                                       const PrepareOptions& options) {
  PrepareReport report;
  const auto bytes = prepare_world(world, options, &report);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  if (const auto done = write_file(path, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
      !done)
    return tl::unexpected<Error>(done.error());
  return report;
}

}  // namespace surefoot::io
