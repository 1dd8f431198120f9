#include "trace/side_by_side.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace surefoot::trace {

namespace {

/// Above this product of lengths the middle is not matched line by line.
constexpr std::size_t kMostCells = 25'000'000;

std::vector<std::string> lines_of(const std::vector<Node>& roots, const PrintOptions& options) {
  std::vector<std::string> out;
  const std::string text = print_tree(roots, options);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// A row of the table: an index into either side, or none.
struct Row {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t left = kNone;
  std::size_t right = kNone;
  bool equal = false;
};

using Lines = std::vector<std::string>;

/// Different lines of one stretch beside each other.
void pair_up(std::size_t left, std::size_t left_end, std::size_t right, std::size_t right_end,
             std::vector<Row>& out) {
  while (left < left_end || right < right_end) {
    Row row;
    if (left < left_end) row.left = left++;
    if (right < right_end) row.right = right++;
    out.push_back(row);
  }
}

/// Longest common subsequence of what lies between the equal begin and the equal end.
void align_middle(const Lines& a, std::size_t a0, std::size_t a1, const Lines& b, std::size_t b0,
                  std::size_t b1, std::vector<Row>& out) {
  const std::size_t n = a1 - a0;
  const std::size_t m = b1 - b0;
  if (n == 0 || m == 0 || n > kMostCells / m) {
    pair_up(a0, a1, b0, b1, out);
    return;
  }
  std::vector<std::uint32_t> length((n + 1) * (m + 1), 0);
  const auto at = [&](std::size_t i, std::size_t k) -> std::uint32_t& { return length[i * (m + 1) + k]; };
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = m; k-- > 0;)
      at(i, k) = a[a0 + i] == b[b0 + k] ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
  }
  std::size_t i = 0;
  std::size_t k = 0;
  std::size_t from_i = 0;
  std::size_t from_k = 0;
  while (i < n && k < m) {
    if (a[a0 + i] == b[b0 + k]) {
      pair_up(a0 + from_i, a0 + i, b0 + from_k, b0 + k, out);
      out.push_back({a0 + i, b0 + k, true});
      from_i = ++i;
      from_k = ++k;
    } else if (at(i + 1, k) >= at(i, k + 1)) {
      ++i;
    } else {
      ++k;
    }
  }
  pair_up(a0 + from_i, a1, b0 + from_k, b1, out);
}

std::vector<Row> align(const Lines& a, const Lines& b) {
  std::vector<Row> out;
  std::size_t begin = 0;
  while (begin < a.size() && begin < b.size() && a[begin] == b[begin]) {
    out.push_back({begin, begin, true});
    ++begin;
  }
  std::size_t tail = 0;
  while (tail < a.size() - begin && tail < b.size() - begin &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  align_middle(a, begin, a.size() - tail, b, begin, b.size() - tail, out);
  for (; tail > 0; --tail) out.push_back({a.size() - tail, b.size() - tail, true});
  return out;
}

/// Characters, not bytes: UTF-8 continuation bytes do not count.
std::size_t columns_of(std::string_view s) {
  return static_cast<std::size_t>(std::count_if(
      s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Cut to so many characters; a cut line ends with "…".
std::string cut(const std::string& s, std::size_t width) {
  if (columns_of(s) <= width) return s;
  std::string out;
  std::size_t columns = 0;
  for (const char c : s) {
    const bool starts = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (starts && columns + 1 == width) break;
    columns += starts ? 1U : 0U;
    out += c;
  }
  return out + "…";
}

std::string padded(const std::string& s, std::size_t width) {
  return s + std::string(width - std::min(width, columns_of(s)), ' ');
}

std::string line_of(const Row& row, const Lines& a, const Lines& b, std::size_t width) {
  if (row.equal) return cut(a[row.left], width);
  const std::size_t column = (width - 3) / 2;
  const std::string left = row.left == Row::kNone ? "" : cut(a[row.left], column);
  const std::string right = row.right == Row::kNone ? "" : cut(b[row.right], column);
  const char* mark = row.left == Row::kNone ? ">" : row.right == Row::kNone ? "<" : "|";
  std::string line = fmt::format("{} {} {}", padded(left, column), mark, right);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Which rows are shown: different ones and some equal ones around them.
std::vector<bool> shown_rows(const std::vector<Row>& rows, const SideBySideOptions& options) {
  std::vector<bool> shown(rows.size(), options.all);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].equal) continue;
    const std::size_t first = i - std::min(i, options.context);
    for (std::size_t k = first; k < rows.size() && k <= i + options.context; ++k) shown[k] = true;
  }
  return shown;
}

}  // namespace

std::string print_side_by_side(const std::vector<Node>& left, const std::vector<Node>& right,
                               const SideBySideOptions& options) {
  const Lines a = lines_of(left, options.print);
  const Lines b = lines_of(right, options.print);
  const std::vector<Row> rows = align(a, b);
  const std::vector<bool> shown = shown_rows(rows, options);
  const std::size_t width = std::max<std::size_t>(options.width, 40);
  std::string out;
  std::size_t printed = 0;
  std::size_t skipped = 0;
  const auto say_skipped = [&] {
    if (skipped != 0) out += fmt::format("  … {} equal line{}\n", skipped, skipped == 1 ? "" : "s");
    skipped = 0;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!shown[i]) {
      ++skipped;
      continue;
    }
    say_skipped();
    if (!options.all && printed == options.most)
      return out + fmt::format("  … {} more lines\n", rows.size() - i);
    ++printed;
    out += line_of(rows[i], a, b, width) + '\n';
  }
  say_skipped();
  return out;
}

}  // namespace surefoot::trace
