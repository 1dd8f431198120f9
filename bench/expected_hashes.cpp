#include "bench/expected_hashes.hpp"

#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "io/json.hpp"

namespace surefoot::bench {

Expected<ExpectedHashes> read_expected_hashes(const std::string& path) {
  const auto text = io::read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  ExpectedHashes out;
  std::istringstream in(*text);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line);
    std::string name;
    std::string hash;
    words >> name >> hash;
    std::uint64_t value = 0;
    const char* end = hash.data() + hash.size();
    const bool good = hash.size() == 18 && hash.compare(0, 2, "0x") == 0 &&
                      std::from_chars(hash.data() + 2, end, value, 16).ptr == end;
    if (!good || !out.emplace(name, value).second)
      return fail(ErrorCode::bad_value, "a line is a name that has none yet and a hash, 0x and 16 hex digits",
                  fmt::format("{}: line {}", path, number));
  }
  return out;
}

Expected<ExpectedHashes> read_expected_hashes() {
  return read_expected_hashes(std::string(SUREFOOT_SOURCE_DIR) + "/bench/expected-hashes.txt");
}

}  // namespace surefoot::bench
