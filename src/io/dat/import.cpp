#include "io/dat/import.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "io/dat/import_assets.hpp"
#include "io/dat/read_records.hpp"
#include "io/dat/to_world.hpp"
#include "io/world_land.hpp"

namespace surefoot::io {

namespace {

constexpr std::uint32_t kFirstObject = 0x80000000U;

/// Terrain, read from the container block by block as it is touched.
class DatLandblocks final : public LandblockSource {
 public:
  DatLandblocks(std::shared_ptr<const DatContainer> cell, const HeightTable& table,
                std::vector<BlockId> blocks)
      : cell_(std::move(cell)), table_(table), blocks_(std::move(blocks)) {}

  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    if (!std::binary_search(blocks_.begin(), blocks_.end(), id)) return std::nullopt;
    const auto bytes = cell_->read(static_cast<std::uint32_t>(id) << 16U | 0xFFFFU);
    if (!bytes) return std::nullopt;
    const auto record = read_land_block_record(*bytes);
    if (!record) return std::nullopt;
    return to_landblock(*record, table_);
  }
  [[nodiscard]] std::vector<BlockId> listed() const override { return blocks_; }
  [[nodiscard]] const HeightTable* height_table() const override { return &table_; }

 private:
  std::shared_ptr<const DatContainer> cell_;
  HeightTable table_;
  std::vector<BlockId> blocks_;  // ascending
};

/// What the cell container has of one block.
struct BlockRecords {
  bool land = false;
  bool info = false;
  std::vector<CellId> cells;
};

/// A thing of the scenery that waits for all cells.
struct PendingStatic {
  CellId cell;
  DatStatic what;
};

class Importer {
 public:
  Importer(const DatContainer& portal, std::shared_ptr<const DatContainer> cell,
           const DatImportOptions& options, DatImportReport& report)
      : portal_(portal),
        cell_(std::move(cell)),
        options_(options),
        report_(report),
        assets_(portal, world_, report) {}

  Expected<World> run() {
    if (auto ok = list_blocks(); !ok) return tl::unexpected<Error>(ok.error());
    if (auto ok = add_terrain(); !ok) return tl::unexpected<Error>(ok.error());
    for (const auto& [block, records] : blocks_) {
      for (const CellId id : records.cells) read_cell(id);
    }
    for (const auto& [block, records] : blocks_) {
      if (records.info) read_info(block, records);
    }
    place_all();
    for (const auto& [cell, guard] : restrictions_) restrict_cell(cell, guard);
    world_.notes.emplace_back(
        "scenery that the client places on terrain by a formula is not in its data: left out");
    return std::move(world_);
  }

 private:
  void skip(DatKind kind, const std::string& what) { note_skipped(report_, kind, what); }

  void done() {
    if (options_.progress) options_.progress(++done_, of_);
  }

  Expected<void> list_range(std::uint32_t first, std::uint32_t last) {
    return cell_->each(first, last, [&](const DatEntry& e) {
      const std::uint32_t low = e.id & 0xFFFFU;
      const std::uint32_t high = e.id >> 16U;
      if ((high >> 8U) > 0xFE || (high & 0xFFU) > 0xFE || low < 0x100)
        return true;  // no block of the map, or not ours
      BlockRecords& b = blocks_[static_cast<BlockId>(high)];
      if (low == 0xFFFF)
        b.land = true;
      else if (low == 0xFFFE)
        b.info = true;
      else
        b.cells.push_back(e.id);
      ++of_;
      return true;
    });
  }

  Expected<void> list_blocks() {
    if (options_.blocks.empty()) {
      if (auto ok = list_range(0, 0xFFFFFFFF); !ok) return ok;
      if (!blocks_.empty()) return {};
      return fail(ErrorCode::dangling, "it holds no landblock and no cell", cell_->name());
    }
    for (const BlockId block : options_.blocks) {
      const std::uint32_t base = static_cast<std::uint32_t>(block) << 16U;
      if (blocks_.contains(block)) continue;
      if (auto ok = list_range(base, base | 0xFFFFU); !ok) return ok;
      if (!blocks_.contains(block))
        return fail(ErrorCode::dangling, fmt::format("it holds nothing of landblock 0x{:04X}", block),
                    cell_->name());
    }
    return {};
  }

