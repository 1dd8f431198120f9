#include <array>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "core/float_bits.hpp"
#include "io/capture.hpp"

namespace surefoot::io {

namespace {

namespace od = simdjson::ondemand;

/// A raw token with its trailing white space cut off.
std::string_view trimmed(std::string_view t) {
  while (!t.empty() && (t.back() == ' ' || t.back() == '\r' || t.back() == '\n' || t.back() == '\t'))
    t.remove_suffix(1);
  return t;
}

/// Reads fields of one line; the first thing that goes wrong is kept, the rest reads as zero.
class LineReader {
 public:
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const Error& error() const { return *error_; }

  void wrong(ErrorCode code, const std::string& message, const std::string& pointer) {
    if (!error_) error_ = Error{code, message, pointer};
  }

  bool field(od::object& o, const char* key, const std::string& pointer, od::value& out) {
    if (failed()) return false;
    const auto e = o.find_field_unordered(key).get(out);
    if (e == simdjson::SUCCESS) return true;
    if (e == simdjson::NO_SUCH_FIELD)
      wrong(ErrorCode::missing_field, fmt::format("\"{}\" is missing", key), pointer);
    else
      wrong(ErrorCode::bad_syntax, fmt::format("not valid JSON: {}", simdjson::error_message(e)), pointer);
    return false;
  }

