// Any bytes as a capture: records, or a refusal with its line; and each record is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "io/capture.hpp"

namespace {

/// The reader takes paths: it reads files far larger than memory.
std::string scratch_file(const void* data, std::size_t size) {
  static const std::string kPath =
      std::filesystem::temp_directory_path() / ("surefoot-capture-fuzz-" + std::to_string(getpid()));
  FILE* f = std::fopen(kPath.c_str(), "wb");
  if (f == nullptr || std::fwrite(data, 1, size, f) != size || std::fclose(f) != 0) std::abort();
  return kPath;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace surefoot;
  std::string written;
  const auto end = io::for_each_capture_record(scratch_file(data, size), [&](const io::CaptureRecord& r) {
    written += io::capture_line(r) + "\n";
    return true;
  });
  if (!end) {
    if (end.error().message.empty()) std::abort();
    return 0;
  }
  std::string again;
  const auto second = io::for_each_capture_record(scratch_file(written.data(), written.size()),
                                                  [&](const io::CaptureRecord& r) {
                                                    again += io::capture_line(r) + "\n";
                                                    return true;
                                                  });
  if (!second || again != written) std::abort();
  return 0;
}
