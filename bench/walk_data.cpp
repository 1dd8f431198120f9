#include "bench/walk_data.hpp"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "io/json.hpp"

namespace surefoot::bench {

namespace {

float float_of_bits(const io::Cursor& c) {
  const float f = float_from_bits(c.as_u32());
  if (!c.failed() && !(f >= -io::kMaxCoordinate && f <= io::kMaxCoordinate))
    c.error(ErrorCode::bad_value, "no coordinate of a world");
  return f;
}

std::vector<Vec3> read_vertices(const io::Cursor& c) {
  std::vector<Vec3> out;
  for (const io::Cursor& v : c.list()) {
    if (!v.is_array() || v.size() != 3) {
      v.error(ErrorCode::bad_value, "a vertex is three float32 bit patterns");
      return out;
    }
    out.push_back({float_of_bits(v.item(0)), float_of_bits(v.item(1)), float_of_bits(v.item(2))});
  }
  return out;
}

std::vector<std::vector<std::uint32_t>> read_outlines(const io::Cursor& c, std::size_t vertices) {
  std::vector<std::vector<std::uint32_t>> out;
  for (const io::Cursor& p : c.list()) {
    std::vector<std::uint32_t> outline;
    for (const io::Cursor& i : p.list()) {
      outline.push_back(i.as_u32());
      if (!i.failed() && outline.back() >= vertices)
        i.error(ErrorCode::dangling, fmt::format("vertex {} of {}", outline.back(), vertices));
    }
    if (outline.size() < 3) p.error(ErrorCode::bad_value, "a polygon has three vertices or more");
    if (c.failed()) return out;
    out.push_back(std::move(outline));
  }
  return out;
}

/// Heights come from the vertices, whose bits are what counts; the diagonals from the file's own table.
LandblockData read_land(const io::Cursor& root, const std::vector<Vec3>& vertices) {
  LandblockData out;
  std::array<bool, kLandVertices> known{};
  for (const Vec3& v : vertices) {
    const float x = v.x / kCellLength;
    const float y = v.y / kCellLength;
    if (!(x >= 0.0F && x <= 8.0F && y >= 0.0F && y <= 8.0F)) continue;
    const auto at = static_cast<std::size_t>(x) * kVertexSide + static_cast<std::size_t>(y);
    if (static_cast<float>(static_cast<int>(x)) != x || static_cast<float>(static_cast<int>(y)) != y)
      continue;
    out.z[at] = v.z;
    known[at] = true;
  }
  for (const bool k : known) {
    if (!k) root.at("vertex_bits").error(ErrorCode::missing_field, "a corner of a land cell has no vertex");
  }
  const io::Cursor columns = root.at("diagonal_sw_ne");
  std::array<bool, kLandCells> diagonals{};
  if (columns.size() != kBlockSide) columns.error(ErrorCode::bad_value, "a landblock has 8 columns of cells");
  for (std::size_t i = 0; i < kBlockSide && !root.failed(); ++i) {
    const io::Cursor column = columns.item(i);
    if (column.size() != kBlockSide) column.error(ErrorCode::bad_value, "a column has 8 cells");
    for (std::size_t k = 0; k < kBlockSide && !root.failed(); ++k)
      diagonals[i * kBlockSide + k] = column.item(k).as_integer(0, 1) == 1;
  }
  out.sw_to_ne = diagonals;
  return out;
}

Expected<float> parse_bits(const std::string& word) {
  std::uint32_t bits = 0;
  const char* end = word.data() + word.size();
  const auto [at, error] = std::from_chars(word.data(), end, bits, 16);
  if (error != std::errc{} || at != end || word.size() != 8)
    return fail(ErrorCode::bad_value, fmt::format("\"{}\" is no float32 bit pattern of 8 hex digits", word));
  const float f = float_from_bits(bits);
  if (!(f >= -io::kMaxCoordinate && f <= io::kMaxCoordinate))
    return fail(ErrorCode::bad_value, fmt::format("{} is out of range", word));
  return f;
}

/// One line that is no comment, into the script.
Expected<void> read_line(const std::vector<std::string>& words, Script& out) {
  const std::string& what = words.front();
  std::array<float, 3> f{};
  const auto read = [&](std::size_t count) -> Expected<void> {
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = parse_bits(words[i + 1]);
      if (!value) return tl::unexpected<Error>(value.error());
      f[i] = *value;
    }
    return {};
  };
  if (what == "dt" && words.size() == 2) {
    if (auto ok = read(1); !ok) return ok;
    out.dt = f[0];
    return out.dt > 0.0F ? Expected<void>{} : fail(ErrorCode::bad_value, "a step takes time");
  }
  if (what == "T" && words.size() == 4) {
    if (auto ok = read(3); !ok) return ok;
    out.lines.push_back({ScriptLine::Kind::teleport, {f[0], f[1], f[2]}, false});
    return {};
  }
  if (what == "S" && words.size() == 4 && (words[3] == "0" || words[3] == "1")) {
    if (auto ok = read(2); !ok) return ok;
    if (out.lines.empty()) return fail(ErrorCode::bad_value, "a script starts with a teleport");
    out.lines.push_back({ScriptLine::Kind::step, {f[0], f[1], 0.0F}, words[3] == "1"});
    ++out.steps;
    return {};
  }
  return fail(ErrorCode::bad_value, "a line is `dt HEX`, `T x y z` or `S vx vy 0|1`");
}

}  // namespace

