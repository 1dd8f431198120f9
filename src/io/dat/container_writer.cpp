#include "io/dat/container_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "io/dat/bytes.hpp"

namespace surefoot::io {

namespace {

/// "PL" of the transaction record that stands in an untouched container.
constexpr std::uint32_t kNoTransaction = 0x004C5000;

std::vector<std::byte> encode_header(const DatWriterOptions& options, std::uint32_t file_size,
                                     std::uint32_t root) {
  std::vector<std::byte> h(0x100);  // version text
  append_u32(h, kNoTransaction);
  h.resize(0x140);
  append_u32(h, kDatMagic);
  append_u32(h, options.block_size);
  append_u32(h, file_size);
  append_u32(h, static_cast<std::uint32_t>(options.data_set));
  append_u32(h, options.data_subset);
  h.resize(0x160);  // no free blocks
  append_u32(h, root);
  h.resize(kDatHeaderSize);
  return h;
}

std::vector<std::byte> encode_node(const DatNode& node) {
  std::vector<std::byte> out;
  out.reserve(DatNode::kBytes);
  for (const std::uint32_t branch : node.branches) append_u32(out, branch);
  append_u32(out, static_cast<std::uint32_t>(node.entries.size()));
  for (const DatEntry& e : node.entries) {
    append_u16(out, e.flags);
    append_u16(out, e.version);
    for (const std::uint32_t v : {e.id, e.offset, e.size, e.date, e.iteration}) append_u32(out, v);
  }
  out.resize(DatNode::kBytes);
  return out;
}

}  // namespace

Expected<DatWriter> DatWriter::create(const std::string& path, const DatWriterOptions& options) {
  DatWriter w;
  w.path_ = path;
  w.partial_ = path + ".partial";
  w.options_ = options;
  w.out_.open(w.partial_, std::ios::binary | std::ios::trunc);
  if (!w.out_) return fail(ErrorCode::file_unreadable, "cannot write", path);
  const std::size_t first =
      (kDatHeaderSize + options.block_size - 1) / options.block_size * options.block_size;
  const std::vector<char> room(first);
  w.out_.write(room.data(), static_cast<std::streamsize>(room.size()));
  w.next_ = first;
  return w;
}

DatWriter::~DatWriter() {
  if (!out_.is_open()) return;
  out_.close();
  std::remove(partial_.c_str());
}

Expected<std::uint32_t> DatWriter::write_chain(std::span<const std::byte> bytes) {
  const std::size_t per_block = options_.block_size - 4;
  const std::size_t count = std::max<std::size_t>(1, (bytes.size() + per_block - 1) / per_block);
  const std::uint64_t end = next_ + std::uint64_t{count} * options_.block_size;
  if (end > std::numeric_limits<std::uint32_t>::max())
    return fail(ErrorCode::bad_value, "a container cannot grow beyond 4 GiB", path_);
  const auto offset = static_cast<std::uint32_t>(next_);
  std::vector<std::byte> block;
  for (std::size_t i = 0; i < count; ++i) {
    next_ += options_.block_size;
    block.clear();
    append_u32(block, i + 1 < count ? static_cast<std::uint32_t>(next_) : 0U);
    const std::size_t from = i * per_block;
    const auto part = bytes.subspan(from, std::min(per_block, bytes.size() - from));
    block.insert(block.end(), part.begin(), part.end());
    block.resize(options_.block_size);
    out_.write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(block.size()));
  }
  if (!out_) return fail(ErrorCode::file_unreadable, "cannot write", path_);
  return offset;
}

Expected<void> DatWriter::add(std::uint32_t id, std::span<const std::byte> bytes) {
  if (!entries_.empty() && id <= entries_.back().id)
    return fail(ErrorCode::bad_value,
                fmt::format("record 0x{:08X} cannot follow 0x{:08X}", id, entries_.back().id), path_);
  const auto offset = write_chain(bytes);
  if (!offset) return tl::unexpected<Error>(offset.error());
  DatEntry e;
  e.id = id;
  e.offset = *offset;
  e.size = static_cast<std::uint32_t>(bytes.size());
  e.date = options_.date;
  entries_.push_back(e);
  return {};
}

std::vector<std::size_t> share_out(std::size_t count) {
  // Of n entries in k nodes, k − 1 go up: the fewest nodes that hold the rest.
  const std::size_t nodes =
      std::max<std::size_t>(1, (count + DatNode::kMostEntries + 1) / (DatNode::kMostEntries + 1));
  const std::size_t stay = count - (nodes - 1);
  std::vector<std::size_t> out(nodes, stay / nodes);
  for (std::size_t i = 0; i < stay % nodes; ++i) ++out[i];
  return out;
}

Expected<std::uint32_t> DatWriter::write_directory() {
  std::vector<DatEntry> level = entries_;
  std::vector<std::uint32_t> children;  // one more than entries, or none for leaves
  while (true) {
    std::vector<DatEntry> above;
    std::vector<std::uint32_t> nodes;
    std::size_t at = 0;
    for (const std::size_t n : share_out(level.size())) {
      DatNode node;
      const auto first = level.begin() + static_cast<std::ptrdiff_t>(at);
      node.entries.assign(first, first + static_cast<std::ptrdiff_t>(n));
      for (std::size_t i = 0; !children.empty() && i <= n; ++i) node.branches[i] = children[at + i];
      const auto offset = write_chain(encode_node(node));
      if (!offset) return offset;
      nodes.push_back(*offset);
      at += n;
      if (at < level.size()) above.push_back(level[at++]);
    }
    if (nodes.size() == 1) return nodes.front();
    level = std::move(above);
    children = std::move(nodes);
  }
}

Expected<void> DatWriter::finish() {
  const auto root = write_directory();
  if (!root) return tl::unexpected<Error>(root.error());
  const auto header = encode_header(options_, static_cast<std::uint32_t>(next_), *root);
  out_.seekp(0);
  out_.write(reinterpret_cast<const char*>(header.data()), static_cast<std::streamsize>(header.size()));
  out_.close();
  std::error_code ec;
  if (out_) std::filesystem::rename(partial_, path_, ec);
  if (out_ && !ec) return {};
  std::remove(partial_.c_str());
  return fail(ErrorCode::file_unreadable, "cannot write" + (ec ? ": " + ec.message() : std::string()), path_);
}

Expected<void> write_container(const std::string& path, const DatWriterOptions& options,
                               const std::map<std::uint32_t, std::vector<std::byte>>& records) {
  auto writer = DatWriter::create(path, options);
  if (!writer) return tl::unexpected<Error>(writer.error());
  for (const auto& [id, bytes] : records) {
    if (auto added = writer->add(id, bytes); !added) return added;
  }
  return writer->finish();
}

}  // namespace surefoot::io
