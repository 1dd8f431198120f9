#include "io/dat/export.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "io/dat/container_writer.hpp"
#include "io/dat/from_world.hpp"
#include "io/dat/to_world.hpp"
#include "io/dat/write_records.hpp"
#include "io/world_land.hpp"

namespace surefoot::io {

namespace {

/// What a block's records are made of.
struct BlockParts {
  bool land = false;
  std::map<CellId, EnvCellRecord> cells;
  LandBlockInfoRecord info;

  [[nodiscard]] bool has_info() const {
    return !cells.empty() || !info.objects.empty() || !info.buildings.empty() || !info.restrictions.empty();
  }
};

/// The heights of the world's blocks as a table of 256, and which blocks fit it.
class Heights256 {
 public:
  void build(const World& world, const std::vector<BlockId>& blocks, DatExportReport& report) {
    const HeightTable* given = world.landscape().height_table();
    if (given != nullptr && usable(*given)) table_ = *given;
    std::set<std::pair<float, std::uint32_t>> distinct;
    bool all_given = given != nullptr && usable(*given);
    for (const BlockId block : blocks) {
      const LandblockData data = *world.landscape().data(block);
      if (const std::string why = unfit(block, data); !why.empty()) {
        report.skipped.push_back(fmt::format("landblock 0x{:04X}: {}", block, why));
        continue;
      }
      std::set<std::pair<float, std::uint32_t>> more = distinct;
      for (const float z : data.z) {
        more.emplace(z, to_bits(z));
        all_given = all_given && index(z).has_value();
      }
      if (!all_given && more.size() > table_.size()) {
        report.skipped.push_back(
            fmt::format("landblock 0x{:04X}: with it the world has more than 256 heights", block));
        continue;
      }
      distinct = std::move(more);
      fit_.push_back(block);
    }
    if (all_given || distinct.empty()) return;
    std::size_t i = 0;
    for (const auto& entry : distinct) table_[i++] = entry.first;
    while (i < table_.size()) table_[i++] = distinct.rbegin()->first;
  }

  [[nodiscard]] const std::vector<BlockId>& fit() const { return fit_; }
  [[nodiscard]] const HeightTable& table() const { return table_; }
  [[nodiscard]] std::optional<std::size_t> index(float z) const {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (to_bits(table_[i]) == to_bits(z)) return i;
    }
    return std::nullopt;
  }

 private:
  static bool usable(const HeightTable& table) {
    return std::all_of(table.begin(), table.end(),
                       [](float h) { return h >= 0.0F && h <= kMaxTerrainHeight; });
  }

  /// Why a block cannot be in a container; "" when it can.
  static std::string unfit(BlockId block, const LandblockData& data) {
    for (const float z : data.z) {
      if (!(z >= 0.0F && z <= kMaxTerrainHeight))
        return fmt::format("a height of {} m; the client's table holds 0 to {} m", z, kMaxTerrainHeight);
    }
    for (std::uint32_t cx = 0; data.sw_to_ne && cx < kBlockSide; ++cx) {
      for (std::uint32_t cy = 0; cy < kBlockSide; ++cy) {
        if ((*data.sw_to_ne)[cx * kBlockSide + cy] !=
            splits_sw_to_ne((block >> 8U) * 8U + cx, (block & 0xFFU) * 8U + cy))
          return "diagonals of its own; the client's come from its hash";
      }
    }
    return {};
  }

  HeightTable table_ = [] {
    HeightTable t{};
    for (std::size_t i = 0; i < t.size(); ++i) t[i] = 2.0F * static_cast<float>(i);
    return t;
  }();
  std::vector<BlockId> fit_;
};

class Exporter {
 public:
  Exporter(const World& world, const std::function<void(std::size_t, std::size_t)>& progress)
      : world_(world), progress_(progress), ids_(world, true), inlined_(world), structs_(world) {}

