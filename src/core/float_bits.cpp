#include "core/float_bits.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/bits.hpp"

namespace surefoot {

namespace {

/// `strtof` also takes "nan", "inf", hex floats and leading blanks; JSON's grammar has none of them.
bool looks_like_json_number(std::string_view t) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < t.size() && t[i] >= '0' && t[i] <= '9') ++i;
    return i > start;
  };
  if (i < t.size() && t[i] == '-') ++i;
  if (!digits()) return false;
  if (i < t.size() && t[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
    ++i;
    if (i < t.size() && (t[i] == '+' || t[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == t.size();
}

std::optional<std::int64_t> parse_i64(std::string_view t) {
  std::int64_t v = 0;
  const auto r = std::from_chars(t.data(), t.data() + t.size(), v);
  if (r.ec != std::errc{} || r.ptr != t.data() + t.size()) return std::nullopt;
  return v;
}

}  // namespace

std::string format_float(float f) {
  if (std::isnan(f)) return "nan";
  if (std::isinf(f)) return f < 0 ? "-inf" : "inf";
  if (f == 0.0F) return std::signbit(f) ? "-0.0" : "0";
  return fmt::format("{}", f);
}

std::string format_bits(float f) {
  return fmt::format("0x{:08x}", to_bits(f));
}

std::optional<float> parse_decimal(std::string_view text) {
  if (!looks_like_json_number(text)) return std::nullopt;
#if defined(__cpp_lib_to_chars)
  float v = 0.0F;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
  if (r.ec == std::errc{}) return v;
    // Out of range: from_chars leaves the value; strtof gives infinity or the underflowed zero.
#endif
  const std::string copy(text);
  return std::strtof(copy.c_str(), nullptr);
}

std::optional<float> parse_float_text(std::string_view text) {
  if (text == "nan") return float_from_bits(0x7FC00000U);
  if (text == "inf") return float_from_bits(0x7F800000U);
  if (text == "-inf") return float_from_bits(0xFF800000U);
  if (text.size() == 10 && text.substr(0, 2) == "0x") {
    const auto u = parse_u32(text);
    if (!u) return std::nullopt;
    return float_from_bits(*u);
  }
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto num = parse_i64(text.substr(0, slash));
    const auto den = parse_i64(text.substr(slash + 1));
    if (!num || !den || *den == 0) return std::nullopt;
    return static_cast<float>(*num) / static_cast<float>(*den);
  }
  return parse_decimal(text);
}

std::optional<std::uint32_t> parse_u32(std::string_view text) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint32_t v = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), v, base);
  if (text.empty() || r.ec != std::errc{} || r.ptr != text.data() + text.size()) return std::nullopt;
  return v;
}

}  // namespace surefoot
