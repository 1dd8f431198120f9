#include "io/prepared_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "core/state_hash.hpp"
#include "io/json.hpp"
#include "io/mapped_file.hpp"
#include "io/prepared_catalog.hpp"
#include "io/prepared_layout.hpp"
#include "io/prepared_zstd.hpp"

namespace surefoot::io {

namespace {

using namespace prepared;

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

template <class T>
T read_at(std::span<const std::byte> bytes, std::size_t at) {
  T out;
  std::memcpy(&out, bytes.data() + at, sizeof out);
  return out;
}

/// The whole file, mapped or in memory, and what its header says.
struct Contents {
  MappedFile mapped;
  FlatBytes owned;
  std::string path;  ///< for messages; "" in memory
  bool verify = true;

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return owned.size() != 0 ? owned.bytes() : mapped.bytes();
  }
  [[nodiscard]] std::string at(std::uint64_t offset) const {
    return fmt::format("{}{}offset {}", path, path.empty() ? "" : ": ", offset);
  }
  [[nodiscard]] tl::unexpected<Error> refuse(ErrorCode code, std::string message,
                                             std::uint64_t offset) const {
    return fail(code, std::move(message), at(offset));
  }
};

Expected<FileHeader> read_header(const Contents& in) {
  const auto bytes = in.bytes();
  if (!is_prepared(bytes)) return in.refuse(ErrorCode::unknown_format, "no prepared world (.sfw)", 0);
  if (bytes.size() < sizeof(FileHeader))
    return in.refuse(ErrorCode::damaged, "a prepared world that ends within its header", bytes.size());
  const auto h = read_at<FileHeader>(bytes, 0);
  if (h.endian != kEndianMark)
    return in.refuse(ErrorCode::unknown_format,
                     "prepared on a machine of the other byte order, or damaged: prepare it here",
                     offsetof(FileHeader, endian));
  if (h.version != kVersion) {
    return in.refuse(
        ErrorCode::unknown_format,
        fmt::format("version {} of the prepared format; this program reads version {}{}", h.version, kVersion,
                    h.version > kVersion ? ": it was written by a newer one" : ": prepare it anew"),
        offsetof(FileHeader, version));
  }
  if (in.verify && h.checksum != checksum(bytes.first(offsetof(FileHeader, checksum))))
    return in.refuse(ErrorCode::damaged, "the header is damaged", 0);
  if (h.file_size != bytes.size()) {
    return in.refuse(ErrorCode::damaged,
                     fmt::format("the file has {} bytes, its header says {}", bytes.size(), h.file_size),
                     bytes.size());
  }
  if (h.index_offset % kSectionAlign != 0 || h.index_offset > bytes.size() ||
      h.index_size != bytes.size() - h.index_offset || h.index_size < sizeof(IndexHeader))
    return in.refuse(ErrorCode::damaged, "the index is not where the header says", h.index_offset);
  if (in.verify && h.index_checksum != checksum(bytes.subspan(static_cast<std::size_t>(h.index_offset))))
    return in.refuse(ErrorCode::damaged, "the index is damaged", h.index_offset);
  return h;
}

/// The sections of a file by what they are of. Spans into the file.
struct Index {
  IndexHeader counts;
  std::span<const Section> sections;  ///< catalog, shapes, structures, blocks
  std::span<const BlockId> blocks;    ///< ascending

