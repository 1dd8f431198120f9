// Landblocks and buildings as text (spec 07 §6.1, §6.5).
#include <algorithm>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "io/world_land.hpp"
#include "io/world_writer_parts.hpp"

namespace surefoot::io {

namespace {

/// Where each height of a block stands in the table; empty when one does not.
std::vector<std::size_t> indices_of(const LandblockData& data, const HeightTable& table) {
  std::vector<std::size_t> out;
  for (const float z : data.z) {
    const auto it =
        std::find_if(table.begin(), table.end(), [&](float h) { return to_bits(h) == to_bits(z); });
    if (it == table.end()) return {};
    out.push_back(static_cast<std::size_t>(it - table.begin()));
  }
  return out;
}

template <class List>
void put_numbers(const List& list, WorldText& text) {
  std::string out = "[";
  for (const auto v : list) {
    if (out.size() > 1) out += ", ";
    out += fmt::format("{}", static_cast<unsigned>(v));
  }
  text.put(out + "]");
}

/// What the reader takes where a file has none.
HeightTable default_table() {
  HeightTable out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = 2.0F * static_cast<float>(i);
  return out;
}

bool same_bits(const HeightTable& a, const HeightTable& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) { return to_bits(x) == to_bits(y); });
}

void write_restrictions(const World& world, BlockId block, WorldText& text) {
  const Landblock* made = world.landscape().if_made(block);
  if (made == nullptr) return;  // nobody has set anything in it
  bool first = true;
  for (const LandCell& cell : made->cells) {
    if (cell.restriction_obj == 0) continue;
    text.put(first ? ", \"restrictions\": {" : ", ");
    first = false;
    text.put(fmt::format("\"0x{:02X}\": \"0x{:08X}\"", cell.id & 0xFFFFU, cell.restriction_obj));
  }
  if (!first) text.put("}");
}

void write_landblock(const World& world, BlockId block, const HeightTable& table, WorldText& text) {
  const LandblockData data = *world.landscape().data(block);
  text.put(fmt::format("{{\"id\": \"0x{:04X}\", ", block));
  const auto indices = indices_of(data, table);
  if (!indices.empty()) {
    text.put("\"heights\": ");
    put_numbers(indices, text);
  } else {
    text.put("\"z\": [");
    bool first = true;
    for (const float z : data.z) {
      text.item(first);
      text.number(z);
    }
    text.put("]");
  }
  if (std::any_of(data.terrain.begin(), data.terrain.end(), [](std::uint16_t w) { return w != 0; })) {
    text.put(", \"terrain\": ");
    put_numbers(data.terrain, text);
  }
  if (data.sw_to_ne) {
    text.put(", \"split\": ");
    put_numbers(*data.sw_to_ne, text);
  }
  write_restrictions(world, block, text);
  text.put("}");
}

}  // namespace

void write_landblocks(const World& world, WorldText& text) {
  const auto blocks = blocks_of(world);
  const HeightTable* given = world.landscape().height_table();
  HeightTable table = default_table();
  // The format's tables keep to the client's range; heights beyond it are told in metres.
  const auto usual = [](float h) { return h >= 0.0F && h <= kMaxTerrainHeight; };
  if (given != nullptr && std::all_of(given->begin(), given->end(), usual) && !same_bits(*given, table)) {
    table = *given;
    text.put(",\n  \"region\": {\"height_table\": [");
    bool first = true;
    for (const float h : table) {
      text.item(first);
      text.number(h);
    }
    text.put("]}");
  }
  if (blocks.empty()) return;
  text.put(",\n  \"landblocks\": [\n    ");
  bool first = true;
  for (const BlockId block : blocks) {
    text.item(first, ",\n    ");
    write_landblock(world, block, table, text);
  }
  text.put("\n  ]");
}

void write_buildings(const World& world, const AssetIds& ids, WorldText& text) {
  if (world.buildings().empty()) return;
  text.put(",\n  \"buildings\": [\n    ");
  bool first = true;
  for (const auto& b : world.buildings()) {
    text.item(first, ",\n    ");
    const Setup* setup = b->model == 0 ? nullptr : world.find_setup(b->model);
    const GfxObj* shape = setup != nullptr ? nullptr : b->part.gfxobj;
    if (setup == nullptr && shape == nullptr)
      text.fail(ErrorCode::bad_value, "it has no model", fmt::format("building {}", b->id));
    const std::uint32_t model = setup != nullptr ? ids.of(*setup) : shape != nullptr ? ids.of(*shape) : 0U;
    text.put(fmt::format("{{\"landblock\": \"0x{:04X}\", \"model\": \"0x{:08X}\", \"frame\": ",
                         b->position.cell_id >> 16U, model));
    text.frame(b->position.frame);
    if (b->placement != 0) text.put(fmt::format(", \"placement\": {}", b->placement));
    if (b->leaves != 1) text.put(fmt::format(", \"leaves\": {}", b->leaves));
    text.put(", \"portals\": [");
    bool first_portal = true;
    for (const BldPortal& p : b->portals) {
      text.item(first_portal);
      text.put(fmt::format("{{\"to\": \"0x{:04X}\", \"to_portal\": {}, \"side\": {}",
                           p.other_cell_id & 0xFFFFU, p.other_portal_id, p.portal_side));
      if (p.exact_match) text.put(", \"exact\": true");
      text.put(", \"visible\": [");
      bool first_seen = true;
      for (const CellId id : p.stab_list) {
        text.item(first_seen);
        text.put(fmt::format("\"0x{:04X}\"", id & 0xFFFFU));
      }
      text.put("]}");
    }
    text.put("]}");
  }
  text.put("\n  ]");
}

}  // namespace surefoot::io
