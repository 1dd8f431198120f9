// What the verbs share: tables, colours, JSON numbers, exit codes, a progress bar.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/position.hpp"

namespace surefoot::cli {

/// Exit codes of every verb.
inline constexpr int kDone = 0;
inline constexpr int kExpectationFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kInternal = 3;

enum class Colour : std::uint8_t { none, good, bad, warn, dim };

/// Coloured when standard output is a terminal and NO_COLOR is unset; else the text itself.
[[nodiscard]] std::string paint(const std::string& text, Colour colour);

/// Left-aligned columns, two spaces apart; the first row is the heading.
class Table {
 public:
  explicit Table(std::vector<std::string> heading) { rows_.push_back({std::move(heading), Colour::none}); }
  void add(std::vector<std::string> row, Colour last_column = Colour::none) {
    rows_.push_back({std::move(row), last_column});
  }
  void print() const;

 private:
  struct Row {
    std::vector<std::string> cells;
    Colour colour;  ///< of the last cell
  };
  std::vector<Row> rows_;
};

/// Result text to standard output.
void print(const std::string& text);
/// Message for people to standard error.
void message(const std::string& text);
/// "surefoot: <error>" to standard error; the exit code that goes with it.
int report(const Error& error);

/// A float as JSON: its shortest decimal, or a string for NaN and infinity.
[[nodiscard]] nlohmann::ordered_json json_float(float f);
[[nodiscard]] nlohmann::ordered_json json_floats(const Vec3& v);
[[nodiscard]] nlohmann::ordered_json json_bits(const Vec3& v);

[[nodiscard]] std::string print_cell(CellId id);
[[nodiscard]] std::string print_position(const Vec3& v);

/// Captures are told from scenarios by their name.
[[nodiscard]] bool is_capture(const std::string& path);

/// Of a function in the register of rules.
[[nodiscard]] bool is_function(const std::string& id);
[[nodiscard]] Error unknown_function(const std::string& id);

/// On standard error when that is a terminal, from the first second on.
class Progress {
 public:
  explicit Progress(std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  void at(std::size_t done, std::size_t of);

 private:
  std::string what_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
  bool terminal_;
  bool shown_ = false;
};

/// Files named on the command line: folders are replaced by what lies below them with this ending, in path
/// order.
[[nodiscard]] Expected<std::vector<std::string>> expand(const std::vector<std::string>& paths,
                                                        const std::string& ending);

}  // namespace surefoot::cli