  Expected<DatExportReport> run(const std::string& portal_path, const std::string& cell_path) {
    heights_.build(world_, blocks_of(world_), report_);
    for (const BlockId block : heights_.fit()) blocks_[block].land = true;
    auto portal = DatWriter::create(portal_path, {kPortalBlockSize, DatSet::portal, 0, 0});
    if (!portal) return tl::unexpected<Error>(portal.error());
    auto cell = DatWriter::create(cell_path, {kCellBlockSize, DatSet::cell, 1, 0});
    if (!cell) return tl::unexpected<Error>(cell.error());
    if (auto ok = write_portal(*portal); !ok) return tl::unexpected<Error>(ok.error());
    add_cells();
    add_buildings();
    add_objects();
    add_restrictions();
    if (auto ok = write_cell(*cell); !ok) return tl::unexpected<Error>(ok.error());
    if (auto ok = portal->finish(); !ok) return tl::unexpected<Error>(ok.error());
    if (auto ok = cell->finish(); !ok) {
      std::error_code ec;
      std::filesystem::remove(portal_path, ec);
      return tl::unexpected<Error>(ok.error());
    }
    return std::move(report_);
  }

 private:
  void skip(const Error& e) { report_.skipped.push_back(e.text()); }

  void done() {
    const std::size_t of =
        world_.gfxobjs().size() + world_.setups().size() + structs_.all().size() + blocks_.size();
    if (progress_) progress_(++done_, of);
  }

  /// Writes a record, or says why not. An error only when the file cannot be written.
  template <class Record>
  Expected<bool> put(DatWriter& out, Expected<Record> record) {
    auto bytes = record ? write_record(*record) : tl::unexpected<Error>(record.error());
    if (!bytes) {
      skip(bytes.error());
      return false;
    }
    if (auto ok = out.add(record->id, *bytes); !ok) return tl::unexpected<Error>(ok.error());
    return true;
  }

  /// An object's own shape that is a tree and nothing else goes as that shape; retail data has no nameless setups.
  [[nodiscard]] bool goes_as_shape(const Setup& s) const {
    return inlined_.has(s) && s.cylspheres.empty() && s.spheres.empty() && !s.parts.empty();
  }

  Expected<void> write_portal(DatWriter& out) {
    std::map<std::uint32_t, const GfxObj*> gfxobjs;
    std::map<std::uint32_t, const Setup*> setups;
    for (const auto& g : world_.gfxobjs()) gfxobjs.emplace(ids_.of(*g), g.get());
    for (const auto& s : world_.setups()) {
      if (!goes_as_shape(*s)) setups.emplace(ids_.of(*s), s.get());
    }
    for (const auto& [id, g] : gfxobjs) {
      done();
      const auto ok = put(out, from_gfxobj(*g, id, report_.inexact));
      if (!ok) return tl::unexpected<Error>(ok.error());
      if (!*ok) continue;
      ++report_.of(DatKind::gfxobj);
      written_.insert(id);
    }
    for (const auto& [id, s] : setups) {
      done();
      const auto ok = put(out, from_setup(*s, id, ids_));
      if (!ok) return tl::unexpected<Error>(ok.error());
      if (!*ok) continue;
      ++report_.of(DatKind::setup);
      written_.insert(id);
    }
    for (std::size_t i = 0; i < structs_.all().size(); ++i) {
      done();
      if (auto ok = write_environment(out, i); !ok) return ok;
    }
    RegionRecord region;
    region.id = kRegionRecord;
    region.name = "surefoot";
    region.heights = heights_.table();
    if (const auto ok = put<RegionRecord>(out, region); !ok) return tl::unexpected<Error>(ok.error());
    return out.add(kIterationRecord, iteration_record());
  }

  /// One structure an environment.
  Expected<void> write_environment(DatWriter& out, std::size_t i) {
    constexpr std::size_t kMost = 0xFFFF;
    const std::string name = "the structure of cell " + fmt::format("0x{:08X}", structs_.first_cell(i));
    Expected<EnvironmentRecord> record =
        fail(ErrorCode::bad_value, fmt::format("more than {} structures", kMost), name);
    if (i < kMost) {
      auto s = from_cell_struct(*structs_.all()[i], 0, name, report_.inexact);
      record = s ? Expected<EnvironmentRecord>(EnvironmentRecord{environment_id(i), {std::move(*s)}})
                 : tl::unexpected<Error>(s.error());
    }
    const auto ok = put(out, std::move(record));
    if (!ok) return tl::unexpected<Error>(ok.error());
    if (!*ok) return {};
    ++report_.of(DatKind::environment);
    written_.insert(environment_id(i));
    return {};
  }

