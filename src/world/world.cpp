#include "world/world.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "world/parts_flood.hpp"

namespace surefoot {

namespace {

void stand(PhysicsObject& o, const Position& at, const ObjCell* cell) {
  o.position = at;
  o.cell = cell;
  // "Somewhere in this block" becomes the land cell. A frame given in a neighbour's coordinates stays as it is.
  if (low_word(at.cell_id) == 0xFFFF && cell != nullptr && (at.cell_id >> 16U) == (cell->id >> 16U))
    o.position.cell_id = cell->id;
  o.place_parts();
}

}  // namespace

World World::fork() const {
  World out;
  out.name = name;
  out.about = about;
  out.license = license;
  out.approximate = approximate;
  out.notes = notes;
  out.fixed_ = fixed_;
  out.registration_ = registration_;
  out.form_ = form_;
  out.registry_ = ObjectRegistry(registry_);
  return out;
}

std::size_t World::prepared_bytes() const {
  std::size_t sum = 0;
  const auto add = [&sum](const PreparedShape& flat) {
    if (const FlatShape* shape = flat.touched()) sum += shape->tree.size() + shape->cell.size_bytes();
  };
  for (const auto& g : fixed_->gfxobjs) add(g->flat);
  for (const auto& s : fixed_->structs) add(s->flat);
  return sum;
}

Expected<void> World::set_form(TreeForm form) {
  if (form == TreeForm::graph) {
    for (const auto& g : fixed_->gfxobjs) {
      if (!g->tree_bounds || !g->physics_bsp.empty()) continue;
      const FlatShape& flat = g->flat.get();
      if (flat.damage != nullptr) return tl::unexpected<Error>(*flat.damage);
      g->physics_bsp = unflatten(flat.physics);
    }
    for (const auto& s : fixed_->structs) {
      if (!s->physics_bsp.empty() || s->cell_bsp.root != nullptr) continue;
      const FlatShape& flat = s->flat.get();
      if (flat.damage != nullptr) return tl::unexpected<Error>(*flat.damage);
      s->physics_bsp = unflatten(flat.physics);
      s->cell_bsp = make_cell_chain(flat.cell);
    }
  }
  form_ = form;
  return {};
}

const Error* World::damage_of(CellId id) const {
  if (!is_interior(id)) return fixed_->landscape.damage(block_of(id));
  const EnvCell* cell = env_cell(id);
  return cell == nullptr || cell->structure == nullptr ? nullptr : cell->structure->flat.damage();
}

GfxObj& World::add_gfxobj(std::unique_ptr<GfxObj> gfxobj) {
  if (!gfxobj->tree_bounds && !gfxobj->physics_bsp.empty())
    gfxobj->tree_bounds = gfxobj->physics_bsp.bounds();
  gfxobj->number = static_cast<std::uint32_t>(fixed_->gfxobjs.size());
  if (!gfxobj->flat.present() && !gfxobj->flat.prepare(gfxobj->physics_bsp)) fixed_->all_flat = false;
  fixed_->gfxobjs.push_back(std::move(gfxobj));
  GfxObj& added = *fixed_->gfxobjs.back();
  fixed_->gfxobj_index.emplace(added.id, &added);
  return added;
}

Setup& World::add_setup(std::unique_ptr<Setup> setup) {
  setup->number = static_cast<std::uint32_t>(fixed_->setups.size());
  fixed_->setups.push_back(std::move(setup));
  Setup& added = *fixed_->setups.back();
  fixed_->setup_index.emplace(added.id, &added);
  return added;
}

CellStruct& World::add_cell_struct(std::unique_ptr<CellStruct> structure) {
  if (!structure->flat.present() && !structure->flat.prepare(structure->physics_bsp, &structure->cell_bsp))
    fixed_->all_flat = false;
  structure->number = static_cast<std::uint32_t>(fixed_->structs.size());
  fixed_->structs.push_back(std::move(structure));
  return *fixed_->structs.back();
}

Expected<EnvCell*> World::add_env_cell(std::unique_ptr<EnvCell> cell) {
  const std::uint32_t low = low_word(cell->id);
  if (low < 0x100 || low > 0xFFFD) {
    return fail(
        ErrorCode::bad_value,
        fmt::format("cell id 0x{:08X} is not an interior cell (its low word must be 0x0100 to 0xFFFD)",
                    cell->id));
  }
  if (fixed_->env_cell_index.find(cell->id) != nullptr)
    return fail(ErrorCode::bad_value, fmt::format("cell 0x{:08X} is defined twice", cell->id));
  cell->kind = ObjCell::Kind::env;
  cell->slot = fixed_->landscape.take_slots(1);
  fixed_->env_cell_index.add(cell->id, *cell);
  fixed_->env_cells.push_back(std::move(cell));
  return fixed_->env_cells.back().get();
}

Expected<const ObjCell*> World::cell_under(const Position& p, std::uint32_t object_id) const {
  CellId id = p.cell_id;
  if (is_outdoor(id) || low_word(id) == 0xFFFF) {
    Vec3 origin = p.frame.origin;  // the frame itself stays as given
    if (!adjust_to_outside(id, origin))
      return fail(ErrorCode::bad_value, fmt::format("object 0x{:08X} stands off the map", object_id));
  }
  const ObjCell* cell = get_visible(id);
  if (cell == nullptr) {
    return fail(
        ErrorCode::dangling,
        fmt::format("object 0x{:08X} stands in cell 0x{:08X}, which is not in the world", object_id, id));
  }
  return cell;
}

Expected<PhysicsObject*> World::known(std::uint32_t id) {
  PhysicsObject* object = registry_.find(id);
  if (object == nullptr)
    return fail(ErrorCode::dangling, fmt::format("object 0x{:08X} is not in the world", id));
  return object;
}

Expected<PhysicsObject*> World::place(std::unique_ptr<PhysicsObject> object) {
  if (object->id == 0) return fail(ErrorCode::bad_value, "an object's id is above 0");
  if (registry_.find(object->id) != nullptr)
    return fail(ErrorCode::bad_value, fmt::format("object 0x{:08X} is defined twice", object->id));
  const auto cell = cell_under(object->position, object->id);
  if (!cell) return tl::unexpected<Error>(cell.error());
  stand(*object, object->position, *cell);
  return &registry_.add(std::move(object));
}

Expected<const PhysicsObject*> World::place_static(std::unique_ptr<PhysicsObject> object) {
  const auto placed = place(std::move(object));
  if (placed)
    registry_.add_shadows(**placed, find_shadow_cells(*this, **placed, true, registration_).entries);
  return placed;
}

Expected<const PhysicsObject*> World::place_moving(std::unique_ptr<PhysicsObject> object) {
  const auto placed = place(std::move(object));
  if (placed)
    registry_.add_shadows(**placed, find_shadow_cells(*this, **placed, false, registration_).entries);
  return placed;
}

Expected<const PhysicsObject*> World::place_listed(std::unique_ptr<PhysicsObject> object,
                                                   std::vector<CellEntry> cells) {
  const auto placed = place(std::move(object));
  if (placed) registry_.add_shadows(**placed, std::move(cells));
  return placed;
}

Expected<const PhysicsObject*> World::place_mover(std::unique_ptr<PhysicsObject> object) {
  const Position& p = object->position;
  std::vector<Sphere> placed;
  for (const Sphere& s : object->spheres())
    placed.push_back({p.localtoglobal(p, s.center * object->scale), s.radius * object->scale});
  auto cells = find_sphere_cell_list(*this, p, placed, false);
  return place_listed(std::move(object), std::move(cells.entries));
}

void World::set_registration(const Profile& profile) {
  const Registration wanted = registration_of(profile);
  if (wanted == registration_) return;
  registration_ = wanted;
  for (const auto& o : registry_.objects()) registry_.remove_shadows(*o);
  for (const auto& o : registry_.objects())
    registry_.add_shadows(*o,
                          find_shadow_cells(*this, *o, o->is(physics_state::kStatic), registration_).entries);
}

bool World::replace_objects(std::vector<std::unique_ptr<PhysicsObject>> objects,
                            std::span<const ListOrder> lists) {
  ObjectRegistry registry;
  for (auto& o : objects) {
    if (o->id == 0 || registry.find(o->id) != nullptr) return false;
    const auto cell = cell_under(o->position, o->id);
    o->cell = cell ? *cell : nullptr;
    for (CellEntry& e : o->shadow_cells) e.cell = get_visible(e.id);
    // Without a cell there is no place to measure from.
    const auto is_nowhere = [](const Part& part) { return part.position.cell_id == 0; };
    const bool nowhere =
        o->position.cell_id == 0 || std::any_of(o->parts.begin(), o->parts.end(), is_nowhere);
    if (nowhere && !o->shadow_cells.empty()) return false;
    registry.add(std::move(o));
  }
  // Each object must be in exactly the lists its own record names: a list that knew more could outlive it.
  std::size_t recorded = 0;
  for (const auto& o : registry.objects()) {
    for (const CellEntry& e : o->shadow_cells) recorded += e.cell != nullptr ? 1U : 0U;
  }
  std::unordered_set<CellId> seen;
  for (const ListOrder& l : lists) {
    const ObjCell* cell = get_visible(l.cell);
    if (cell == nullptr || !seen.insert(l.cell).second || l.objects.size() > recorded) return false;
    recorded -= l.objects.size();
    std::unordered_set<std::uint32_t> listed;
    for (const std::uint32_t id : l.objects) {
      const PhysicsObject* o = registry.find(id);
      if (o == nullptr || !listed.insert(id).second) return false;
      const auto& cells = o->shadow_cells;
      if (std::none_of(cells.begin(), cells.end(), [&](const CellEntry& e) { return e.cell == cell; }))
        return false;
      registry.list_in(*o, *cell);
    }
  }
  if (recorded != 0) return false;
  registry_ = std::move(registry);
  return true;
}

Expected<void> World::move_object(std::uint32_t id, const Position& to) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  const auto cell = cell_under(to, id);
  if (!cell) return tl::unexpected<Error>(cell.error());
  PhysicsObject& o = **object;
  registry_.remove_shadows(o);
  stand(o, to, *cell);
  registry_.add_shadows(o, find_shadow_cells(*this, o, false, registration_).entries);
  return {};
}

