#include "trace/tree.hpp"

#include <string_view>

#include <fmt/format.h>

#include "core/float_bits.hpp"

namespace surefoot::trace {

namespace {

/// Which attempt it was is no difference between two attempts.
bool is_counter(const TraceValue& v) {
  return v.kind == TraceValue::Kind::integer && std::string_view(v.name) == "attempt";
}

enum class Counters : std::uint8_t { count, ignored };

bool same(const std::vector<TraceValue>& a, const std::vector<TraceValue>& b, Counters counters) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (counters == Counters::ignored && is_counter(a[i]) && is_counter(b[i])) continue;
    if (!same_value(a[i], b[i])) return false;
  }
  return true;
}

/// Repeats are not part of the identity of two siblings being folded, but of their descendants'.
bool same_content(const Node& a, const Node& b, Counters counters = Counters::count) {
  if (a.is_call != b.is_call || a.is_group != b.is_group || a.fn != b.fn || a.arm != b.arm ||
      !same(a.values, b.values, counters))
    return false;
  if (a.result.has_value() != b.result.has_value() || (a.result && !same_value(*a.result, *b.result)))
    return false;
  if (a.children.size() != b.children.size()) return false;
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (a.children[i].repeats != b.children[i].repeats ||
        !same_content(a.children[i], b.children[i], counters))
      return false;
  }
  return true;
}

void append_folded(std::vector<Node>& siblings, Node&& node) {
  if (!siblings.empty() && same_content(siblings.back(), node))
    ++siblings.back().repeats;
  else
    siblings.push_back(std::move(node));
}

/// More siblings than this are not looked at as one attempt.
constexpr std::size_t kMostInAttempt = 12;

/// How often the `length` siblings from `from` on come in a row; the last of them may have other counters.
std::size_t times(const std::vector<Node>& siblings, std::size_t from, std::size_t length) {
  std::size_t n = 1;
  for (std::size_t at = from + length; at + length <= siblings.size(); at += length, ++n) {
    for (std::size_t i = 0; i < length; ++i) {
      const Node& a = siblings[from + i];
      const Node& b = siblings[at + i];
      if (a.repeats != b.repeats || !same_content(a, b, Counters::ignored)) return n;
    }
  }
  return n;
}

/// Stretches of two or more siblings that come again become groups.
void fold_attempts(std::vector<Node>& siblings) {
  std::vector<Node> out;
  for (std::size_t at = 0; at < siblings.size();) {
    std::size_t length = 2;
    std::size_t n = 1;
    for (; length <= kMostInAttempt && at + 2 * length <= siblings.size(); ++length) {
      n = times(siblings, at, length);
      if (n > 1) break;
    }
    if (n < 2) {
      out.push_back(std::move(siblings[at++]));
      continue;
    }
    Node group;
    group.is_group = true;
    group.repeats = n;
    for (std::size_t i = 0; i < length; ++i) group.children.push_back(std::move(siblings[at + i]));
    out.push_back(std::move(group));
    at += n * length;
  }
  siblings = std::move(out);
}

bool is_geometry(const Node& n) {
  if (n.is_group) return false;
  const std::string_view layer = (n.is_call ? info(n.fn) : info(info(n.arm).fn)).layer;
  return layer == "shape" || layer == "world";
}

std::string line_of(const Node& n) {
  std::string out;
  if (n.is_group) {
    return fmt::format("×{}, identical:", n.repeats);
  }
  if (n.is_call) {
    const FnInfo& f = info(n.fn);
    out = fmt::format("{}", f.id);
    if (n.result && n.result->kind != TraceValue::Kind::none) out += " = " + print_value(*n.result);
  } else {
    const ArmInfo& a = info(n.arm);
    out = fmt::format("- {}", a.meaning);
    std::string values;
    for (const TraceValue& v : n.values) values += (values.empty() ? "" : ", ") + print_value(v);
    if (!values.empty()) out += " [" + values + "]";
  }
  if (n.repeats > 1) out += fmt::format("  ×{}, identical", n.repeats);
  return out;
}

void print(const std::vector<Node>& nodes, const PrintOptions& options, int depth, bool inside,
           std::string& out) {
  if (depth >= options.depth) return;
  for (const Node& n : nodes) {
    const bool here = inside || (n.is_call && info(n.fn).id == options.only);
    const bool shown = here && (options.geometry || !is_geometry(n));
    if (shown) out += std::string(static_cast<std::size_t>(depth) * 2, ' ') + line_of(n) + "\n";
    print(n.children, options, shown ? depth + 1 : depth, here, out);
  }
}

