#include "io/prepared_catalog.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "io/json.hpp"
#include "session/save.hpp"

namespace surefoot::io::prepared {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFU;

// Readers refuse numbers that no reader of authored worlds lets through either.

template <class A>
void check(A& a, bool holds) {
  if constexpr (A::kReading) {
    if (!holds) a.refuse();
  }
}

bool is_length(float f) {
  return std::isfinite(f) && std::fabs(f) <= kMaxCoordinate;
}

bool is_place(const Vec3& v) {
  return is_length(v.x) && is_length(v.y) && is_length(v.z);
}

bool is_frame(const Frame& f) {
  for (const float v : f.m) {
    if (!is_length(v)) return false;
  }
  return f.is_valid() && is_place(f.origin);
}

template <class A>
void length_field(A& a, float& f) {
  archive(a, f);
  check(a, is_length(f));
}

template <class A>
void place_field(A& a, Vec3& v) {
  archive(a, v);
  check(a, is_place(v));
}

template <class A>
void frame_field(A& a, Frame& f) {
  archive(a, f);
  check(a, is_frame(f));
}

template <class A>
void sphere_field(A& a, Sphere& s) {
  archive(a, s);
  check(a, is_place(s.center) && is_length(s.radius));
}

template <class A>
void plane_field(A& a, Plane& p) {
  archive(a, p);
  check(a, is_place(p.normal) && std::isfinite(p.d));
}

template <class A>
void text_field(A& a, std::string& s) {
  auto size = static_cast<std::uint32_t>(s.size());
  a.word(size);
  if constexpr (A::kReading) {
    if (size > a.left()) {
      a.refuse();
      return;
    }
    s.resize(size);
  }
  for (std::size_t i = 0; i < size; i += 4) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4 && i + k < size; ++k)
      word |= static_cast<std::uint32_t>(static_cast<unsigned char>(s[i + k])) << (8 * k);
    a.word(word);
    for (std::size_t k = 0; k < 4 && i + k < size; ++k) s[i + k] = static_cast<char>(word >> (8 * k));
  }
}

template <class A, class T>
void small_field(A& a, T& v, std::uint32_t most) {
  auto word = static_cast<std::uint32_t>(v);
  a.word(word);
  check(a, word <= most);
  v = static_cast<T>(word);
}

/// −1 and up.
template <class A>
void portal_number_field(A& a, std::int16_t& v) {
  auto word = static_cast<std::uint32_t>(static_cast<std::int32_t>(v));
  a.word(word);
  v = static_cast<std::int16_t>(static_cast<std::int32_t>(word));
  check(a, static_cast<std::int32_t>(word) == v);
}

template <class A, class T>
void asset_field(A& a, const std::vector<std::unique_ptr<T>>& all, const T*& item) {
  std::uint32_t number = item == nullptr ? kNone : item->number;
  a.word(number);
  check(a, number == kNone || number < all.size());
  if constexpr (A::kReading) item = number < all.size() ? all[number].get() : nullptr;
}

template <class A>
void id_list_field(A& a, std::vector<CellId>& ids) {
  archive_list(a, ids, 4, [](A& b, CellId& id) { b.word(id); });
}

/// What a shape is apart from its tree.
struct ShapeEntry {
  std::uint32_t id = 0;
  std::optional<Sphere> tree_bounds;
  std::optional<Sphere> drawing_sphere;
  Box bounding_box;
  Vec3 sort_center;
};

template <class A>
void optional_sphere_field(A& a, std::optional<Sphere>& s) {
  bool present = s.has_value();
  archive(a, present);
  if constexpr (A::kReading) {
    if (present) s.emplace();
  }
  if (s) sphere_field(a, *s);
}

template <class A>
void shape_entry(A& a, ShapeEntry& g) {
  a.word(g.id);
  optional_sphere_field(a, g.tree_bounds);
  optional_sphere_field(a, g.drawing_sphere);
  place_field(a, g.bounding_box.min);
  place_field(a, g.bounding_box.max);
  place_field(a, g.sort_center);
}

