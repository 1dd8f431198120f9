// The client's data container: header, block chains, directory (spec 07 §2). Opening reads the header only;
// everything else is read when it is asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace surefoot::io {

inline constexpr std::uint32_t kDatMagic = 0x00005442;
inline constexpr std::size_t kDatHeaderSize = 400;
inline constexpr std::uint32_t kPortalBlockSize = 0x400;
inline constexpr std::uint32_t kCellBlockSize = 0x100;
inline constexpr std::uint32_t kIterationRecord = 0xFFFF0001;

/// What a container holds.
enum class DatSet : std::uint32_t { portal = 1, cell = 2, language = 3 };

struct DatHeader {
  std::uint32_t block_size = 0;
  std::uint32_t file_size = 0;  ///< bytes, as written; a shortened copy has fewer
  std::uint32_t data_set = 0;   ///< a DatSet
  std::uint32_t data_subset = 0;
  std::uint32_t btree_root = 0;
};

/// One row of the directory.
struct DatEntry {
  std::uint16_t flags = 0;  ///< bit 0: compressed
  std::uint16_t version = 2;
  std::uint32_t id = 0;
  std::uint32_t offset = 0;  ///< of the first block
  std::uint32_t size = 0;    ///< bytes
  std::uint32_t date = 0;    ///< seconds since 1970
  std::uint32_t iteration = 0;
};

/// Bytes of one record, put together from its blocks, and where each lies in the file.
struct DatRecord {
  std::uint32_t id = 0;
  std::vector<std::byte> bytes;
  std::string file;                   ///< "" = not from a file
  std::vector<std::uint32_t> blocks;  ///< offsets of the blocks, in order
  std::uint32_t block_size = 0;

  /// Place in the file of byte `at`; of one that is not from a file, `at`.
  [[nodiscard]] std::uint64_t file_offset(std::size_t at) const;
};

/// A node of the directory.
struct DatNode {
  static constexpr std::size_t kBranches = 62;
  static constexpr std::size_t kMostEntries = 61;
  static constexpr std::size_t kBytes = 1716;
  static constexpr std::size_t kEntryBytes = 24;
  static constexpr std::size_t kMostDepth = 16;

  std::array<std::uint32_t, kBranches>
      branches{};  ///< absolute offsets; entries.size() + 1 of them mean something
  std::vector<DatEntry> entries;

  [[nodiscard]] bool leaf() const { return branches[0] == 0; }
};

/// Any number of threads may read one.
class DatContainer {
 public:
  /// Refuses what is no container of the layout of 2005 and later (`unknown_format`) and one that cannot have a
  /// directory (`bad_syntax`).
  [[nodiscard]] static Expected<DatContainer> open(const std::string& path);
  /// The same over bytes in memory; `name` stands in errors.
  [[nodiscard]] static Expected<DatContainer> from_bytes(std::vector<std::byte> bytes, std::string name);

  [[nodiscard]] const DatHeader& header() const { return header_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

  /// Absent: no such record. An error: the directory is damaged on the way there.
  [[nodiscard]] Expected<std::optional<DatEntry>> find(std::uint32_t id) const;
  [[nodiscard]] Expected<DatRecord> read(const DatEntry& entry) const;
  /// `find` and `read`; a record that is not there is `dangling`.
  [[nodiscard]] Expected<DatRecord> read(std::uint32_t id) const;

  /// Every entry with `first` ≤ id ≤ `last`, ascending; the visitor ends it by answering false.
  using Visitor = std::function<bool(const DatEntry&)>;
  [[nodiscard]] Expected<void> each(std::uint32_t first, std::uint32_t last, const Visitor& visit) const;
  [[nodiscard]] Expected<void> each(const Visitor& visit) const { return each(0, 0xFFFFFFFF, visit); }
  /// Levels of the directory, 1 when the root is a leaf.
  [[nodiscard]] Expected<std::size_t> depth() const;

 private:
  DatContainer() = default;
  class Walk;

  [[nodiscard]] Expected<void> read_header();
  /// Concatenates a chain. `owner` names it in errors.
  [[nodiscard]] Expected<void> read_chain(std::uint32_t offset, std::uint32_t size, const std::string& owner,
                                          std::vector<std::byte>& bytes,
                                          std::vector<std::uint32_t>& blocks) const;
  [[nodiscard]] Expected<DatNode> read_node(std::uint32_t offset) const;
  [[nodiscard]] tl::unexpected<Error> damaged(std::uint64_t offset, std::string message,
                                              ErrorCode code = ErrorCode::bad_syntax) const;

  std::string name_;
  std::shared_ptr<const void> owner_;  // of the bytes
  std::span<const std::byte> bytes_;
  DatHeader header_;
};

}  // namespace surefoot::io
