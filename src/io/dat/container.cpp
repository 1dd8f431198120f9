#include "io/dat/container.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "io/dat/bytes.hpp"
#include "io/mapped_file.hpp"

namespace surefoot::io {

namespace {

constexpr std::size_t kMagicAt = 0x140;
constexpr std::size_t kOldMagicAt = 0x12C;
constexpr std::uint32_t kLeastBlock = 0x40;
constexpr std::uint32_t kMostBlock = 0x10000;
constexpr std::uint16_t kCompressed = 1;

DatEntry read_entry(std::span<const std::byte> b) {
  return {load_u16(b, 0),  load_u16(b, 2),  load_u32(b, 4), load_u32(b, 8),
          load_u32(b, 12), load_u32(b, 16), load_u32(b, 20)};
}

}  // namespace

std::uint64_t DatRecord::file_offset(std::size_t at) const {
  if (blocks.empty() || block_size <= 4) return at;
  const std::size_t per_block = block_size - 4;
  // The end of the record lies behind the last byte of its last block.
  const std::size_t block = std::min(at / per_block, blocks.size() - 1);
  return std::uint64_t{blocks[block]} + 4 + (at - block * per_block);
}

tl::unexpected<Error> DatContainer::damaged(std::uint64_t offset, std::string message, ErrorCode code) const {
  return fail(code, std::move(message), fmt::format("{}: offset 0x{:08X}", name_, offset));
}

Expected<DatContainer> DatContainer::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return tl::unexpected<Error>(file.error());
  auto shared = std::make_shared<const MappedFile>(std::move(*file));
  DatContainer out;
  out.name_ = path;
  out.bytes_ = shared->bytes();
  out.owner_ = std::move(shared);
  if (auto ok = out.read_header(); !ok) return tl::unexpected<Error>(ok.error());
  return out;
}

Expected<DatContainer> DatContainer::from_bytes(std::vector<std::byte> bytes, std::string name) {
  auto shared = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  DatContainer out;
  out.name_ = std::move(name);
  out.bytes_ = *shared;
  out.owner_ = std::move(shared);
  if (auto ok = out.read_header(); !ok) return tl::unexpected<Error>(ok.error());
  return out;
}

Expected<void> DatContainer::read_header() {
  const auto has_magic = [&](std::size_t at) {
    return bytes_.size() >= at + 4 && load_u32(bytes_, at) == kDatMagic;
  };
  if (!has_magic(kMagicAt)) {
    if (has_magic(kOldMagicAt))
      return damaged(kOldMagicAt, "unsupported container: its layout is older than 2005",
                     ErrorCode::unknown_format);
    return damaged(kMagicAt, "not a data container: \"BT\" and two zero bytes belong here",
                   ErrorCode::unknown_format);
  }
  if (bytes_.size() < kDatHeaderSize)
    return damaged(bytes_.size(), fmt::format("cut short: the header has {} bytes", kDatHeaderSize));
  header_.block_size = load_u32(bytes_, 0x144);
  header_.file_size = load_u32(bytes_, 0x148);
  header_.data_set = load_u32(bytes_, 0x14C);
  header_.data_subset = load_u32(bytes_, 0x150);
  header_.btree_root = load_u32(bytes_, 0x160);
  const std::uint32_t size = header_.block_size;
  if (size < kLeastBlock || size > kMostBlock || (size & (size - 1)) != 0)
    return damaged(0x144, fmt::format("a block of {} bytes: a power of two from {} to {} is possible", size,
                                      kLeastBlock, kMostBlock));
  if (header_.btree_root == 0 || header_.btree_root >= bytes_.size())
    return damaged(0x160,
                   fmt::format("the directory starts at 0x{:08X}, outside the file", header_.btree_root));
  return {};
}

Expected<void> DatContainer::read_chain(std::uint32_t offset, std::uint32_t size, const std::string& owner,
                                        std::vector<std::byte>& bytes,
                                        std::vector<std::uint32_t>& blocks) const {
  const std::size_t per_block = header_.block_size - 4;
  const std::size_t count = std::max<std::size_t>(1, (size + per_block - 1) / per_block);
  if (size > bytes_.size() || count > bytes_.size() / header_.block_size + 1)
    return damaged(offset, fmt::format("{}: {} bytes are more than the file has", owner, size));
  bytes.clear();
  bytes.reserve(size);
  blocks.clear();
  blocks.reserve(count);
  std::uint64_t from = offset;  // of the link that led to the present block
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t wanted = std::min<std::size_t>(per_block, size - bytes.size());
    if (offset == 0 || std::uint64_t{offset} + 4 + wanted > bytes_.size())
      return damaged(from, fmt::format("bad chain: {}: block {} of {} at 0x{:08X} is not inside the file",
                                       owner, i + 1, count, offset));
    const auto data = bytes_.subspan(offset + 4, wanted);
    bytes.insert(bytes.end(), data.begin(), data.end());
    blocks.push_back(offset);
    from = offset;
    offset = load_u32(bytes_, offset);
  }
  if (count > 1) {
    std::vector<std::uint32_t> sorted = blocks;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
      return damaged(*twice, fmt::format("bad chain: {}: it comes back to this block", owner));
  }
  return {};
}