template <class A>
void setup_entry(A& a, const World& world, Setup& s) {
  a.word(s.id);
  archive_list(a, s.parts, 16, [&](A& b, SetupPart& part) {
    asset_field(b, world.gfxobjs(), part.gfxobj);
    place_field(b, part.scale);
    check(b, part.scale.z > 0.0F);
  });
  std::vector<std::pair<std::uint32_t, std::vector<Frame>>> placements(s.placements.begin(),
                                                                       s.placements.end());
  archive_list(a, placements, 8, [](A& b, std::pair<std::uint32_t, std::vector<Frame>>& p) {
    b.word(p.first);
    archive_list(b, p.second, 64, [](A& c, Frame& f) { frame_field(c, f); });
  });
  if constexpr (A::kReading) s.placements = {placements.begin(), placements.end()};
  archive_list(a, s.cylspheres, 20, [](A& b, CylSphere& c) {
    place_field(b, c.low_pt);
    length_field(b, c.radius);
    length_field(b, c.height);
  });
  archive_list(a, s.spheres, 16, [](A& b, Sphere& sphere) { sphere_field(b, sphere); });
  optional_sphere_field(a, s.sorting_sphere);
  for (float* f : {&s.height, &s.radius, &s.step_up_height, &s.step_down_height}) length_field(a, *f);
  archive(a, s.allow_free_heading);
}

template <class A>
void cell_entry(A& a, const World& world, EnvCell& c) {
  a.word(c.id);
  asset_field(a, world.cell_structs(), c.structure);
  check(a, c.structure != nullptr);
  a.word(c.pos.cell_id);
  frame_field(a, c.pos.frame);
  archive(a, c.seen_outside);
  archive_list(a, c.portals, 40, [](A& b, CellPortal& p) {
    b.word(p.other_cell_id);
    b.word(p.polygon);
    plane_field(b, p.plane);
    small_field(b, p.portal_side, 1);
    archive(b, p.exact_match);
    portal_number_field(b, p.other_portal_id);
  });
  id_list_field(a, c.stab_list);
}

template <class A>
void building_entry(A& a, const World& world, Building& b) {
  a.word(b.id);
  a.word(b.land_cell);
  archive(a, b.position);
  asset_field(a, world.gfxobjs(), b.part.gfxobj);
  archive(a, b.part.position);
  place_field(a, b.part.scale);
  check(a, is_frame(b.position.frame) && is_frame(b.part.position.frame) && b.part.scale.z > 0.0F);
  archive_list(a, b.portals, 20, [](A& at, BldPortal& p) {
    at.word(p.other_cell_id);
    portal_number_field(at, p.other_portal_id);
    small_field(at, p.portal_side, 1);
    archive(at, p.exact_match);
    id_list_field(at, p.stab_list);
  });
}

template <class A>
void texts(A& a, World& world) {
  for (std::string* s : {&world.name, &world.about, &world.license}) text_field(a, *s);
  for (std::vector<std::string>* list : {&world.approximate, &world.notes})
    archive_list(a, *list, 4, [](A& b, std::string& s) { text_field(b, s); });
}

/// Reads `count` entries of at least `least` bytes; `add` takes each over, and says whether the world did.
template <class T, class Read, class Add>
void read_all(ByteReader& in, std::size_t least, const Read& read, const Add& add) {
  std::uint32_t count = 0;
  in.word(count);
  if (count > in.left() / least) in.refuse();
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    T item{};
    read(item);
    if (in.good() && !add(i, std::move(item))) in.refuse();
  }
}

void read_assets(ByteReader& in, const Assets& assets, World& world) {
  read_all<ShapeEntry>(
      in, 48, [&](ShapeEntry& g) { shape_entry(in, g); },
      [&](std::uint32_t i, ShapeEntry&& entry) {
        if (i >= assets.shapes) return false;
        auto g = std::make_unique<GfxObj>();
        g->id = entry.id;
        g->tree_bounds = entry.tree_bounds;
        g->drawing_sphere = entry.drawing_sphere;
        g->bounding_box = entry.bounding_box;
        g->sort_center = entry.sort_center;
        g->flat.take_from(assets.source, i);
        world.add_gfxobj(std::move(g));
        return true;
      });
  read_all<Setup>(
      in, 40, [&](Setup& s) { setup_entry(in, world, s); },
      [&](std::uint32_t, Setup&& s) {
        world.add_setup(std::make_unique<Setup>(std::move(s)));
        return true;
      });
  read_all<CellVolume>(
      in, 4, [&](CellVolume& v) { small_field(in, v, static_cast<std::uint32_t>(CellVolume::portals)); },
      [&](std::uint32_t i, CellVolume volume) {
        if (i >= assets.structures) return false;
        auto s = std::make_unique<CellStruct>();
        s->volume = volume;
        s->flat.take_from(assets.source, assets.shapes + i);
        world.add_cell_struct(std::move(s));
        return true;
      });
}

