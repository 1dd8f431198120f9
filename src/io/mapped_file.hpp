// A whole file as read-only memory, paged in as it is touched.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/error.hpp"

namespace surefoot::io {

class MappedFile {
 public:
  /// Of nothing.
  MappedFile() = default;
  /// A file that somebody else shortens while it is mapped ends the program when the missing part is read, as with
  /// every mapped file; replacing it by another is harmless.
  [[nodiscard]] static Expected<MappedFile> open(const std::string& path);

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(address_), size_};
  }

 private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace surefoot::io
