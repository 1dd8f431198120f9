// Files read and written as a whole, without streams: those bring half a library of locales into a WebAssembly module.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace surefoot::io {

/// All of a file of up to 4 GiB. Refuses what is not there (`file_not_found`) and what cannot be read, a folder too
/// (`file_unreadable`).
[[nodiscard]] Expected<std::string> read_file(const std::string& path);

/// Writes beside `path`, which is replaced when all of it is there: nothing half-written is left behind.
class FileWriter {
 public:
  explicit FileWriter(std::string path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  /// Without `finish`, `path` stays as it was.
  ~FileWriter();

  void write(std::string_view piece);
  /// The file is in its place, or `file_unreadable` and nothing has changed.
  [[nodiscard]] Expected<void> finish();

 private:
  struct Close {
    void operator()(std::FILE* f) const { static_cast<void>(std::fclose(f)); }
  };
  [[nodiscard]] Expected<void> cannot_write(int error) const;

  std::string path_;
  std::string partial_;
  std::unique_ptr<std::FILE, Close> file_;  // null: not opened, or handed over
  int error_ = 0;                           // errno of the first failure
};

[[nodiscard]] Expected<void> write_file(const std::string& path, std::string_view text);

/// The next line of `rest`, which begins after it then; false at the end. The line end is not part of a line.
[[nodiscard]] bool take_line(std::string_view& rest, std::string_view& line);

}  // namespace surefoot::io