  float number(od::object& o, const char* key, const std::string& at) {
    const std::string pointer = at + "/" + key;
    od::value v;
    return field(o, key, pointer, v) ? number_of(v, pointer) : 0.0F;
  }
  float number_of(od::value& v, const std::string& pointer) {
    const std::string_view token = trimmed(v.raw_json_token());
    std::optional<float> f;
    if (token.size() >= 2 && token.front() == '"') {
      const std::string_view inner = token.substr(1, token.size() - 2);
      f = inner == "NaN"         ? parse_float_text("nan")
          : inner == "Infinity"  ? parse_float_text("inf")
          : inner == "-Infinity" ? parse_float_text("-inf")
                                 : parse_float_text(inner);
    } else {
      f = parse_decimal(token);
    }
    if (!f) wrong(ErrorCode::wrong_type, fmt::format("expected a number, found {}", token), pointer);
    return f.value_or(0.0F);
  }
  std::int64_t integer(od::object& o, const char* key, const std::string& at) {
    const std::string pointer = at + "/" + key;
    od::value v;
    std::int64_t out = 0;
    if (!field(o, key, pointer, v)) return 0;
    if (v.get_int64().get(out) != simdjson::SUCCESS)
      wrong(ErrorCode::wrong_type, "expected an integer", pointer);
    return out;
  }
  std::uint32_t u32(od::object& o, const char* key, const std::string& at) {
    const std::int64_t v = integer(o, key, at);
    if (v >= 0 && v <= 0xFFFFFFFFLL) return static_cast<std::uint32_t>(v);
    wrong(ErrorCode::bad_value, fmt::format("{} is no 32-bit id", v), at + "/" + key);
    return 0;
  }
  bool boolean(od::object& o, const char* key, const std::string& at) {
    const std::string pointer = at + "/" + key;
    od::value v;
    bool out = false;
    if (!field(o, key, pointer, v)) return false;
    if (v.get_bool().get(out) != simdjson::SUCCESS)
      wrong(ErrorCode::wrong_type, "expected true or false", pointer);
    return out;
  }
  std::string string(od::object& o, const char* key, const std::string& at) {
    const std::string pointer = at + "/" + key;
    od::value v;
    std::string_view out;
    if (!field(o, key, pointer, v)) return {};
    if (v.get_string().get(out) != simdjson::SUCCESS)
      wrong(ErrorCode::wrong_type, "expected a text", pointer);
    return std::string(out);
  }
  bool object(od::object& o, const char* key, const std::string& at, od::object& out) {
    const std::string pointer = at + "/" + key;
    od::value v;
    if (!field(o, key, pointer, v)) return false;
    if (v.get_object().get(out) == simdjson::SUCCESS) return true;
    wrong(ErrorCode::wrong_type, "expected an object", pointer);
    return false;
  }
  Vec3 xyz(od::object& o, const std::string& at) {
    return {number(o, "x", at), number(o, "y", at), number(o, "z", at)};
  }
  Vec3 vec3(od::object& o, const char* key, const std::string& at) {
    od::object v;
    return object(o, key, at, v) ? xyz(v, at + "/" + key) : Vec3{};
  }
  Plane plane(od::object& o, const char* key, const std::string& at) {
    od::object v;
    if (!object(o, key, at, v)) return {};
    const std::string here = at + "/" + key;
    const Vec3 n = vec3(v, "normal", here);
    return {n, number(v, "d", here)};
  }
  std::vector<Vec3> points(od::object& o, const char* key, const std::string& at) {
    const std::string pointer = at + "/" + key;
    od::value v;
    std::vector<Vec3> out;
    if (!field(o, key, pointer, v)) return out;
    od::array list;
    if (v.get_array().get(list) != simdjson::SUCCESS) return out;  // null: no polygon
    for (auto item : list) {
      od::object p;
      if (item.get_object().get(p) != simdjson::SUCCESS) {
        wrong(ErrorCode::wrong_type, "expected points {x, y, z}", pointer);
        break;
      }
      out.push_back(xyz(p, fmt::format("{}/{}", pointer, out.size())));
      if (failed()) break;
    }
    return out;
  }
  CaptureBody body(od::object& o, const char* key) {
    CaptureBody b;
    od::object v;
    if (!object(o, key, "", v)) return b;
    const std::string at = std::string("/") + key;
    b.position = vec3(v, "position", at);
    od::object q;
    if (object(v, "orientation", at, q)) {
      const std::string here = at + "/orientation";
      b.orientation = {number(q, "w", here), number(q, "x", here), number(q, "y", here),
                       number(q, "z", here)};
    }
    b.velocity = vec3(v, "velocity", at);
    b.sliding_normal = vec3(v, "slidingNormal", at);
    b.contact_plane_valid = boolean(v, "contactPlaneValid", at);
    b.contact_plane = plane(v, "contactPlane", at);
    b.contact_plane_cell_id = u32(v, "contactPlaneCellId", at);
    b.contact_plane_is_water = boolean(v, "contactPlaneIsWater", at);
    b.walkable_valid = boolean(v, "walkablePolygonValid", at);
    b.walkable_plane = plane(v, "walkablePlane", at);
    b.walkable_vertices = points(v, "walkableVertices", at);
    b.walkable_up = vec3(v, "walkableUp", at);
    b.state = u32(v, "state", at);
    b.transient = u32(v, "transientState", at);
    return b;
  }
  /// `n` floats in a list.
  template <std::size_t N>
  std::array<float, N> floats(od::object& o, const char* key, const std::string& at) {
    std::array<float, N> out{};
    const std::string pointer = at + "/" + key;
    od::value v;
    od::array list;
    if (!field(o, key, pointer, v)) return out;
    if (v.get_array().get(list) != simdjson::SUCCESS) {
      wrong(ErrorCode::wrong_type, "expected a list of numbers", pointer);
      return out;
    }
    std::size_t n = 0;
    for (auto item : list) {
      od::value e;
      if (item.get(e) != simdjson::SUCCESS) {
        wrong(ErrorCode::bad_syntax, "not valid JSON", pointer);
        return out;
      }
      if (n++ == N) break;
      out[n - 1] = number_of(e, fmt::format("{}/{}", pointer, n - 1));
    }
    if (n != N) wrong(ErrorCode::bad_value, fmt::format("expected {} numbers", N), pointer);
    return out;
  }
  Position position(od::object& o, const char* key, const std::string& at) {
    Position p;
    od::object v;
    if (!object(o, key, at, v)) return p;
    const std::string here = at + "/" + key;
    p.cell_id = u32(v, "cell", here);
    const auto origin = floats<3>(v, "pos", here);
    const auto q = floats<4>(v, "rot", here);
    p.frame.origin = {origin[0], origin[1], origin[2]};
    p.frame.q = {q[0], q[1], q[2], q[3]};
    p.frame.cache();
    return p;
  }
  ContactPlane contact_plane(od::object& o, const char* key, const std::string& at) {
    ContactPlane c;
    od::object v;
    if (!object(o, key, at, v)) return c;
    const std::string here = at + "/" + key;
    const auto p = floats<4>(v, "plane", here);
    c.plane = {{p[0], p[1], p[2]}, p[3]};
    c.cell_id = u32(v, "cell", here);
    c.is_water = boolean(v, "water", here);
    return c;
  }
  Mover mover(od::object& o, const std::string& at) {
    Mover m;
    od::object v;
    if (!object(o, "mover", at, v)) return m;
    const std::string here = at + "/mover";
    m.num_spheres = static_cast<int>(integer(v, "spheres", here));
    if (m.num_spheres < 0 || m.num_spheres > 2)
      wrong(ErrorCode::bad_value, "a mover has 0, 1 or 2 spheres", here + "/spheres");
    const std::array<std::array<float, 4>, 2> s{floats<4>(v, "foot", here), floats<4>(v, "head", here)};
    for (std::size_t i = 0; i < 2; ++i) m.spheres[i] = {{s[i][0], s[i][1], s[i][2]}, s[i][3]};
    const auto sizes = floats<3>(v, "scaleStepUpStepDown", here);
    m.scale = sizes[0];
    m.step_up_height = sizes[1];
    m.step_down_height = sizes[2];
    m.physics_state = u32(v, "state", here);
    m.flags = u32(v, "flags", here);
    m.object_id = u32(v, "object", here);
    m.target_id = u32(v, "target", here);
    return m;
  }
  Profile profile(od::object& o, const std::string& at) {
    const std::string text = string(o, "profile", at);
    if (failed() || text.empty()) return {};
    const auto p = parse_profile(text);
    if (p) return *p;
    wrong(p.error().code, p.error().message, at + "/profile");
    return {};
  }
  CaptureExact exact(od::object& o) {
    const std::string at = "/surefoot";
    CaptureExact e;
    e.profile = profile(o, at);
    e.request.mover = mover(o, at);
    e.request.begin = position(o, "begin", at);
    e.request.end = position(o, "end", at);
    e.request.object_info_state = u32(o, "objectInfo", at);
    const std::int64_t contact = integer(o, "contact", at);
    if (contact < 0 || contact > 2) wrong(ErrorCode::bad_value, "contact is 0, 1 or 2", at + "/contact");
    e.request.contact = static_cast<ResolveRequest::Contact>(contact);
    e.request.contact_plane = contact_plane(o, "contactPlane", at);
    const bool slides = boolean(o, "sliding", at);
    const auto normal = floats<3>(o, "slidingNormal", at);
    if (slides) e.request.sliding_normal = Vec3{normal[0], normal[1], normal[2]};
    e.request.frames_stationary_fall = static_cast<int>(integer(o, "framesStationaryFall", at));
    e.ok = boolean(o, "ok", at);
    e.position = position(o, "result", at);
    e.contact_plane_valid = boolean(o, "contactAfter", at);
    e.contact_plane = contact_plane(o, "contactPlaneAfter", at);
    return e;
  }
  CaptureRecord record(od::object& root) {
    CaptureRecord r;
    r.tick = integer(root, "tick", "");
    od::object in;
    if (object(root, "input", "", in)) {
      const std::string at = "/input";
      r.current_pos = vec3(in, "currentPos", at);
      r.target_pos = vec3(in, "targetPos", at);
      r.cell_id = u32(in, "cellId", at);
      r.sphere_radius = number(in, "sphereRadius", at);
      r.sphere_height = number(in, "sphereHeight", at);
      r.step_up_height = number(in, "stepUpHeight", at);
      r.step_down_height = number(in, "stepDownHeight", at);
      r.is_on_ground = boolean(in, "isOnGround", at);
      r.mover_flags = u32(in, "moverFlags", at);
      r.moving_entity_id = u32(in, "movingEntityId", at);
    }
    r.before = body(root, "bodyBefore");
    r.after = body(root, "bodyAfter");
    od::object out;
    if (object(root, "result", "", out)) {
      const std::string at = "/result";
      r.result_position = vec3(out, "position", at);
      r.result_cell_id = u32(out, "cellId", at);
      r.result_is_on_ground = boolean(out, "isOnGround", at);
      r.collision_normal_valid = boolean(out, "collisionNormalValid", at);
      r.collision_normal = vec3(out, "collisionNormal", at);
    }
    od::object ours;
    // After an error the parser is not to be asked again.
    if (!failed() && root.find_field_unordered("surefoot").get_object().get(ours) == simdjson::SUCCESS)
      r.exact = exact(ours);
    return r;
  }