void read_places(ByteReader& in, World& world) {
  read_all<EnvCell>(
      in, 80, [&](EnvCell& c) { cell_entry(in, world, c); },
      [&](std::uint32_t, EnvCell&& c) {
        return world.add_env_cell(std::make_unique<EnvCell>(std::move(c))).has_value();
      });
  read_all<Building>(
      in, 160, [&](Building& b) { building_entry(in, world, b); },
      [&](std::uint32_t, Building&& b) {
        const CellId at = b.land_cell;
        return world.add_building(std::make_unique<Building>(std::move(b)), at).has_value();
      });
  using Restriction = std::pair<CellId, std::uint32_t>;
  read_all<Restriction>(
      in, 8,
      [&](Restriction& r) {
        in.word(r.first);
        in.word(r.second);
      },
      [&](std::uint32_t, const Restriction& r) {
        return world.restrict_cell(r.first, r.second).has_value();
      });
}

/// The saved objects are read by who reads saved states; what a resolve could trip over is looked at here.
bool are_sound(const World& world) {
  for (const auto& o : world.registry().objects()) {
    bool sound = is_frame(o->position.frame) && is_length(o->scale) && o->scale > 0.0F &&
                 (!o->registration_radius || is_length(*o->registration_radius));
    for (const Part& p : o->parts)
      sound = sound && is_frame(p.position.frame) && is_place(p.scale) && p.scale.z > 0.0F;
    for (const Sphere& s : o->own_spheres) sound = sound && is_place(s.center) && is_length(s.radius);
    if (!sound) return false;
  }
  return true;
}

template <class T>
void write_count(ByteWriter& out, const std::vector<T>& items) {
  auto count = static_cast<std::uint32_t>(items.size());
  out.word(count);
}

}  // namespace

std::vector<std::byte> write_catalog(const World& world) {
  ByteWriter out;
  World head = world.fork();
  texts(out, head);
  write_count(out, world.gfxobjs());
  for (const auto& g : world.gfxobjs()) {
    const Sphere* bounds = g->physics_sphere();
    ShapeEntry entry{g->id, bounds == nullptr ? std::nullopt : std::optional(*bounds), g->drawing_sphere,
                     g->bounding_box, g->sort_center};
    shape_entry(out, entry);
  }
  write_count(out, world.setups());
  for (const auto& s : world.setups()) {
    Setup copy = *s;
    setup_entry(out, world, copy);
  }
  write_count(out, world.cell_structs());
  for (const auto& s : world.cell_structs()) {
    CellVolume volume = s->volume;
    small_field(out, volume, 0);
  }
  write_count(out, world.env_cells());
  for (const auto& c : world.env_cells()) {
    EnvCell copy = *c;
    cell_entry(out, world, copy);
  }
  write_count(out, world.buildings());
  for (const auto& b : world.buildings()) {
    Building copy = *b;
    building_entry(out, world, copy);
  }
  write_count(out, world.restrictions());
  for (auto [cell, guard] : world.restrictions()) {
    out.word(cell);
    out.word(guard);
  }
  save_objects(out, world);
  return std::move(out.bytes());
}

Expected<void> read_catalog(std::span<const std::byte> bytes, const Assets& assets, World& world) {
  ByteReader in(bytes);
  const auto refuse = [&] {
    return fail(ErrorCode::bad_value, "the catalog holds what no world can be",
                fmt::format("byte {} of the catalog", in.at()));
  };
  texts(in, world);
  read_assets(in, assets, world);
  if (!in.good() || world.gfxobjs().size() != assets.shapes ||
      world.cell_structs().size() != assets.structures)
    return refuse();
  read_places(in, world);
  if (!in.good()) return refuse();
  if (auto done = load_objects(in, world); !done) return refuse();
  if (!are_sound(world)) return refuse();
  return {};
}

}  // namespace surefoot::io::prepared