  [[nodiscard]] std::uint32_t shape_count() const { return counts.shapes + counts.structures; }
  [[nodiscard]] const Section& catalog() const { return sections.front(); }
  /// Of shapes, then of structures.
  [[nodiscard]] const Section& shape(std::size_t i) const { return sections[1 + i]; }
  [[nodiscard]] const Section& block(std::size_t i) const { return sections[1 + shape_count() + i]; }
};

Expected<Index> read_index(const Contents& in, const FileHeader& h) {
  const auto bytes = in.bytes();
  Index out;
  const auto index_at = static_cast<std::size_t>(h.index_offset);  // within the file, as read_header has seen
  out.counts = read_at<IndexHeader>(bytes, index_at);
  const std::uint64_t sections =
      1 + std::uint64_t{out.counts.shapes} + out.counts.structures + out.counts.blocks;
  const std::uint64_t size =
      sizeof(IndexHeader) + sections * sizeof(Section) + std::uint64_t{out.counts.blocks} * sizeof(BlockId);
  if (size != h.index_size)
    return in.refuse(ErrorCode::damaged, "the index has another size than its counts say", h.index_offset);
  const std::byte* at = bytes.data() + index_at + sizeof(IndexHeader);
  const auto count = static_cast<std::size_t>(sections);
  out.sections = {reinterpret_cast<const Section*>(at), count};
  out.blocks = {reinterpret_cast<const BlockId*>(at + count * sizeof(Section)), out.counts.blocks};
  for (const Section& s : out.sections) {
    if (s.offset % kSectionAlign != 0 || s.offset > h.index_offset || s.stored > h.index_offset - s.offset ||
        s.stored > s.size)
      return in.refuse(ErrorCode::damaged, "a section is not within the file", h.index_offset);
  }
  for (std::size_t i = 1; i < out.blocks.size(); ++i) {
    if (out.blocks[i - 1] >= out.blocks[i])
      return in.refuse(ErrorCode::damaged, "the landblocks are not in order", h.index_offset);
  }
  return out;
}

/// A section unpacked: where it lies in the file, or memory of its own.
struct Unpacked {
  std::span<const std::byte> bytes;
  FlatBytes owned;
};

}  // namespace

/// What the world and its landscape share.
class PreparedFile final : public ShapeSource {
 public:
  PreparedFile(Contents contents, const Index& index)
      : in_(std::move(contents)), index_(index), shapes_(index.shape_count()) {}

  [[nodiscard]] static Expected<std::shared_ptr<PreparedFile>> open(Contents contents) {
    const auto header = read_header(contents);
    if (!header) return tl::unexpected<Error>(header.error());
    const auto index = read_index(contents, *header);
    if (!index) return tl::unexpected<Error>(index.error());
    return std::make_shared<PreparedFile>(std::move(contents), *index);
  }

  [[nodiscard]] const Index& index() const { return index_; }
  [[nodiscard]] std::size_t size() const { return in_.bytes().size(); }

  /// Checks and unpacks. `name` says what it is of, for the message.
  template <class Name>
  [[nodiscard]] Expected<Unpacked> section(const Section& s, const Name& name) const {
    const auto stored = in_.bytes().subspan(static_cast<std::size_t>(s.offset), s.stored);
    const auto refuse = [&](const std::string& why) {
      return in_.refuse(ErrorCode::damaged, fmt::format("{} is damaged: {}", name(), why), s.offset);
    };
    if (in_.verify && checksum(stored) != s.checksum) return refuse("its checksum does not match");
    Unpacked out;
    out.bytes = stored;
    if (s.stored == s.size) return out;
    auto unpacked = unpack(stored, s.size);
    if (!unpacked) return refuse(unpacked.error().message);
    out.owned = std::move(*unpacked);
    out.bytes = out.owned.bytes();
    return out;
  }

  [[nodiscard]] const FlatShape* shape(std::uint32_t number) const override {
    const std::lock_guard lock(touching_);
    Shape& s = shapes_[number];
    if (s.touched) return &s.flat;
    s.touched = true;
    if (auto done = read_shape(number, s); !done) {
      s.flat = {};
      s.damage = std::make_unique<Error>(done.error());
      s.flat.damage = s.damage.get();
      note_damage();
    }
    return &s.flat;
  }

  /// Absent: no such block, or a damaged one; `damage` knows.
  [[nodiscard]] std::optional<LandblockData> block(BlockId id) const {
    const auto at = std::lower_bound(index_.blocks.begin(), index_.blocks.end(), id);
    if (at == index_.blocks.end() || *at != id) return std::nullopt;
    auto data = read_block(id, static_cast<std::size_t>(at - index_.blocks.begin()));
    if (data) return *data;
    const std::lock_guard lock(touching_);
    damaged_blocks_.try_emplace(id, data.error());
    note_damage();
    return std::nullopt;
  }
  /// Of a block that has been asked for. Stays where it is.
  [[nodiscard]] const Error* block_damage(BlockId id) const {
    const std::lock_guard lock(touching_);
    const auto at = damaged_blocks_.find(id);
    return at == damaged_blocks_.end() ? nullptr : &at->second;
  }

