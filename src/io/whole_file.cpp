#include "io/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>

#include <fmt/format.h>

namespace surefoot::io {

Expected<std::string> read_file(const std::string& path) {
  constexpr off_t kMaxFileSize = off_t{1} << 32;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    return fail(ErrorCode::file_not_found, fmt::format("cannot open: {}", std::strerror(errno)), path);
  std::string text;
  struct stat info {};
  // A folder can be opened like a file on Linux.
  const bool fits =
      ::fstat(::fileno(file), &info) == 0 && !S_ISDIR(info.st_mode) && info.st_size <= kMaxFileSize;
  bool whole = fits;
  if (fits) {
    text.resize(static_cast<std::size_t>(info.st_size));
    text.resize(std::fread(text.data(), 1, text.size(), file));
    // A pipe has no size: what comes is what there is.
    char more[4096];
    for (std::size_t n = 0; (n = std::fread(more, 1, sizeof more, file)) != 0;) text.append(more, n);
    whole = std::ferror(file) == 0;
  }
  static_cast<void>(std::fclose(file));
  if (!fits) return fail(ErrorCode::file_unreadable, "cannot read (a folder, or larger than 4 GiB)", path);
  if (!whole) return fail(ErrorCode::file_unreadable, "cannot read", path);
  return text;
}

FileWriter::FileWriter(std::string path)
    : path_(std::move(path)), partial_(path_ + ".partial"), file_(std::fopen(partial_.c_str(), "wb")) {
  if (!file_) error_ = errno;
}

FileWriter::~FileWriter() {
  if (!file_) return;
  file_.reset();
  static_cast<void>(std::remove(partial_.c_str()));
}

void FileWriter::write(std::string_view piece) {
  if (error_ != 0) return;
  if (std::fwrite(piece.data(), 1, piece.size(), file_.get()) != piece.size()) error_ = errno;
}

Expected<void> FileWriter::finish() {
  if (!file_) return cannot_write(error_);
  if (std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0 && std::rename(partial_.c_str(), path_.c_str()) != 0) error_ = errno;
  if (error_ == 0) return {};
  static_cast<void>(std::remove(partial_.c_str()));
  return cannot_write(error_);
}

Expected<void> FileWriter::cannot_write(int error) const {
  return fail(ErrorCode::file_unreadable, fmt::format("cannot write: {}", std::strerror(error)), path_);
}

Expected<void> write_file(const std::string& path, std::string_view text) {
  FileWriter out(path);
  out.write(text);
  return out.finish();
}

bool take_line(std::string_view& rest, std::string_view& line) {
  if (rest.empty()) return false;
  const std::size_t end = rest.find('\n');
  line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return true;
}

}  // namespace surefoot::io