std::string quoted(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// JSON has no NaN and no infinity.
std::string json_float(float f) {
  const std::string s = format_float(f);
  const bool finite = f - f == 0.0F;
  return finite ? s : quoted(s);
}

std::string json_value(const TraceValue& v) {
  std::string out = fmt::format("{{\"name\":{}", quoted(v.name));
  switch (v.kind) {
    case TraceValue::Kind::none:
      break;
    case TraceValue::Kind::number:
      out += fmt::format(",\"value\":{},\"bits\":\"{}\"", json_float(v.number), format_bits(v.number));
      break;
    case TraceValue::Kind::compared:
      out += fmt::format(",\"value\":{},\"bits\":\"{}\",\"op\":{},\"limit\":{}", json_float(v.number),
                         format_bits(v.number), quoted(v.op), json_float(v.limit));
      break;
    case TraceValue::Kind::vector:
      out += fmt::format(",\"value\":[{},{},{}],\"bits\":[\"{}\",\"{}\",\"{}\"]", json_float(v.vector.x),
                         json_float(v.vector.y), json_float(v.vector.z), format_bits(v.vector.x),
                         format_bits(v.vector.y), format_bits(v.vector.z));
      break;
    case TraceValue::Kind::id:
      out += fmt::format(",\"id\":{}", v.id);
      break;
    case TraceValue::Kind::integer:
      out += fmt::format(",\"value\":{}", v.id);
      break;
    case TraceValue::Kind::boolean:
      out += fmt::format(",\"value\":{}", v.id != 0);
      break;
    case TraceValue::Kind::state:
      out += fmt::format(",\"value\":{}", quoted(to_string(static_cast<TransitionState>(v.id))));
      break;
  }
  return out + "}";
}

void json(const std::vector<Node>& nodes, std::string& out) {
  out += '[';
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = nodes[i];
    if (i != 0) out += ',';
    if (n.is_group) {
      out += "{\"children\":";
      json(n.children, out);
    } else if (n.is_call) {
      out += fmt::format("{{\"call\":{}", quoted(info(n.fn).id));
      if (n.result && n.result->kind != TraceValue::Kind::none) out += ",\"result\":" + json_value(*n.result);
      out += ",\"children\":";
      json(n.children, out);
    } else {
      out += fmt::format("{{\"arm\":{},\"values\":[", quoted(info(n.arm).id));
      for (std::size_t k = 0; k < n.values.size(); ++k) out += (k != 0 ? "," : "") + json_value(n.values[k]);
      out += ']';
    }
    if (n.repeats > 1) out += fmt::format(",\"repeats\":{}", n.repeats);
    out += '}';
  }
  out += ']';
}

}  // namespace

std::vector<Node> build_tree(const Recorder& recorder, bool attempts) {
  std::vector<Node> stack(1);  // a made-up root
  for (const Event& e : recorder.events()) {
    const auto values = recorder.values(e);
    switch (e.kind) {
      case Event::Kind::enter: {
        Node call;
        call.is_call = true;
        call.fn = e.fn();
        stack.push_back(std::move(call));
        break;
      }
      case Event::Kind::leave: {
        if (stack.size() < 2) break;  // only a truncated recording can be unbalanced
        Node call = std::move(stack.back());
        stack.pop_back();
        if (attempts) fold_attempts(call.children);
        call.result = values[0];
        append_folded(stack.back().children, std::move(call));
        break;
      }
      case Event::Kind::arm: {
        Node arm;
        arm.arm = e.arm();
        arm.values.assign(values.begin(), values.end());
        append_folded(stack.back().children, std::move(arm));
        break;
      }
    }
  }
  while (stack.size() > 1) {
    Node call = std::move(stack.back());
    stack.pop_back();
    append_folded(stack.back().children, std::move(call));
  }
  if (attempts) fold_attempts(stack.front().children);
  return std::move(stack.front().children);
}

std::string print_value(const TraceValue& v) {
  std::string name = v.name;
  switch (v.kind) {
    case TraceValue::Kind::none:
      return name;
    case TraceValue::Kind::number:
      return name == "result" ? format_float(v.number) : fmt::format("{} {}", name, format_float(v.number));
    case TraceValue::Kind::compared:
      return fmt::format("{} {} {} {}", name, format_float(v.number), v.op, format_float(v.limit));
    case TraceValue::Kind::vector: {
      const std::string text = fmt::format("({}, {}, {})", format_float(v.vector.x), format_float(v.vector.y),
                                           format_float(v.vector.z));
      return name == "result" ? text : name + " " + text;
    }
    case TraceValue::Kind::id:
      return v.id > 0xFFFF ? fmt::format("{} 0x{:08X}", name, v.id) : fmt::format("{} {}", name, v.id);
    case TraceValue::Kind::integer:
      return fmt::format("{} {}", name, v.id);
    case TraceValue::Kind::boolean:
      return v.id != 0 ? "yes" : "no";
    case TraceValue::Kind::state:
      return to_string(static_cast<TransitionState>(v.id));
  }
  return name;
}

std::string print_tree(const std::vector<Node>& roots, const PrintOptions& options) {
  std::string out;
  print(roots, options, 0, options.only.empty(), out);
  return out;
}

std::string tree_json(const std::vector<Node>& roots) {
  std::string out;
  json(roots, out);
  return out;
}

}  // namespace surefoot::trace