 private:
  struct Shape {
    bool touched = false;
    FlatShape flat;
    FlatBytes owned;
    std::unique_ptr<Error> damage;
  };

  [[nodiscard]] std::string shape_name(std::uint32_t number) const {
    return number < index_.counts.shapes
               ? fmt::format("shape {} of {}", number, index_.counts.shapes)
               : fmt::format("cell structure {} of {}", number - index_.counts.shapes,
                             index_.counts.structures);
  }

  [[nodiscard]] Expected<void> read_shape(std::uint32_t number, Shape& out) const {
    const Section& s = index_.shape(number);
    auto unpacked = section(s, [&] { return shape_name(number); });
    if (!unpacked) return tl::unexpected<Error>(unpacked.error());
    const auto bytes = unpacked->bytes;
    const auto refuse = [&](const std::string& why) {
      return in_.refuse(ErrorCode::damaged, fmt::format("{} is damaged: {}", shape_name(number), why),
                        s.offset);
    };
    if (bytes.size() < sizeof(ShapeHeader)) return refuse("it ends within its header");
    const auto h = read_at<ShapeHeader>(bytes, 0);
    const std::uint64_t planes_at =
        (sizeof(ShapeHeader) + std::uint64_t{h.tree_bytes} + FlatBytes::kAlign - 1) / FlatBytes::kAlign *
        FlatBytes::kAlign;
    if (planes_at + std::uint64_t{h.cell_planes} * sizeof(Plane) != bytes.size())
      return refuse("it has another size than its header says");
    const auto tree = view_flat(bytes.subspan(sizeof(ShapeHeader), h.tree_bytes));
    if (!tree) return refuse(tree.error().message);
    out.flat.physics = *tree;
    if (h.cell_planes != 0)
      out.flat.cell = {reinterpret_cast<const Plane*>(bytes.data() + planes_at), h.cell_planes};
    for (const Plane& p : out.flat.cell) {
      if (!is_finite(p.normal) || !std::isfinite(p.d)) return refuse("a plane is not finite");
    }
    out.flat.tree = bytes.subspan(sizeof(ShapeHeader), h.tree_bytes);
    out.owned = std::move(unpacked->owned);  // what the spans look at moves along
    return {};
  }

  [[nodiscard]] Expected<LandblockData> read_block(BlockId id, std::size_t at) const {
    const Section& s = index_.block(at);
    const auto name = [&] { return fmt::format("landblock 0x{:04X}", id); };
    const auto unpacked = section(s, name);
    if (!unpacked) return tl::unexpected<Error>(unpacked.error());
    const auto refuse = [&](const char* why) {
      return in_.refuse(ErrorCode::damaged, fmt::format("{} is damaged: {}", name(), why), s.offset);
    };
    if (unpacked->bytes.size() != sizeof(Terrain)) return refuse("it has another size than a landblock");
    const auto t = read_at<Terrain>(unpacked->bytes, 0);
    LandblockData out;
    out.z = t.z;
    out.terrain = t.words;
    out.sw_to_ne.emplace();
    for (std::size_t i = 0; i < kLandCells; ++i)
      (*out.sw_to_ne)[i] = (t.sw_to_ne.at(i / 8) >> (i % 8) & 1U) != 0;
    for (const float z : out.z) {
      if (!(std::fabs(z) <= kMaxCoordinate)) return refuse("a height is out of range");
    }
    return out;
  }

  Contents in_;
  Index index_;
  mutable std::mutex touching_;
  mutable std::vector<Shape> shapes_;  // never resized: answers point into it
  mutable std::map<BlockId, Error> damaged_blocks_;
};