Expected<void> World::move_object(std::uint32_t id, const Position& to, std::span<const CellEntry> touched) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  PhysicsObject& o = **object;
  if (get_visible(to.cell_id) == nullptr) return lose_object(id, to);
  if (o.is(physics_state::kHasPhysicsBsp)) return move_object(id, to);
  if (touched.empty()) {
    stand(o, to, get_visible(to.cell_id));
    registry_.refresh_shadows(o);
    return {};
  }
  registry_.remove_shadows(o);
  stand(o, to, get_visible(to.cell_id));
  registry_.list_anew(o, touched);
  return {};
}

void World::put_back(std::uint32_t id, const ObjectPlace& place) {
  PhysicsObject* o = registry_.find(id);
  if (o == nullptr) return;
  o->position = place.position;
  o->cell = place.cell;
  o->state = place.state;
  o->transient = place.transient;
  o->shadow_cells = place.shadow_cells;
}

Expected<void> World::turn_object(std::uint32_t id, const Frame& frame) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  PhysicsObject& o = **object;
  const Vec3 origin = o.position.frame.origin;
  o.position.frame = frame;
  o.position.frame.origin = origin;
  o.place_parts();
  registry_.refresh_shadows(o);
  return {};
}

Expected<void> World::lose_object(std::uint32_t id, const Position& to) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  registry_.remove_shadows(**object);
  stand(**object, to, nullptr);
  return {};
}

