#include "io/json.hpp"

#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace surefoot::io {

namespace {

/// Builds the tree. Returning false from a callback ends the parse.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text) {}

  Json root;
  std::optional<Error> error;

  bool null() { return put({}); }
  bool boolean(bool v) {
    Json j;
    j.kind = Json::Kind::boolean;
    j.boolean = v;
    return put(std::move(j));
  }
  // The lexer calls a token signed only when it starts with '-', so a signed zero was written "-0".
  bool number_integer(std::int64_t v) { return put_number(v == 0 ? "-0" : std::to_string(v)); }
  bool number_unsigned(std::uint64_t v) { return put_number(std::to_string(v)); }
  bool number_float(double, const std::string& text) { return put_number(text); }
  bool string(std::string& v) {
    Json j;
    j.kind = Json::Kind::string;
    j.text = std::move(v);
    return put(std::move(j));
  }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::Kind::object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::Kind::array); }
  bool end_array() { return close(); }
  bool key(std::string& k) {
    if (open_.back()->find(k) != nullptr) {
      error = Error{ErrorCode::bad_syntax, fmt::format("member \"{}\" stands twice in one object", k),
                    open_pointer() + "/" + escape_pointer(k)};
      return false;
    }
    key_ = std::move(k);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& ex) {
    // nlohmann's text is "[json.exception.parse_error.101] parse error at line 1, column 2: ..." (overflowing
    // numbers come without the middle part); the place goes into `where`, in our form.
    std::string what = ex.what();
    if (const auto bracket = what.find("] "); bracket != std::string::npos) what.erase(0, bracket + 2);
    if (what.rfind("parse error at ", 0) == 0) {
      if (const auto colon = what.find(": "); colon != std::string::npos) what.erase(0, colon + 2);
    }
    error = Error{ErrorCode::bad_syntax, "not valid JSON: " + what, place_of(position)};
    return false;
  }

 private:
  Json* place(Json&& j) {
    if (open_.empty()) {
      root = std::move(j);
      return &root;
    }
    Json& parent = *open_.back();
    if (parent.kind == Json::Kind::array) {
      parent.items.push_back(std::move(j));
      return &parent.items.back();
    }
    parent.members.emplace_back(std::move(key_), std::move(j));
    return &parent.members.back().second;
  }
  bool put(Json&& j) {
    place(std::move(j));
    return true;
  }
  bool put_number(std::string text) {
    Json j;
    j.kind = Json::Kind::number;
    j.text = std::move(text);
    return put(std::move(j));
  }
  bool open(Json::Kind kind) {
    if (open_.size() >= kMaxJsonDepth) {
      error = Error{ErrorCode::too_deep, fmt::format("nested more than {} deep", kMaxJsonDepth), ""};
      return false;
    }
    Json j;
    j.kind = kind;
    open_.push_back(place(std::move(j)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  /// Pointer to the innermost open value.
  [[nodiscard]] std::string open_pointer() const {
    std::string out;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Json& parent = *open_[i];
      out += '/';
      out += parent.kind == Json::Kind::array ? std::to_string(parent.items.size() - 1)
                                              : escape_pointer(parent.members.back().first);
    }
    return out;
  }

  /// `position` counts bytes read, so it is one past the offending byte.
  [[nodiscard]] std::string place_of(std::size_t position) const {
    std::size_t line = 1;
    std::size_t column = 0;
    for (std::size_t i = 0; i < position && i < text_.size(); ++i) {
      ++column;
      if (text_[i] != '\n') continue;
      if (i + 1 < position) {
        ++line;
        column = 0;
      }
    }
    return fmt::format("byte {} (line {}, column {})", position, line, column);
  }

  std::string_view text_;
  std::vector<Json*> open_;
  std::string key_;
};

}  // namespace

Json::Json() = default;
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

const Json* Json::find(std::string_view key) const {
  for (const auto& [k, v] : members) {
    if (k == key) return &v;
  }
  return nullptr;
}

std::string escape_pointer(std::string_view key) {
  std::string out;
  for (const char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

Expected<Json> parse_json(std::string_view text) {
  TreeBuilder builder(text);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
    if (!builder.error) return fail(ErrorCode::bad_syntax, "not valid JSON");
    return tl::unexpected<Error>(*builder.error);
  }
  return std::move(builder.root);
}

Expected<Json> read_json_file(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  auto json = parse_json(*text);
  if (!json) return tl::unexpected<Error>(in_file(path, json.error()));
  return json;
}

Error in_file(const std::string& file, Error error) {
  if (!file.empty()) error.where = error.where.empty() ? file : file + ": " + error.where;
  return error;
}

}  // namespace surefoot::io