  Expected<HeightTable> read_heights() {
    HeightTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = 2.0F * static_cast<float>(i);
    const auto entry = portal_.find(kRegionRecord);
    if (!entry) return tl::unexpected<Error>(entry.error());
    if (!*entry) {
      report_.warnings.push_back(
          portal_.name() + ": it has no region (record 0x13000000): heights are taken to be 2 m a step");
      return table;
    }
    const auto bytes = portal_.read(**entry);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    const auto region = read_region_record(*bytes);
    if (!region) return tl::unexpected<Error>(region.error());
    for (std::size_t i = 0; i < table.size(); ++i) {
      const float h = region->heights[i];
      if (!(std::fabs(h) <= kMaxMetres))
        return fail(ErrorCode::bad_value, fmt::format("height {} of the region's table is {} m", i, h),
                    portal_.name());
      if (!(h >= 0.0F && h <= region->sky_height - region->max_object_height))
        report_.warnings.push_back(
            fmt::format("{}: height {} of the region's table is {} m", portal_.name(), i, h));
      table[i] = h;
    }
    return table;
  }

  Expected<void> add_terrain() {
    const auto table = read_heights();
    if (!table) return tl::unexpected<Error>(table.error());
    std::vector<BlockId> land;
    for (const auto& [block, records] : blocks_) {
      if (!records.land) continue;
      const auto bytes = cell_->read(static_cast<std::uint32_t>(block) << 16U | 0xFFFFU);
      auto record = bytes ? read_land_block_record(*bytes) : tl::unexpected<Error>(bytes.error());
      done();
      if (!record) {
        skip(DatKind::landblock, record.error().text());
        continue;
      }
      ++report_.of(DatKind::landblock).read;
      land.push_back(block);
    }
    if (!land.empty()) world_.set_landscape(std::make_unique<DatLandblocks>(cell_, *table, std::move(land)));
    return {};
  }

  void read_cell(CellId id) {
    done();
    const auto bytes = cell_->read(id);
    std::string note;
    const auto record = bytes ? read_env_cell_record(*bytes, &note) : tl::unexpected<Error>(bytes.error());
    if (!record) {
      skip(DatKind::cell, record.error().text());
      return;
    }
    if (!note.empty()) report_.warnings.push_back(note);
    const std::string name = fmt::format("{}: record 0x{:08X}", cell_->name(), id);
    const CellStruct* structure = assets_.cell_struct(record->environment, record->structure);
    if (structure == nullptr) {
      skip(DatKind::cell, fmt::format("{}: struct {} of environment 0x{:08X} is not to be had", name,
                                      record->structure, 0x0D000000U | record->environment));
      return;
    }
    auto made = to_env_cell(*record, *structure);
    if (!made) {
      skip(DatKind::cell, fmt::format("{}, {}: {}", name, made.error().where, made.error().message));
      return;
    }
    if (const auto added = world_.add_env_cell(std::move(*made)); !added) {
      skip(DatKind::cell, fmt::format("{}: {}", name, added.error().message));
      return;
    }
    ++report_.of(DatKind::cell).read;
    for (const DatStatic& s : record->statics) statics_.push_back({id, s});
  }

  void read_info(BlockId block, const BlockRecords& records) {
    done();
    const std::uint32_t id = static_cast<std::uint32_t>(block) << 16U | 0xFFFEU;
    const auto bytes = cell_->read(id);
    std::string note;
    const auto record =
        bytes ? read_land_block_info_record(*bytes, &note) : tl::unexpected<Error>(bytes.error());
    if (!record) {
      skip(DatKind::info, record.error().text());
      return;
    }
    if (!note.empty()) report_.warnings.push_back(note);
    ++report_.of(DatKind::info).read;
    const std::string name = fmt::format("{}: record 0x{:08X}", cell_->name(), id);
    if (record->num_cells > records.cells.size())
      report_.warnings.push_back(fmt::format("{}: it speaks of {} cells, {} are there", name,
                                             record->num_cells, records.cells.size()));
    for (std::size_t i = 0; i < record->buildings.size(); ++i)
      add_building(record->buildings[i], block, fmt::format("{}, buildings/{}", name, i));
    for (const DatStatic& s : record->objects)
      outdoors_.push_back({static_cast<CellId>(block) << 16U | 0xFFFFU, s});
    for (const auto& r : record->restrictions) restrictions_.push_back(r);
  }

