#include "scenario/golden_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/float_bits.hpp"
#include "io/json.hpp"

namespace surefoot::scenario {

namespace {

std::string hex(const std::vector<float>& v) {
  std::vector<std::string> parts;
  parts.reserve(v.size());
  for (const float f : v) parts.push_back(fmt::format("\"{}\"", format_bits(f)));
  return fmt::format("[{}]", fmt::join(parts, ","));
}
std::string hex(const Vec3& v) {
  return hex(std::vector<float>{v.x, v.y, v.z});
}
std::string hex(const Plane& p) {
  return hex(std::vector<float>{p.normal.x, p.normal.y, p.normal.z, p.d});
}

std::string quoted(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) {
    if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// The first member of two lines that is not the same text.
std::string first_different_member(std::string_view a, std::string_view b) {
  const auto left = io::parse_json(a);
  const auto right = io::parse_json(b);
  if (!right) return fmt::format("the golden line is not JSON ({})", right.error().text());
  if (!left) return "the line cannot be compared";
  io::ReadErrors errors;
  for (const auto& [key, value] : left->members) {
    const io::Json* other = right->find(key);
    const auto text = [](const io::Json& j) {
      std::vector<std::string> parts;
      for (const io::Json& item : j.items) parts.push_back(item.text);
      if (j.kind == io::Json::Kind::null) return std::string("null");
      if (j.kind == io::Json::Kind::boolean) return std::string(j.boolean ? "true" : "false");
      return j.items.empty() ? j.text : fmt::format("[{}]", fmt::join(parts, ", "));
    };
    if (other == nullptr) return fmt::format("\"{}\" is missing in the golden line", key);
    if (text(value) != text(*other))
      return fmt::format("\"{}\" is {}, golden {}", key, text(value), text(*other));
  }
  return "the lines differ";
}

}  // namespace

std::string trace_header(const io::Scenario& scenario, const Profile& profile) {
  std::vector<std::string> ids;
  for (const std::string& id : profile.ids()) ids.push_back(quoted(id));
  return fmt::format(
      R"({{"format":"surefoot-trace/1","scenario":{},"world_hash":"0x{:016x}","profile":[{}]}})",
      quoted(scenario.name), scenario.world_hash, fmt::join(ids, ","));
}

std::string trace_line(const StepRecord& s) {
  const Frame& f = s.body.position.frame;
  std::string out =
      fmt::format(R"({{"t":{},"cell":"0x{:08x}","pos":{},"rot":{},"vel":{},"ok":{},"ts":"0x{:x}")", s.tick,
                  s.body.position.cell_id, hex(f.origin), hex(std::vector<float>{f.q.w, f.q.x, f.q.y, f.q.z}),
                  hex(s.body.velocity), s.ok, s.body.transient);
  out += fmt::format(R"(,"cp":{},"cpc":"0x{:08x}","cpw":{})",
                     s.contact_plane_valid ? hex(s.contact_plane.plane) : "null", s.contact_plane.cell_id,
                     s.contact_plane.is_water);
  out += fmt::format(R"(,"lk":{},"cn":{},"sn":{},"fsf":{}}})",
                     s.last_known_contact_plane_valid ? hex(s.last_known_contact_plane.plane) : "null",
                     s.collision_normal_valid ? hex(s.collision_normal) : "null",
                     s.sliding_normal_valid ? hex(s.sliding_normal) : "null", s.frames_stationary_fall);
  return out;
}

Expected<void> write_trace(const std::string& path, const io::Scenario& scenario, const Profile& profile,
                           const std::vector<StepRecord>& steps) {
  std::string text = trace_header(scenario, profile) + '\n';
  for (const StepRecord& s : steps) text += trace_line(s) + '\n';
  return io::write_file(path, text);
}

Expected<std::string> compare_with_golden(const io::Scenario& scenario,
                                          const std::vector<StepRecord>& steps) {
  const auto all = io::read_file(scenario.golden);
  if (!all) return fail(all.error().code, "the golden trace: " + all.error().message, scenario.golden);
  std::string_view rest = *all;
  std::string_view line;
  static_cast<void>(io::take_line(rest, line));
  const auto header = io::parse_json(line);
  const io::Json* format = header ? header->find("format") : nullptr;
  if (format == nullptr || format->text != "surefoot-trace/1")
    return fail(ErrorCode::unknown_format, "not a surefoot-trace/1 file", scenario.golden + ": line 1");
  for (const StepRecord& s : steps) {
    if (!io::take_line(rest, line)) return fmt::format("the golden trace ends before tick {}", s.tick);
    const std::string ours = trace_line(s);
    if (ours != line) return fmt::format("tick {}: {}", s.tick, first_different_member(ours, line));
  }
  if (io::take_line(rest, line) && !line.empty())
    return fmt::format("the golden trace goes on after tick {}", steps.size() - 1);
  return std::string{};
}

}  // namespace surefoot::scenario