std::string bench_data_path(const std::string& below) {
  const char* shared = std::getenv("SUREFOOT_SHARED");
  const std::string base = shared != nullptr ? shared : std::string(SUREFOOT_SOURCE_DIR) + "/../shared";
  return base + "/bench/" + below;
}

Expected<WalkWorld> read_walk_world(const std::string& path) {
  const auto json = io::read_json_file(path);
  if (!json) return tl::unexpected<Error>(json.error());
  io::ReadErrors errors;
  const io::Cursor root(*json, errors);
  WalkWorld out;
  out.name = root.at("name").as_string();
  out.vertices = read_vertices(root.at("vertex_bits"));
  out.polygons = read_outlines(root.at("polygons"), out.vertices.size());
  const io::Cursor c = root.at("character");
  out.character = {c.at("radius").as_finite(), c.at("height").as_finite(), c.at("step_up").as_finite(),
                   c.at("step_down").as_finite(), c.at("floor_z").as_finite()};
  const auto cell_size = root.get("heights") ? root.get("cell_size") : std::nullopt;
  if (!errors.any() && cell_size && cell_size->as_float() == kCellLength)
    out.land = read_land(root, out.vertices);
  if (errors.any()) return tl::unexpected<Error>(io::in_file(path, errors.first()));
  return out;
}

Expected<Script> read_script(const std::string& path) {
  const auto text = io::read_file(path);
  if (!text) return tl::unexpected<Error>(text.error());
  Script out;
  std::istringstream in(*text);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream split(line);
    std::vector<std::string> words;
    for (std::string word; split >> word;) words.push_back(word);
    if (words.empty() || words.front().front() == '#') continue;
    if (const auto ok = read_line(words, out); !ok) {
      Error e = ok.error();
      e.where = fmt::format("line {}", number);
      return tl::unexpected<Error>(io::in_file(path, e));
    }
  }
  if (out.dt == 0.0F || out.steps == 0)
    return fail(ErrorCode::missing_field, "a script has a `dt` and steps", path);
  return out;
}

Expected<WalkData> read_walk(const std::string& name) {
  const std::string world_path = bench_data_path("worlds/" + name + ".json");
  const std::string script_path = bench_data_path("scripts/" + name + ".txt");
  for (const std::string& path : {world_path, script_path}) {
    if (!std::filesystem::exists(path))
      return fail(
          ErrorCode::file_not_found,
          "the benchmark's data is not there; set SUREFOOT_SHARED to the folder that has bench/ in it", path);
  }
  auto world = read_walk_world(world_path);
  if (!world) return tl::unexpected<Error>(world.error());
  auto script = read_script(script_path);
  if (!script) return tl::unexpected<Error>(script.error());
  return WalkData{std::move(*world), std::move(*script)};
}

}  // namespace surefoot::bench
