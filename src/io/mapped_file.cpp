#include "io/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace surefoot::io {

namespace {

/// Closes with its scope; a mapping outlives the descriptor it was made from.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

Expected<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0)
    return fail(ErrorCode::file_not_found, std::string("cannot open: ") + std::strerror(errno), path);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0)
    return fail(ErrorCode::file_unreadable, std::string("cannot read: ") + std::strerror(errno), path);
  if (!S_ISREG(info.st_mode)) return fail(ErrorCode::file_unreadable, "not a regular file", path);
  MappedFile out;
  if (info.st_size == 0) return out;
  const auto size = static_cast<std::size_t>(info.st_size);
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED)
    return fail(ErrorCode::file_unreadable, std::string("cannot map: ") + std::strerror(errno), path);
  out.address_ = address;
  out.size_ = size;
  return out;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) ::munmap(address_, size_);
}

}  // namespace surefoot::io