  void add_building(const DatBuilding& r, BlockId block, const std::string& name) {
    auto made = to_building(r, block);
    if (!made) {
      skip(DatKind::building, fmt::format("{}: {}", name, made.error().text()));
      return;
    }
    Building& b = **made;
    b.id = static_cast<std::uint32_t>(world_.buildings().size() + 1);
    b.part.position = b.position;
    if (is_setup_id(r.model)) {
      const Setup* setup = assets_.setup(r.model);
      if (setup != nullptr && !setup->parts.empty()) {
        b.placement = scenery_placement(*setup);
        make_shell(b, *setup);
      }
    } else if (is_gfxobj_id(r.model)) {
      b.part.gfxobj = assets_.gfxobj(r.model);
    }
    if (b.part.gfxobj == nullptr) {
      skip(DatKind::building, fmt::format("{}: its model 0x{:08X} is not to be had", name, r.model));
      return;
    }
    if (const auto added = world_.add_building(std::move(*made)); !added)
      skip(DatKind::building, fmt::format("{}: {}", name, added.error().message));
    else
      ++report_.of(DatKind::building).read;
  }

  /// As the world format has it: what belongs to cells first.
  void place_all() {
    std::uint32_t next = kFirstObject;
    for (const auto* list : {&statics_, &outdoors_}) {
      for (const PendingStatic& s : *list) {
        if (place(s, next)) ++next;
      }
    }
  }

  /// False: it is not in the world.
  bool place(const PendingStatic& s, std::uint32_t id) {
    const std::string name = fmt::format("{}: 0x{:08X}: thing 0x{:08X}", cell_->name(), s.cell, s.what.model);
    const auto frame = to_frame(s.what.frame);
    if (!frame) {
      skip(DatKind::object, fmt::format("{}: {}", name, frame.error().text()));
      return false;
    }
    auto o = std::make_unique<PhysicsObject>();
    o->id = id;
    o->position = {s.cell, *frame};
    const Setup* setup = is_setup_id(s.what.model) ? assets_.setup(s.what.model) : nullptr;
    const GfxObj* shape = is_gfxobj_id(s.what.model) ? assets_.gfxobj(s.what.model) : nullptr;
    if (setup == nullptr && shape == nullptr) {
      skip(DatKind::object, fmt::format("{}: its model is not to be had", name));
      return false;
    }
    if (setup != nullptr) {
      o->placement = scenery_placement(*setup);
      o->make_parts(*setup);
    } else {
      o->make_parts(*shape);
    }
    if (!o->is(physics_state::kHasPhysicsBsp) && o->cylspheres().empty() && o->spheres().empty()) {
      ++report_.harmless;
      return false;
    }
    if (const auto placed = world_.place_static(std::move(o)); !placed) {
      skip(DatKind::object, fmt::format("{}: {}", name, placed.error().message));
      return false;
    }
    ++report_.of(DatKind::object).read;
    return true;
  }

  void restrict_cell(CellId cell, std::uint32_t guard) {
    if (const auto ok = world_.restrict_cell(cell, guard); !ok)
      report_.warnings.push_back(
          fmt::format("{}: a guard of cell 0x{:08X}: {}", cell_->name(), cell, ok.error().message));
  }

  const DatContainer& portal_;
  std::shared_ptr<const DatContainer> cell_;
  const DatImportOptions& options_;
  DatImportReport& report_;
  World world_;
  DatAssets assets_;
  std::map<BlockId, BlockRecords> blocks_;
  std::vector<PendingStatic> statics_;
  std::vector<PendingStatic> outdoors_;
  std::vector<std::pair<CellId, std::uint32_t>> restrictions_;
  std::size_t done_ = 0;
  std::size_t of_ = 0;
};

}  // namespace

const char* to_string(DatKind kind) {
  constexpr const char* kNames[] = {"landblock", "landblock info", "cell",     "environment",
                                    "gfxobj",    "setup",          "building", "object"};
  return kNames[static_cast<std::size_t>(kind)];
}

Expected<World> import_dat(const std::shared_ptr<const DatContainer>& portal,
                           const std::shared_ptr<const DatContainer>& cell, const DatImportOptions& options,
                           DatImportReport& report) {
  report = {};
  return Importer(*portal, cell, options, report).run();
}

}  // namespace surefoot::io
