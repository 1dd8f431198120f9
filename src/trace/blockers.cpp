#include "trace/blockers.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/det_math.hpp"

namespace surefoot::trace {

namespace {

std::optional<std::uint32_t> id_of(std::span<const TraceValue> values, std::string_view name) {
  for (const TraceValue& v : values) {
    if (name == v.name && (v.kind == TraceValue::Kind::id || v.kind == TraceValue::Kind::integer))
      return v.id;
  }
  return std::nullopt;
}

std::optional<Vec3> normal_of(std::span<const TraceValue> values) {
  for (const TraceValue& v : values) {
    if (std::string_view(v.name) == "N" && v.kind == TraceValue::Kind::vector) return v.vector;
  }
  return std::nullopt;
}

/// What one call of find_collisions has met so far.
struct Frame {
  Blocker last;
  bool object_next = false;  ///< the surface met last belongs to an object that is still to name itself
};

class Search {
 public:
  explicit Search(const Recorder& recorder) : recorder_(recorder) {}

  std::vector<Blocker> run() {
    const auto events = recorder_.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& e = events[i];
      if (e.kind == Event::Kind::arm)
        arm(e, i);
      else
        call(e.fn(), e.kind == Event::Kind::enter ? 1 : -1);
    }
    return std::move(out_);
  }

 private:
  void call(Fn fn, int by) {
    if (fn == Fn::step_down || fn == Fn::step_up) probes_ += by;
    if (fn != Fn::find_collisions && fn != Fn::find_obj_collisions) return;
    if (by > 0) {
      frames_.push_back({});
    } else if (!frames_.empty()) {
      // What an object's shape met is what its cell met.
      const Frame inner = frames_.back();
      frames_.pop_back();
      if (fn == Fn::find_obj_collisions && !frames_.empty()) frames_.back() = inner;
    }
  }

  void arm(const Event& e, std::size_t at) {
    if (frames_.empty()) return;
    const auto values = recorder_.values(e);
    Blocker& last = frames_.back().last;
    switch (e.arm()) {
      case Arm::find_terrain_collisions_tested:
        last = {};
        last.kind = Blocker::Kind::terrain;
        last.polygon = id_of(values, "triangle");
        last.normal = normal_of(values);
        break;
      case Arm::find_terrain_collisions_all_water:
        last = {};
        last.kind = Blocker::Kind::terrain;
        break;
      case Arm::find_building_collisions_hit:
        last.kind = Blocker::Kind::building;
        last.id = id_of(values, "building").value_or(0);
        break;
      case Arm::find_obj_collisions_hit:
      case Arm::find_obj_collisions_static_hit:
        last.kind = Blocker::Kind::object;
        last.id = id_of(values, "object").value_or(0);
        break;
      case Arm::find_collisions_environment:
      case Arm::find_collisions_object:
        // During a step down an object does not name itself.
        if (e.arm() == Arm::find_collisions_object) last.kind = Blocker::Kind::object;
        last.cell = id_of(values, "cell").value_or(0);
        last.event = at;
        last.probed = probes_ > 0;
        out_.push_back(last);
        break;
      default:
        if (const auto polygon = id_of(values, "polygon"); polygon && is_touch(e.arm())) {
          last = {};
          last.polygon = polygon;
          last.normal = normal_of(values);
        }
    }
  }

  static bool is_touch(Arm arm) {
    const Fn fn = info(arm).fn;
    return fn == Fn::bsp_find_collisions || fn == Fn::step_sphere_down;
  }

  const Recorder& recorder_;
  std::vector<Frame> frames_;
  int probes_ = 0;
  std::vector<Blocker> out_;
};

}  // namespace

std::vector<Blocker> find_blockers(const Recorder& recorder) {
  return Search(recorder).run();
}

bool same_thing(const Blocker& a, const Blocker& b) {
  const bool places = a.kind == Blocker::Kind::terrain || a.kind == Blocker::Kind::cell;
  return a.kind == b.kind && a.polygon == b.polygon && (places ? a.cell == b.cell : a.id == b.id);
}

std::string print_thing(const Blocker& b) {
  const std::string polygon = b.polygon ? fmt::format(" (polygon {})", *b.polygon) : std::string{};
  switch (b.kind) {
    case Blocker::Kind::terrain:
      return b.polygon ? fmt::format("the terrain of cell 0x{:08X} (triangle {})", b.cell, *b.polygon)
                       : fmt::format("the water of cell 0x{:08X}", b.cell);
    case Blocker::Kind::cell:
      return b.polygon ? fmt::format("polygon {} of cell 0x{:08X}", *b.polygon, b.cell)
                       : fmt::format("the walls of cell 0x{:08X}", b.cell);
    case Blocker::Kind::building:
      return fmt::format("building 0x{:08X}{}", b.id, polygon);
    case Blocker::Kind::object:
      break;
  }
  return b.id != 0 ? fmt::format("object 0x{:08X}{}", b.id, polygon) : fmt::format("an object{}", polygon);
}

float slope_of(float normal_z) {
  constexpr double kDegrees = 57.29577951308232;
  const double z = std::clamp(static_cast<double>(normal_z), -1.0, 1.0);
  return static_cast<float>(det::atan2(std::sqrt(1.0 - z * z), z) * kDegrees);
}

float slope_of(const Vec3& normal) {
  return slope_of(normal.z);
}

}  // namespace surefoot::trace
