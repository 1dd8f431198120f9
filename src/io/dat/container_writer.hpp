// Writes the client's data container (spec 07 §2.5), record by record: memory holds the directory's rows only.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "io/dat/container.hpp"

namespace surefoot::io {

struct DatWriterOptions {
  std::uint32_t block_size = kPortalBlockSize;
  DatSet data_set = DatSet::portal;
  std::uint32_t data_subset = 0;  ///< cell containers: the region's number
  std::uint32_t date = 0;         ///< seconds since 1970, of every record
};

/// Same records, same bytes. The file appears under its name when it is finished; without that nothing is left behind.
class DatWriter {
 public:
  [[nodiscard]] static Expected<DatWriter> create(const std::string& path, const DatWriterOptions& options);

  DatWriter(const DatWriter&) = delete;
  DatWriter& operator=(const DatWriter&) = delete;
  DatWriter(DatWriter&&) = default;
  DatWriter& operator=(DatWriter&&) = delete;
  ~DatWriter();

  /// Ids ascend from call to call. Refuses what would make the file larger than its offsets can say (4 GiB).
  [[nodiscard]] Expected<void> add(std::uint32_t id, std::span<const std::byte> bytes);
  /// Writes the directory and gives the file its name.
  [[nodiscard]] Expected<void> finish();

  [[nodiscard]] std::size_t records() const { return entries_.size(); }
  /// Bytes of the file so far.
  [[nodiscard]] std::uint64_t size() const { return next_; }

 private:
  DatWriter() = default;
  /// Answers the chain's offset.
  [[nodiscard]] Expected<std::uint32_t> write_chain(std::span<const std::byte> bytes);
  [[nodiscard]] Expected<std::uint32_t> write_directory();

  std::string path_;
  std::string partial_;
  DatWriterOptions options_;
  std::ofstream out_;
  std::vector<DatEntry> entries_;
  std::uint64_t next_ = 0;  // offset of the next block
};

/// How many entries each node of a level gets when `count` entries are shared out; between two neighbours one entry
/// goes to the level above. Every node has 30 to 61 entries, except a single one.
[[nodiscard]] std::vector<std::size_t> share_out(std::size_t count);

/// A whole container at once.
[[nodiscard]] Expected<void> write_container(const std::string& path, const DatWriterOptions& options,
                                             const std::map<std::uint32_t, std::vector<std::byte>>& records);

}  // namespace surefoot::io
