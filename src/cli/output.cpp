#include "cli/output.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "core/float_bits.hpp"
#include "core/rules.hpp"

namespace surefoot::cli {

namespace {

bool colours_wanted() {
  static const bool kWanted = std::getenv("NO_COLOR") == nullptr && isatty(STDOUT_FILENO) != 0;
  return kWanted;
}

/// Characters, not bytes: the tables hold a few non-ASCII ones.
std::size_t width(const std::string& s) {
  return static_cast<std::size_t>(std::count_if(
      s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string paint(const std::string& text, Colour colour) {
  if (colour == Colour::none || !colours_wanted()) return text;
  constexpr const char* kCodes[] = {"", "32", "31", "33", "2"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<int>(colour)], text);
}

void Table::print() const {
  std::vector<std::size_t> widths;
  for (const Row& row : rows_) {
    widths.resize(std::max(widths.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i) widths[i] = std::max(widths[i], width(row.cells[i]));
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    const Row& row = rows_[r];
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const bool last = i + 1 == row.cells.size();
      const std::string pad(last ? 0 : widths[i] - width(row.cells[i]) + 2, ' ');
      line += (r == 0 ? paint(row.cells[i], Colour::dim)
               : last ? paint(row.cells[i], row.colour)
                      : row.cells[i]) +
              pad;
    }
    cli::print(line + "\n");
  }
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void message(const std::string& text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

int report(const Error& error) {
  message(fmt::format("surefoot: {}\n", error.text()));
  return error.code == ErrorCode::internal ? kInternal : kBadInput;
}

nlohmann::ordered_json json_float(float f) {
  if (!std::isfinite(f)) return format_float(f);
  return nlohmann::ordered_json::parse(format_float(f));
}

nlohmann::ordered_json json_floats(const Vec3& v) {
  return {json_float(v.x), json_float(v.y), json_float(v.z)};
}

nlohmann::ordered_json json_bits(const Vec3& v) {
  return {format_bits(v.x), format_bits(v.y), format_bits(v.z)};
}

std::string print_cell(CellId id) {
  return fmt::format("0x{:08X}", id);
}

std::string print_position(const Vec3& v) {
  return fmt::format("({}, {}, {})", format_float(v.x), format_float(v.y), format_float(v.z));
}

bool is_capture(const std::string& path) {
  constexpr std::string_view kEnding = ".jsonl";
  return path.size() > kEnding.size() &&
         path.compare(path.size() - kEnding.size(), kEnding.size(), kEnding) == 0;
}

bool is_function(const std::string& id) {
  const auto table = fn_table();
  return std::any_of(table.begin(), table.end(), [&](const FnInfo& f) { return f.id == id; });
}

Error unknown_function(const std::string& id) {
  return {ErrorCode::bad_value, fmt::format("no function \"{}\"; `surefoot rules` lists them", id), "--only"};
}

Progress::Progress(std::string what)
    : what_(std::move(what)),
      start_(std::chrono::steady_clock::now()),
      last_(start_),
      terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) message("\r\x1b[K");
}

void Progress::at(std::size_t done, std::size_t of) {
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  constexpr std::size_t kWidth = 30;
  const std::size_t filled = of == 0 ? 0 : done * kWidth / of;
  message(fmt::format("\r\x1b[K{} [{}{}] {}/{}", what_, std::string(filled, '#'),
                      std::string(kWidth - filled, '.'), done, of));
}

Expected<std::vector<std::string>> expand(const std::vector<std::string>& paths, const std::string& ending) {
  namespace fs = std::filesystem;
  std::vector<std::string> out;
  for (const std::string& p : paths) {
    std::error_code ec;
    if (!fs::is_directory(p, ec)) {
      out.push_back(p);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator it(p, ec), end; !ec && it != end; it.increment(ec)) {
      const std::string name = it->path().string();
      if (name.size() > ending.size() &&
          name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
        found.push_back(name);
    }
    if (ec) return fail(ErrorCode::file_unreadable, "cannot read the folder: " + ec.message(), p);
    if (found.empty())
      return fail(ErrorCode::file_not_found, fmt::format("no *{} below this folder", ending), p);
    std::sort(found.begin(), found.end());
    out.insert(out.end(), found.begin(), found.end());
  }
  return out;
}

}  // namespace surefoot::cli