  static std::uint32_t environment_id(std::size_t i) {
    return 0x0D000000U | static_cast<std::uint32_t>(i + 1);
  }

  void add_cells() {
    for (const auto& cell : world_.env_cells()) {
      const std::size_t structure = structs_.of(*cell->structure);
      if (!written_.contains(environment_id(structure))) {
        skip({ErrorCode::dangling, "its structure could not be written",
              fmt::format("cell 0x{:08X}", cell->id)});
        continue;
      }
      auto record = from_env_cell(*cell, static_cast<std::uint16_t>(structure + 1), 0);
      if (!record) {
        skip(record.error());
        continue;
      }
      blocks_[block_of(cell->id)].cells.emplace(cell->id, std::move(*record));
    }
  }

  void add_buildings() {
    for (const auto& b : world_.buildings()) {
      const std::string name = fmt::format("building {}", b->id);
      const Setup* setup = b->model == 0 ? nullptr : world_.find_setup(b->model);
      if (setup == nullptr && b->part.gfxobj == nullptr) {
        skip({ErrorCode::bad_value, "it has no model", name});
        continue;
      }
      if (setup != nullptr && b->placement != scenery_placement(*setup)) {
        skip({ErrorCode::bad_value,
              fmt::format("it stands by placement {}; the client takes {}", b->placement,
                          scenery_placement(*setup)),
              name});
        continue;
      }
      const std::uint32_t model = setup != nullptr ? ids_.of(*setup) : ids_.of(*b->part.gfxobj);
      auto record = written_.contains(model)
                        ? from_building(*b, model)
                        : fail(ErrorCode::dangling, "its model could not be written", name);
      if (!record) {
        skip(record.error());
        continue;
      }
      blocks_[block_of(b->position.cell_id)].info.buildings.push_back(std::move(*record));
      ++report_.of(DatKind::building);
    }
  }

  /// Why the client's data cannot hold an object; "" when it can.
  [[nodiscard]] std::string unfit(const PhysicsObject& o) const {
    const std::uint32_t plain = o.state & ~physics_state::kHasPhysicsBsp;
    if (plain != physics_state::kStatic) return "it is no plain scenery (its state)";
    if (o.weenie != 0) return "it is a thing of the game (its kind)";
    if (to_bits(o.scale) != to_bits(1.0F)) return fmt::format("it is scaled by {}", o.scale);
    if (o.registration_radius) return "it has a radius_hint";
    bool any_tree = false;
    for (const Part& p : o.parts)
      any_tree = any_tree || (p.gfxobj != nullptr && !p.gfxobj->physics_bsp.empty());
    if (any_tree != o.is(physics_state::kHasPhysicsBsp)) return "its has_physics_bsp is not by the rule";
    if (o.setup != nullptr && o.placement != scenery_placement(*o.setup) && !goes_as_shape(*o.setup))
      return fmt::format("it stands by placement {}; the client takes {}", o.placement,
                         scenery_placement(*o.setup));
    return {};
  }