 private:
  std::optional<Error> error_;
};

bool blank(const std::string& s) {
  return s.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

struct CaptureReader::State {
  explicit State(const std::string& name) : path(name), in(name) {}

  [[nodiscard]] std::string where(const std::string& pointer) const {
    return fmt::format("{}: line {}{}{}", path, line, pointer.empty() ? "" : ": ", pointer);
  }
  /// Reads `text`.
  Expected<CaptureRecord> read() {
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    od::document document;
    od::object root;
    // The parser below looks at what it is asked for alone, and may not be asked of what is no JSON.
    auto e = checker.parse(text).error();
    if (e == simdjson::SUCCESS) e = parser.iterate(text).get(document);
    if (e == simdjson::SUCCESS) e = document.get_object().get(root);
    if (e != simdjson::SUCCESS)
      return fail(ErrorCode::bad_syntax, fmt::format("not valid JSON: {}", simdjson::error_message(e)),
                  where(""));
    LineReader reader;
    CaptureRecord record = reader.record(root);
    record.line = line;
    if (reader.failed())
      return fail(reader.error().code, reader.error().message, where(reader.error().where));
    return record;
  }

  std::string path;
  std::ifstream in;
  simdjson::dom::parser checker;
  od::parser parser;
  std::string text;
  std::size_t line = 0;
  CaptureEnd end;
};

CaptureReader::CaptureReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
CaptureReader::CaptureReader(CaptureReader&&) noexcept = default;
CaptureReader& CaptureReader::operator=(CaptureReader&&) noexcept = default;
CaptureReader::~CaptureReader() = default;

Expected<CaptureReader> CaptureReader::open(const std::string& path) {
  auto state = std::make_unique<State>(path);
  if (!state->in) return fail(ErrorCode::file_not_found, "cannot open", path);
  return CaptureReader(std::move(state));
}

const CaptureEnd& CaptureReader::end() const {
  return state_->end;
}

Expected<std::optional<CaptureRecord>> CaptureReader::next() {
  State& s = *state_;
  while (std::getline(s.in, s.text)) {
    ++s.line;
    const bool is_last = s.in.eof();  // no newline ends it
    if (blank(s.text)) continue;
    auto record = s.read();
    if (record) return std::optional<CaptureRecord>(std::move(*record));
    if (!is_last || s.line == 1) return tl::unexpected<Error>(record.error());
    s.end.cut_line = s.line;
    return std::optional<CaptureRecord>{};
  }
  if (s.in.bad()) return fail(ErrorCode::file_unreadable, "reading failed", s.path);
  return std::optional<CaptureRecord>{};
}

Expected<CaptureEnd> for_each_capture_record(const std::string& path,
                                             const std::function<bool(const CaptureRecord&)>& use) {
  auto reader = CaptureReader::open(path);
  if (!reader) return tl::unexpected<Error>(reader.error());
  for (;;) {
    const auto record = reader->next();
    if (!record) return tl::unexpected<Error>(record.error());
    if (!*record || !use(**record)) return reader->end();
  }
}

}  // namespace surefoot::io