Expected<void> World::set_object_state(std::uint32_t id, std::uint32_t state) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  using namespace physics_state;
  const bool was_hidden = (*object)->is(kHidden);
  const bool is_hidden = (state & kHidden) != 0;
  if (is_hidden && !was_hidden) state = (state | kIgnoreCollisions) & ~kReportCollisions;
  if (!is_hidden && was_hidden) state = (state & ~kIgnoreCollisions) | kReportCollisions;
  (*object)->state = state;
  return {};
}

Expected<void> World::set_object_transient(std::uint32_t id, std::uint32_t transient) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  (*object)->transient = transient;
  return {};
}

Expected<void> World::set_object_held(std::uint32_t id, bool held) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  (*object)->has_parent = held;
  return {};
}

Expected<void> World::remove_object(std::uint32_t id) {
  const auto object = known(id);
  if (!object) return tl::unexpected<Error>(object.error());
  registry_.remove(id);
  return {};
}

Expected<const LandCell*> World::add_building(std::unique_ptr<Building> building) {
  CellId id = building->position.cell_id;
  Vec3 origin = building->position.frame.origin;
  if (!adjust_to_outside(id, origin)) {
    return fail(ErrorCode::bad_value, fmt::format("building 0x{:08X} stands off the map", building->id));
  }
  return add_building(std::move(building), id);
}

Expected<const LandCell*> World::add_building(std::unique_ptr<Building> building, CellId land_cell) {
  LandCell* cell =
      this->land_cell(land_cell) != nullptr ? fixed_->landscape.mutable_land_cell(land_cell) : nullptr;
  if (cell == nullptr) {
    return fail(ErrorCode::dangling,
                fmt::format("building 0x{:08X} stands in land cell 0x{:08X}, which is not in the world",
                            building->id, land_cell));
  }
  building->land_cell = land_cell;
  fixed_->buildings.push_back(std::move(building));
  cell->last_building = fixed_->buildings.back().get();
  if (cell->building == nullptr) cell->building = cell->last_building;
  return cell;
}

Expected<void> World::restrict_cell(CellId id, std::uint32_t restriction_obj) {
  ObjCell* cell = nullptr;
  if (is_interior(id)) {
    cell = fixed_->env_cell_index.find(id);
  } else if (land_cell(id) != nullptr) {
    cell = fixed_->landscape.mutable_land_cell(id);
  }
  if (cell == nullptr) return fail(ErrorCode::dangling, fmt::format("cell 0x{:08X} is not in the world", id));
  cell->restriction_obj = restriction_obj;
  fixed_->restrictions.emplace_back(id, restriction_obj);
  return {};
}

const GfxObj* World::find_gfxobj(std::uint32_t id) const {
  const auto it = fixed_->gfxobj_index.find(id);
  return it == fixed_->gfxobj_index.end() ? nullptr : it->second;
}

const Setup* World::find_setup(std::uint32_t id) const {
  const auto it = fixed_->setup_index.find(id);
  return it == fixed_->setup_index.end() ? nullptr : it->second;
}

}  // namespace surefoot