  void add_objects() {
    std::vector<std::pair<std::pair<bool, CellId>, std::size_t>> order;
    for (std::size_t i = 0; i < world_.registry().objects().size(); ++i) {
      const PhysicsObject& o = *world_.registry().objects()[i];
      const bool harmless =
          !o.is(physics_state::kHasPhysicsBsp) && o.cylspheres().empty() && o.spheres().empty();
      if (harmless) continue;
      const std::string name = fmt::format("object 0x{:08X}", o.id);
      std::string why = unfit(o);
      const GfxObj* shape = o.parts.empty() ? nullptr : o.parts.front().gfxobj;
      const bool as_shape = o.setup == nullptr || goes_as_shape(*o.setup);
      const std::uint32_t model = !as_shape ? ids_.of(*o.setup) : shape != nullptr ? ids_.of(*shape) : 0U;
      if (why.empty() && !written_.contains(model)) why = "its model could not be written";
      const auto frame = from_frame(o.position.frame);
      if (why.empty() && !frame) why = frame.error().message;
      const bool indoors = is_interior(o.position.cell_id) && (o.position.cell_id & 0xFFFFU) != 0xFFFF;
      const CellId place = indoors ? o.position.cell_id : o.position.cell_id | 0xFFFFU;
      BlockParts& block = blocks_[block_of(place)];
      const auto cell = block.cells.find(place);
      if (why.empty() && indoors && cell == block.cells.end()) why = "its cell could not be written";
      if (!why.empty()) {
        skip({ErrorCode::bad_value, why, name});
        continue;
      }
      if (indoors) {
        cell->second.flags |= EnvCellRecord::kStatics;
        cell->second.statics.push_back({model, *frame});
      } else {
        block.info.objects.push_back({model, *frame});
      }
      order.emplace_back(std::pair{!indoors, place}, order.size());
      ++report_.of(DatKind::object);
    }
    if (!std::is_sorted(order.begin(), order.end()))
      report_.inexact.emplace_back(
          "objects: a reader finds those of cells first, by cell, then the others, by landblock; here they "
          "are listed in "
          "another order, so that of two that touch one mover another may come first");
  }

  void add_restrictions() {
    for (const BlockId block : heights_.fit()) {
      const Landblock* made = world_.landscape().if_made(block);
      for (std::size_t i = 0; made != nullptr && i < made->cells.size(); ++i) {
        if (made->cells[i].restriction_obj == 0) continue;
        LandBlockInfoRecord& info = blocks_[block].info;
        info.mask |= LandBlockInfoRecord::kRestrictions;
        info.restrictions.emplace_back(made->cells[i].id, made->cells[i].restriction_obj);
      }
    }
  }

  Expected<void> write_cell(DatWriter& out) {
    for (auto& [block, parts] : blocks_) {
      done();
      const CellId base = static_cast<CellId>(block) << 16U;
      for (auto& [id, record] : parts.cells) {
        const auto ok = put<EnvCellRecord>(out, record);
        if (!ok) return tl::unexpected<Error>(ok.error());
        if (*ok) ++report_.of(DatKind::cell);
      }
      if (parts.has_info()) {
        parts.info.id = base | 0xFFFEU;
        if (!parts.cells.empty())
          parts.info.num_cells = (parts.cells.rbegin()->first & 0xFFFFU) - 0x100U + 1U;
        const auto ok = put<LandBlockInfoRecord>(out, parts.info);
        if (!ok) return tl::unexpected<Error>(ok.error());
        if (*ok) ++report_.of(DatKind::info);
      }
      if (parts.land) {
        const auto ok = put<LandBlockRecord>(out, land_record(block, parts.has_info()));
        if (!ok) return tl::unexpected<Error>(ok.error());
        if (*ok) ++report_.of(DatKind::landblock);
      }
    }
    return out.add(kIterationRecord, iteration_record());
  }

  [[nodiscard]] LandBlockRecord land_record(BlockId block, bool has_info) const {
    LandBlockRecord r;
    r.id = static_cast<CellId>(block) << 16U | 0xFFFFU;
    r.has_info = has_info ? 1 : 0;
    const LandblockData data = *world_.landscape().data(block);
    r.terrain = data.terrain;
    for (std::size_t i = 0; i < data.z.size(); ++i)
      r.heights[i] = static_cast<std::uint8_t>(heights_.index(data.z[i]).value_or(0));
    return r;
  }

  const World& world_;
  const std::function<void(std::size_t, std::size_t)>& progress_;
  AssetIds ids_;
  InlineShapes inlined_;
  CellStructNumbers structs_;
  Heights256 heights_;
  DatExportReport report_;
  std::map<BlockId, BlockParts> blocks_;
  std::set<std::uint32_t> written_;
  std::size_t done_ = 0;
};

}  // namespace

Expected<DatExportReport> export_dat(const World& world, const std::string& portal_path,
                                     const std::string& cell_path,
                                     const std::function<void(std::size_t, std::size_t)>& progress) {
  if (world.is_prepared())
    return fail(ErrorCode::bad_value,
                "a prepared world cannot be exported: export what it was prepared from");
  return Exporter(world, progress).run(portal_path, cell_path);
}

}  // namespace surefoot::io
