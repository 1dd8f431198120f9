// The hashes the standing rows must have: bench/expected-hashes.txt, "name 0x0123456789abcdef" a line.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/error.hpp"

namespace surefoot::bench {

using ExpectedHashes = std::map<std::string, std::uint64_t>;

/// Place of an error: file and line.
[[nodiscard]] Expected<ExpectedHashes> read_expected_hashes(const std::string& path);
/// The file of this checkout.
[[nodiscard]] Expected<ExpectedHashes> read_expected_hashes();

}  // namespace surefoot::bench
