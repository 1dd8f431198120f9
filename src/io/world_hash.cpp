#include "io/world_hash.hpp"

#include <algorithm>
#include <filesystem>

#include "core/float_bits.hpp"
#include "core/state_hash.hpp"
#include "io/folder.hpp"
#include "io/prepared_file.hpp"

namespace surefoot::io {

namespace {

void append_string(std::string_view s, std::string& out) {
  out += '"';
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

void append(const Json& j, std::string& out) {
  switch (j.kind) {
    case Json::Kind::null:
      out += "null";
      break;
    case Json::Kind::boolean:
      out += j.boolean ? "true" : "false";
      break;
    case Json::Kind::number:
      append_string(format_bits(parse_decimal(j.text).value_or(0.0F)), out);
      break;
    case Json::Kind::string:
      append_string(j.text, out);
      break;
    case Json::Kind::array:
      out += '[';
      for (std::size_t i = 0; i < j.items.size(); ++i) {
        if (i != 0) out += ',';
        append(j.items[i], out);
      }
      out += ']';
      break;
    case Json::Kind::object: {
      std::vector<const std::pair<std::string, Json>*> sorted;
      for (const auto& m : j.members) sorted.push_back(&m);
      std::sort(sorted.begin(), sorted.end(),
                [](const auto* a, const auto* b) { return a->first < b->first; });
      out += '{';
      for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i != 0) out += ',';
        append_string(sorted[i]->first, out);
        out += ':';
        append(sorted[i]->second, out);
      }
      out += '}';
      break;
    }
  }
}

std::string canonical_file(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return {};
  const auto json = parse_json(*text);
  return json ? canonical_json(*json) : std::string{};
}

}  // namespace

std::string canonical_json(const Json& json) {
  std::string out;
  append(json, out);
  return out;
}

std::uint64_t hash_world_json(const Json& json) {
  return hash_text(canonical_json(json));
}

std::uint64_t hash_world_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ec;
  if (!fs::is_directory(path, ec)) {
    if (is_prepared_file(path)) return prepared_world_hash(path);
    const std::string text = canonical_file(path);
    return text.empty() ? 0 : hash_text(text);
  }
  const auto files = json_files_below(path);
  if (!files) return 0;
  std::string all;
  for (const std::string& f : *files) all += canonical_file(f);
  return all.empty() ? 0 : hash_text(all);
}

}  // namespace surefoot::io
