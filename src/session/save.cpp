#include "session/save.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/state_hash.hpp"

namespace surefoot {

namespace {

constexpr std::uint32_t kMark = 0x53534653U;  // "SFSS"
constexpr std::uint32_t kVersion = 1;         // prepared worlds hold objects too: raise theirs along with it
constexpr std::uint32_t kNone = 0xFFFFFFFFU;

template <class A>
void archive(A& a, ContactPlane& c) {
  surefoot::archive(a, c.plane);
  surefoot::archive(a, c.cell_id);
  surefoot::archive(a, c.is_water);
}

template <class A>
void archive(A& a, Mover& m) {
  for (Sphere& s : m.spheres) surefoot::archive(a, s);
  surefoot::archive(a, m.num_spheres);
  if constexpr (A::kReading) {
    if (m.num_spheres < 0 || m.num_spheres > 2) {
      a.refuse();
      m.num_spheres = 0;
    }
  }
  surefoot::archive(a, m.scale);
  surefoot::archive(a, m.step_up_height);
  surefoot::archive(a, m.step_down_height);
  surefoot::archive(a, m.physics_state);
  surefoot::archive(a, m.flags);
  surefoot::archive(a, m.object_id);
  surefoot::archive(a, m.target_id);
}

template <class A>
void archive(A& a, Walk& w) {
  auto drive = static_cast<std::uint32_t>(w.drive);
  surefoot::archive(a, drive);
  if constexpr (A::kReading) {
    if (drive > static_cast<std::uint32_t>(Drive::state_velocity)) a.refuse();
  }
  w.drive = static_cast<Drive>(drive);
  surefoot::archive(a, w.velocity);
  surefoot::archive(a, w.turn);
  surefoot::archive(a, w.delta);
  surefoot::archive(a, w.leaving);
  surefoot::archive(a, w.jump_vz);
  surefoot::archive(a, w.zero_grounded_xy);
}

template <class A>
void archive(A& a, CollisionRecords& r) {
  archive_list(a, r.objects, 16, [](A& b, CollisionRecords::Record& item) {
    surefoot::archive(b, item.object_id);
    surefoot::archive(b, item.touched);
    surefoot::archive(b, item.ethereal);
  });
  surefoot::archive(a, r.colliding_with_environment);
}

template <class A>
void archive(A& a, Interpolation& i) {
  constexpr std::size_t kLeastNode = 84;
  archive_list(a, i.queue, kLeastNode, [](A& b, InterpolationNode& node) {
    auto kind = static_cast<std::uint32_t>(node.kind);
    surefoot::archive(b, kind);
    if constexpr (A::kReading) {
      if (kind > static_cast<std::uint32_t>(InterpolationNode::Kind::velocity)) b.refuse();
    }
    node.kind = static_cast<InterpolationNode::Kind>(kind);
    surefoot::archive(b, node.position);
    surefoot::archive(b, node.velocity);
  });
  surefoot::archive(a, i.keep_heading);
  surefoot::archive(a, i.frames);
  surefoot::archive(a, i.progress_time);
  surefoot::archive(a, i.original_distance);
  surefoot::archive(a, i.fail_count);
  surefoot::archive(a, i.blip_to);
  if constexpr (A::kReading) {
    constexpr int kMost = 1'000'000;  // they are counted up
    if (i.frames < 0 || i.frames > kMost || i.fail_count < 0 || i.fail_count > kMost) a.refuse();
  }
}

template <class A>
void archive(A& a, PositionManager& m) {
  archive(a, m.interpolation);
  surefoot::archive(a, m.sticky.target_id);
  surefoot::archive(a, m.sticky.target_known);
  surefoot::archive(a, m.sticky.target);
  surefoot::archive(a, m.sticky.target_radius);
  surefoot::archive(a, m.sticky.own_radius);
  surefoot::archive(a, m.sticky.until);
  surefoot::archive(a, m.constraint.is_on);
  surefoot::archive(a, m.constraint.distance);
  surefoot::archive(a, m.constraint.start);
  surefoot::archive(a, m.constraint.max);
  surefoot::archive(a, m.max_speed);
  surefoot::archive(a, m.adjusted_max_speed);
  surefoot::archive(a, m.is_own_player);
}

template <class A>
void archive_body(A& a, Body& b) {
  surefoot::archive(a, b.position);
  surefoot::archive(a, b.velocity);
  surefoot::archive(a, b.transient);
  archive(a, b.contact_plane);
  surefoot::archive(a, b.sliding_normal);
  archive(a, b.mover);
  surefoot::archive(a, b.in_world);
  surefoot::archive(a, b.has_parent);
  surefoot::archive(a, b.weenie);
  surefoot::archive(a, b.acceleration);
  surefoot::archive(a, b.omega);
  surefoot::archive(a, b.cached_velocity);
  surefoot::archive(a, b.friction);
  surefoot::archive(a, b.elasticity);
  surefoot::archive(a, b.update_time);
  surefoot::archive(a, b.jumped_this_frame);
  surefoot::archive(a, b.has_motion);
  archive(a, b.walk);
  archive(a, b.collisions);
  bool managed = b.position_manager.has_value();
  surefoot::archive(a, managed);
  if constexpr (A::kReading) {
    if (managed)
      b.position_manager.emplace();
    else
      b.position_manager.reset();
  }
  if (b.position_manager) archive(a, *b.position_manager);
}

template <class A>
void archive(A& a, HoldKey& key) {
  auto word = static_cast<std::uint32_t>(key);
  surefoot::archive(a, word);
  if constexpr (A::kReading) {
    if (word > static_cast<std::uint32_t>(HoldKey::run)) a.refuse();
  }
  key = static_cast<HoldKey>(word);
}

template <class A>
void archive_motion(A& a, MotionState& m) {
  archive(a, m.raw.hold_key);
  for (RawCommand* c : {&m.raw.forward, &m.raw.sidestep, &m.raw.turn}) {
    surefoot::archive(a, c->command);
    surefoot::archive(a, c->speed);
    archive(a, c->hold_key);
  }
  for (Command* c : {&m.interpreted.forward, &m.interpreted.sidestep, &m.interpreted.turn}) {
    surefoot::archive(a, c->command);
    surefoot::archive(a, c->speed);
  }
  surefoot::archive(a, m.abilities.run_rate);
  surefoot::archive(a, m.abilities.jump_skill);
  surefoot::archive(a, m.abilities.load);
  surefoot::archive(a, m.abilities.stamina);
  surefoot::archive(a, m.abilities.pk_jump_cost);
  surefoot::archive(a, m.abilities.can_jump);
  surefoot::archive(a, m.my_run_rate);
  surefoot::archive(a, m.current_speed_factor);
  surefoot::archive(a, m.standing_longjump);
  surefoot::archive(a, m.jump_extent);
  surefoot::archive(a, m.fully_constrained);
  surefoot::archive(a, m.pending_error);
}

/// An asset by its number in the world; kNone for none.
template <class A, class T>
void archive_asset(A& a, const std::vector<std::unique_ptr<T>>& all, const T*& item) {
  std::uint32_t number = item == nullptr ? kNone : item->number;
  surefoot::archive(a, number);
  if constexpr (A::kReading) {
    if (number != kNone && number >= all.size()) a.refuse();
    item = number < all.size() ? all[number].get() : nullptr;
  }
}

template <class A>
void archive_object(A& a, const World& world, PhysicsObject& o) {
  surefoot::archive(a, o.id);
  surefoot::archive(a, o.position);
  surefoot::archive(a, o.scale);
  surefoot::archive(a, o.state);
  surefoot::archive(a, o.transient);
  surefoot::archive(a, o.weenie);
  surefoot::archive(a, o.has_parent);
  surefoot::archive(a, o.registration_radius);
  surefoot::archive(a, o.placement);
  archive_asset(a, world.setups(), o.setup);
  archive_list(a, o.parts, 84, [&](A& b, Part& part) {
    archive_asset(b, world.gfxobjs(), part.gfxobj);
    surefoot::archive(b, part.position);
    surefoot::archive(b, part.scale);
  });
  archive_list(a, o.own_spheres, 16, [](A& b, Sphere& s) { surefoot::archive(b, s); });
  archive_list(a, o.shadow_cells, 4, [](A& b, CellEntry& e) { surefoot::archive(b, e.id); });
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

void save_body(ByteWriter& out, const Body& body) {
  Body copy = body;
  archive_body(out, copy);
}

void load_body(ByteReader& in, Body& body) {
  archive_body(in, body);
}

void save_motion(ByteWriter& out, const MotionState& motion) {
  MotionState copy = motion;
  archive_motion(out, copy);
}

void load_motion(ByteReader& in, MotionState& motion) {
  archive_motion(in, motion);
}

void save_objects(ByteWriter& out, const World& world) {
  const auto& objects = world.registry().objects();
  auto count = static_cast<std::uint32_t>(objects.size());
  out.word(count);
  std::set<CellId> cells;
  for (const auto& o : objects) {
    PhysicsObject copy = *o;
    archive_object(out, world, copy);
    for (const CellEntry& e : o->shadow_cells) {
      if (e.cell != nullptr) cells.insert(e.id);
    }
  }
  count = static_cast<std::uint32_t>(cells.size());
  out.word(count);
  for (CellId id : cells) {
    const ShadowList& list = world.registry().shadow_list(*world.get_visible(id));
    out.word(id);
    count = static_cast<std::uint32_t>(list.size());
    out.word(count);
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::uint32_t object = list[i].id;
      out.word(object);
    }
  }
}

Expected<void> load_objects(ByteReader& in, World& world) {
  const auto damaged = [&] {
    return fail(ErrorCode::bad_value, "the saved objects do not belong to this world",
                fmt::format("byte {}", in.at()));
  };
  constexpr std::size_t kLeastObject = 116;
  constexpr std::size_t kLeastList = 8;
  std::uint32_t count = 0;
  in.word(count);
  if (count > in.left() / kLeastObject) return damaged();
  std::vector<std::unique_ptr<PhysicsObject>> objects;
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    objects.push_back(std::make_unique<PhysicsObject>());
    archive_object(in, world, *objects.back());
  }
  in.word(count);
  if (count > in.left() / kLeastList) return damaged();
  std::vector<World::ListOrder> lists(count);
  for (World::ListOrder& l : lists) {
    in.word(l.cell);
    archive_list(in, l.objects, 4, [](ByteReader& b, std::uint32_t& id) { b.word(id); });
  }
  if (!in.good() || in.left() != 0 || !world.replace_objects(std::move(objects), lists)) return damaged();
  return {};
}

std::vector<std::byte> seal(std::vector<std::byte> payload) {
  ByteWriter out;
  std::uint32_t word = kMark;
  out.word(word);
  word = kVersion;
  out.word(word);
  const std::uint64_t sum = checksum(payload);
  word = static_cast<std::uint32_t>(sum);
  out.word(word);
  word = static_cast<std::uint32_t>(sum >> 32U);
  out.word(word);
  out.bytes().insert(out.bytes().end(), payload.begin(), payload.end());
  return std::move(out.bytes());
}

Expected<std::span<const std::byte>> unseal(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  std::uint32_t mark = 0;
  std::uint32_t version = 0;
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  in.word(mark);
  in.word(version);
  in.word(low);
  in.word(high);
  if (!in.good() || mark != kMark)
    return fail(ErrorCode::unknown_format, "these bytes are no saved state", "byte 0");
  if (version != kVersion) {
    return fail(ErrorCode::unknown_format,
                fmt::format("the state has version {}; this program reads {}", version, kVersion), "byte 4");
  }
  const auto payload = bytes.subspan(in.at());
  if (checksum(payload) != ((static_cast<std::uint64_t>(high) << 32U) | low))
    return fail(ErrorCode::bad_value, "the state is damaged: its checksum does not hold", "byte 8");
  return payload;
}

}  // namespace surefoot