namespace {

class PreparedBlocks final : public LandblockSource {
 public:
  explicit PreparedBlocks(std::shared_ptr<const PreparedFile> file) : file_(std::move(file)) {}

  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override { return file_->block(id); }
  [[nodiscard]] const Error* damage(BlockId id) const override { return file_->block_damage(id); }
  [[nodiscard]] std::vector<BlockId> listed() const override {
    return {file_->index().blocks.begin(), file_->index().blocks.end()};
  }

 private:
  std::shared_ptr<const PreparedFile> file_;
};

Expected<World> world_from(const std::shared_ptr<PreparedFile>& file) {
  World world;
  if (file->index().counts.blocks != 0) world.set_landscape(std::make_unique<PreparedBlocks>(file));
  world.set_source(file);
  const auto catalog = file->section(file->index().catalog(), [] { return std::string("the catalog"); });
  if (!catalog) return tl::unexpected<Error>(catalog.error());
  const Assets assets{file, file->index().counts.shapes, file->index().counts.structures};
  if (auto done = read_catalog(catalog->bytes, assets, world); !done) {
    // Objects may stand on a landblock that cannot be made.
    for (const BlockId id : file->index().blocks) {
      if (const Error* damage = file->damage_seen() ? file->block_damage(id) : nullptr)
        return tl::unexpected<Error>(*damage);
    }
    return tl::unexpected<Error>(done.error());
  }
  return world;
}

Expected<std::shared_ptr<PreparedFile>> map_prepared(const std::string& path) {
  auto mapped = MappedFile::open(path);
  if (!mapped) return tl::unexpected<Error>(mapped.error());
  Contents contents;
  contents.mapped = std::move(*mapped);
  contents.path = path;
  return PreparedFile::open(std::move(contents));
}

Error in_path(Error e, const std::string& path) {
  if (e.where.rfind(path, 0) != 0) e.where = path + (e.where.empty() ? "" : ": ") + e.where;
  return e;
}

}  // namespace

bool is_prepared(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagic.size() && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

bool is_prepared_file(const std::string& path) {
  const auto file = MappedFile::open(path);
  return file && is_prepared(file->bytes());
}

std::uint64_t prepared_world_hash(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file || !is_prepared(file->bytes()) || file->bytes().size() < sizeof(FileHeader)) return 0;
  return read_at<FileHeader>(file->bytes(), 0).world_hash;
}

Expected<World> open_prepared(const std::string& path) {
  const auto file = map_prepared(path);
  if (!file) return tl::unexpected<Error>(file.error());
  auto world = world_from(*file);
  if (!world) return tl::unexpected<Error>(in_path(world.error(), path));
  return world;
}

Expected<World> open_prepared(FlatBytes bytes, Checksums checksums) {
  Contents contents;
  contents.owned = std::move(bytes);
  contents.verify = checksums == Checksums::verified;
  const auto file = PreparedFile::open(std::move(contents));
  if (!file) return tl::unexpected<Error>(file.error());
  return world_from(*file);
}

Expected<PreparedReport> verify_prepared(const std::string& path) {
  const auto opened = map_prepared(path);
  if (!opened) return tl::unexpected<Error>(opened.error());
  const PreparedFile& file = **opened;
  PreparedReport report;
  report.shapes = file.index().counts.shapes;
  report.structures = file.index().counts.structures;
  report.blocks = file.index().counts.blocks;
  report.bytes = file.size();
  if (const auto world = world_from(*opened)) {
    report.cells = world->env_cells().size();
    report.objects = world->registry().objects().size();
  } else if (!file.damage_seen()) {
    report.damage.push_back(in_path(world.error(), path));
  }
  for (std::uint32_t i = 0; i < file.index().shape_count(); ++i) {
    if (const Error* damage = file.shape(i)->damage) report.damage.push_back(*damage);
  }
  for (const BlockId id : file.index().blocks) {
    static_cast<void>(file.block(id));
    if (const Error* damage = file.damage_seen() ? file.block_damage(id) : nullptr)
      report.damage.push_back(*damage);
  }
  return report;
}

}  // namespace surefoot::io
