// Floats as text: shortest decimal that reads back to the same bits, and "0x…" bit patterns (spec 07 §6).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace surefoot {

/// Shortest decimal that parses back to the same binary32 ("0.1", "-0.0", "1e-45", "nan", "inf", "-inf").
[[nodiscard]] std::string format_float(float f);
/// "0x" and 8 lower-case hex digits.
[[nodiscard]] std::string format_bits(float f);

/// A decimal converted straight to binary32 (never through binary64, which would round twice). The whole text
/// must be a JSON-style number; "-0" gives −0. Overflow gives ±infinity. Absent when the text is not a
/// number.
[[nodiscard]] std::optional<float> parse_decimal(std::string_view text);

/// What a JSON *string* may hold where a float is wanted: "0x3f800000" (8 hex digits), "1/30" (binary32
/// division of two integers), "nan", "inf", "-inf", or a decimal. Absent when the text is none of these.
[[nodiscard]] std::optional<float> parse_float_text(std::string_view text);

/// Unsigned hexadecimal with "0x", or decimal digits; at most 32 bits.
[[nodiscard]] std::optional<std::uint32_t> parse_u32(std::string_view text);

}  // namespace surefoot
