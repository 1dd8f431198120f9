// Worlds: loading, forks, questions.
#include <nlohmann/json.hpp>

#include "capi/convert.hpp"
#include "capi/geometry.hpp"
#include "capi/json_text.hpp"
#include "capi/objects.hpp"
#include "capi/placing.hpp"
#include "io/dump_json.hpp"
#include "io/load_world.hpp"
#include "io/world_check.hpp"
#include "io/world_json.hpp"
#include "io/world_writer.hpp"

using namespace surefoot;
using namespace surefoot::capi;

namespace {

sf_status hand_over(Expected<World>&& world, sf_world* handle) {
  if (!world) return refuse(world.error());
  *handle = make_world(std::move(*world));
  return SF_OK;
}

}  // namespace

extern "C" {

sf_status sf_world_load_file(const char* path, sf_world* world) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(path, "path", status) || absent(world, "world", status)) return status;
    return hand_over(io::load_world(path), world);
  });
}

sf_status sf_world_load_memory(const char* text, size_t length, const char* base_dir, sf_world* world) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(text, "text", status) || absent(world, "world", status)) return status;
    const auto json = io::parse_json({text, length});
    if (!json) return refuse(json.error());
    return hand_over(io::is_dump(*json) ? io::read_dump_json(*json)
                                        : io::read_world_json(*json, base_dir == nullptr ? "" : base_dir),
                     world);
  });
}

sf_status sf_world_fork(sf_world world, sf_world* fork) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(fork, "fork", status)) return status;
    const Shared<sf_world> held(world, status);
    if (held) *fork = make_world(held->fork());
    return status;
  });
}

sf_status sf_world_destroy(sf_world world) {
  return destroy_handle(world);
}

sf_status sf_world_get_info(sf_world world, sf_world_info* info) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(info, "info", status)) return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    info->interior_cells = count(held->env_cells());
    info->landblocks = count(held->landscape().listed());
    info->buildings = count(held->buildings());
    info->objects = count(held->registry().objects());
    info->shapes = count(held->gfxobjs());
    info->setups = count(held->setups());
    return status;
  });
}

sf_status sf_world_json(sf_world world, sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(json, "json", status)) return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    auto text = io::world_text(*held);
    if (!text) return refuse(text.error());
    *json = make_buffer(std::move(*text));
    return status;
  });
}

sf_status sf_world_check(sf_world world, sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(json, "json", status)) return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const io::Finding& f : io::check_world(*held))
      list.push_back({{"severity", io::to_string(f.severity)},
                      {"rule", f.rule},
                      {"place", f.place},
                      {"message", f.message}});
    *json = make_buffer(json_text(list));
    return status;
  });
}

sf_status sf_world_has_cell(sf_world world, uint32_t cell_id, sf_bool* is_loaded) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(is_loaded, "is_loaded", status)) return status;
    const Shared<sf_world> held(world, status);
    if (held) *is_loaded = held->get_visible(cell_id) != nullptr ? 1 : 0;
    return status;
  });
}

sf_status sf_world_geometry(sf_world world, const sf_geometry_options* options, sf_buffer* bytes) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(options, "options", status) || absent(bytes, "bytes", status)) return status;
    if (options->origin_cell >> 24U > 0xFEU || (options->origin_cell >> 16U & 0xFFU) > 0xFEU)
      return refuse(SF_ERROR_BAD_VALUE, "the cell is not on the map", "options.origin_cell");
    if (options->block_radius > 16)
      return refuse(SF_ERROR_BAD_VALUE, "more than 16 blocks", "options.block_radius");
    const Shared<sf_world> held(world, status);
    if (held) *bytes = make_buffer(geometry_of(*held, *options));
    return status;
  });
}

sf_status sf_world_place_object(sf_world world, const sf_object* object) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(object, "object", status)) return status;
    const Alone<sf_world> held(world, status);
    return held ? place_object(*held, *object) : status;
  });
}

sf_status sf_world_move_object(sf_world world, uint32_t id, const sf_position* to) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(to, "to", status)) return status;
    const Alone<sf_world> held(world, status);
    return held ? move_object(*held, id, *to) : status;
  });
}

sf_status sf_world_set_object_state(sf_world world, uint32_t id, uint32_t state) {
  return guarded([&] {
    sf_status status = SF_OK;
    const Alone<sf_world> held(world, status);
    return held ? answer(held->set_object_state(id, state)) : status;
  });
}

sf_status sf_world_remove_object(sf_world world, uint32_t id) {
  return guarded([&] {
    sf_status status = SF_OK;
    const Alone<sf_world> held(world, status);
    return held ? answer(held->remove_object(id)) : status;
  });
}

sf_status sf_world_get_object(sf_world world, uint32_t id, sf_object_info* info) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit(info, "info", status)) return status;
    const Shared<sf_world> held(world, status);
    return held ? tell_object(*held, id, *info) : status;
  });
}

sf_status sf_world_object_ids(sf_world world, uint32_t* ids, uint32_t capacity, uint32_t* count) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(count, "count", status) || (capacity != 0 && absent(ids, "ids", status))) return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    std::uint32_t n = 0;
    for (const auto& o : held->registry().objects()) {
      if (n < capacity) ids[n] = o->id;
      ++n;
    }
    *count = n;
    return status;
  });
}
}
