// What a scenario expects.
#include "core/float_bits.hpp"
#include "io/flag_names.hpp"
#include "io/scenario_parts.hpp"

namespace surefoot::io {

namespace {

ExpectAt read_at(const Cursor& c) {
  ExpectAt at;
  if (c.is_string()) {
    const std::string& text = c.as_string();
    if (text == "end")
      at.kind = ExpectAt::Kind::end;
    else if (text == "all")
      at.kind = ExpectAt::Kind::all;
    else if (text == "some")
      at.kind = ExpectAt::Kind::some;
    else
      c.error(ErrorCode::bad_value, "\"at\" is a tick, [first, last], \"end\", \"all\" or \"some\"");
  } else if (c.is_array()) {
    at.kind = ExpectAt::Kind::range;
    if (c.size() != 2) c.error(ErrorCode::wrong_type, "expected [first, last]");
    at.first = static_cast<std::uint32_t>(c.item(0).as_integer(0, kMaxTicks));
    at.last = static_cast<std::uint32_t>(c.item(1).as_integer(at.first, kMaxTicks));
  } else {
    at.kind = ExpectAt::Kind::tick;
    at.first = at.last = static_cast<std::uint32_t>(c.as_integer(0, kMaxTicks));
  }
  return at;
}

/// What the bits of a field are called.
std::span<const FlagName> names_of(std::string_view field) {
  if (field == "object_info_state") return object_info_names();
  return field == "physics_state" ? physics_state_names() : transient_names();
}

std::vector<float> read_floats(const Cursor& c) {
  std::vector<float> out;
  if (!c.is_array()) return {c.as_float()};
  for (const Cursor& item : c.list()) out.push_back(item.as_float());
  return out;
}

/// `eq` takes whatever stands there: text that is no number (a rule id), booleans, ids ("0x…" of 8 digits
/// also is a float's bits: the field decides, expect.cpp), numbers.
ExpectValue read_eq(const Cursor& c) {
  if (c.json().kind == Json::Kind::boolean) return c.as_bool();
  if (c.is_string() && c.json().text.rfind("0x", 0) == 0) return c.as_u32();
  if (c.is_string()) return c.as_string();
  return read_floats(c);
}

}  // namespace

Expect read_expect(const Cursor& c) {
  c.only({"at", "field", "bits", "eq", "near", "tol", "lt", "le", "gt", "ge", "in", "has", "lacks", "because",
          "status"});
  Expect e;
  e.pointer = c.pointer();
  if (const auto v = c.get("at")) e.at = read_at(*v);
  e.field = c.at("field").as_string();
  int ops = 0;
  const auto op = [&](const char* key, ExpectOp which) {
    const auto v = c.get(key);
    if (!v) return;
    ++ops;
    e.op = which;
    if (which == ExpectOp::eq) {
      e.value = read_eq(*v);
      if (v->is_number()) e.integer = parse_u32(v->json().text);
    } else if (which == ExpectOp::has || which == ExpectOp::lacks)
      e.value = read_flags(*v, names_of(e.field));
    else
      e.value = read_floats(*v);
  };
  op("bits", ExpectOp::bits);
  op("eq", ExpectOp::eq);
  op("near", ExpectOp::near);
  op("lt", ExpectOp::lt);
  op("le", ExpectOp::le);
  op("gt", ExpectOp::gt);
  op("ge", ExpectOp::ge);
  op("in", ExpectOp::in);
  op("has", ExpectOp::has);
  op("lacks", ExpectOp::lacks);
  if (ops != 1)
    c.error(ErrorCode::bad_value,
            "an expectation has exactly one of bits, eq, near, lt, le, gt, ge, in, has, lacks");
  if (e.op == ExpectOp::near) e.tolerance = c.at("tol").as_finite();
  if (e.op == ExpectOp::in && std::get<std::vector<float>>(e.value).size() != 2)
    c.error(ErrorCode::wrong_type, "\"in\" takes [low, high]");
  if (const auto v = c.get("because")) e.because = v->as_string();
  if (const auto v = c.get("status")) {
    e.port = v->as_string() == "port";
    if (!e.port) v->error(ErrorCode::bad_value, "the only status is \"port\"");
  }
  return e;
}

}  // namespace surefoot::io