Expected<DatNode> DatContainer::read_node(std::uint32_t offset) const {
  // Also keeps a hostile file from having more nodes than blocks.
  if (offset % header_.block_size != 0)
    return damaged(offset, "a node of the directory does not start where a block starts");
  std::vector<std::byte> bytes;
  std::vector<std::uint32_t> blocks;
  if (auto ok = read_chain(offset, DatNode::kBytes, "a node of the directory", bytes, blocks); !ok)
    return tl::unexpected<Error>(ok.error());
  DatNode node;
  for (std::size_t i = 0; i < DatNode::kBranches; ++i) node.branches[i] = load_u32(bytes, 4 * i);
  constexpr std::size_t kCountAt = 4 * DatNode::kBranches;
  const std::uint32_t count = load_u32(bytes, kCountAt);
  if (count > DatNode::kMostEntries)
    return damaged(offset, fmt::format("a node of the directory claims {} entries; it has room for {}", count,
                                       DatNode::kMostEntries));
  for (std::size_t i = 0; i < count; ++i) {
    node.entries.push_back(
        read_entry(std::span(bytes).subspan(kCountAt + 4 + i * DatNode::kEntryBytes, DatNode::kEntryBytes)));
    if (i > 0 && node.entries[i].id <= node.entries[i - 1].id)
      return damaged(offset, fmt::format("the directory is out of order: record 0x{:08X} after 0x{:08X}",
                                         node.entries[i].id, node.entries[i - 1].id));
  }
  return node;
}

Expected<std::optional<DatEntry>> DatContainer::find(std::uint32_t id) const {
  std::uint32_t offset = header_.btree_root;
  for (std::size_t depth = 0; depth < DatNode::kMostDepth; ++depth) {
    const auto node = read_node(offset);
    if (!node) return tl::unexpected<Error>(node.error());
    const auto& entries = node->entries;
    const auto at =
        std::find_if(entries.begin(), entries.end(), [&](const DatEntry& e) { return id <= e.id; });
    if (at != entries.end() && at->id == id) return std::optional<DatEntry>(*at);
    if (node->leaf()) return std::optional<DatEntry>();
    offset = node->branches[static_cast<std::size_t>(at - entries.begin())];
  }
  return damaged(offset, fmt::format("the directory is more than {} levels deep", DatNode::kMostDepth),
                 ErrorCode::too_deep);
}

Expected<DatRecord> DatContainer::read(const DatEntry& entry) const {
  if ((entry.flags & kCompressed) != 0)
    return damaged(entry.offset, fmt::format("record 0x{:08X} is compressed, which is not read", entry.id),
                   ErrorCode::unknown_format);
  DatRecord out;
  out.id = entry.id;
  out.file = name_;
  out.block_size = header_.block_size;
  if (auto ok = read_chain(entry.offset, entry.size, fmt::format("record 0x{:08X}", entry.id), out.bytes,
                           out.blocks);
      !ok)
    return tl::unexpected<Error>(ok.error());
  return out;
}

Expected<DatRecord> DatContainer::read(std::uint32_t id) const {
  const auto entry = find(id);
  if (!entry) return tl::unexpected<Error>(entry.error());
  if (!*entry) return fail(ErrorCode::dangling, fmt::format("there is no record 0x{:08X}", id), name_);
  return read(**entry);
}

/// The in-order walk over a range of ids.
class DatContainer::Walk {
 public:
  Walk(const DatContainer& container, std::uint32_t first, std::uint32_t last, const Visitor& visit)
      : container_(container), first_(first), last_(last), visit_(visit) {}

  /// False: the visitor has seen enough.
  Expected<bool> below(std::uint32_t offset, std::size_t depth) {
    if (depth >= DatNode::kMostDepth)
      return container_.damaged(offset,
                                fmt::format("the directory is more than {} levels deep", DatNode::kMostDepth),
                                ErrorCode::too_deep);
    if (!seen_.insert(offset).second)
      return container_.damaged(offset, "two branches of the directory lead to this node");
    const auto node = container_.read_node(offset);
    if (!node) return tl::unexpected<Error>(node.error());
    const auto& entries = node->entries;
    for (std::size_t i = 0; i <= entries.size(); ++i) {
      const bool may_hold =
          (i == entries.size() || first_ < entries[i].id) && (i == 0 || entries[i - 1].id < last_);
      if (!node->leaf() && may_hold) {
        auto go_on = below(node->branches[i], depth + 1);
        if (!go_on || !*go_on) return go_on;
      }
      if (i == entries.size() || entries[i].id < first_) continue;
      if (entries[i].id > last_) return false;
      if (any_ && entries[i].id <= previous_)
        return container_.damaged(offset,
                                  fmt::format("the directory is out of order: record 0x{:08X} after 0x{:08X}",
                                              entries[i].id, previous_));
      any_ = true;
      previous_ = entries[i].id;
      if (!visit_(entries[i])) return false;
    }
    return true;
  }

 private:
  const DatContainer& container_;
  std::uint32_t first_;
  std::uint32_t last_;
  const Visitor& visit_;
  std::unordered_set<std::uint32_t> seen_;
  std::uint32_t previous_ = 0;
  bool any_ = false;
};

Expected<void> DatContainer::each(std::uint32_t first, std::uint32_t last, const Visitor& visit) const {
  const auto done = Walk(*this, first, last, visit).below(header_.btree_root, 0);
  if (!done) return tl::unexpected<Error>(done.error());
  return {};
}

Expected<std::size_t> DatContainer::depth() const {
  std::uint32_t offset = header_.btree_root;
  for (std::size_t depth = 1; depth <= DatNode::kMostDepth; ++depth) {
    const auto node = read_node(offset);
    if (!node) return tl::unexpected<Error>(node.error());
    if (node->leaf()) return depth;
    offset = node->branches[0];
  }
  return damaged(offset, fmt::format("the directory is more than {} levels deep", DatNode::kMostDepth),
                 ErrorCode::too_deep);
}

}  // namespace surefoot::io
