// Places a mover can be in (spec 05 §2).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/position.hpp"
#include "world/assets.hpp"

namespace surefoot {

/// Base of interior and land cells. Which kind decides how it is tested; `other` is for hosts with cells of
/// their own (the solver's tests script theirs).
struct ObjCell {
  enum class Kind : std::uint8_t { env, land, other };

  Kind kind = Kind::other;
  CellId id = 0;
  bool seen_outside = false;
  std::uint32_t restriction_obj = 0;  ///< object that guards entry; 0 = open
  std::uint32_t slot = 0;             ///< index of the cell's shadow list in the object registry
};

/// A portal of an interior cell. The plane is in the OWNING cell's axes.
struct CellPortal {
  CellId other_cell_id = 0;           ///< full id, or kOutsideCellId
  std::uint32_t polygon = 0;          ///< position in the structure's visible polygons
  Plane plane;                        ///< of that polygon
  std::uint8_t portal_side = 0;       ///< side on which the owning cell's inside lies: 0 positive, 1 negative
  bool exact_match = false;           ///< render hint; physics never reads it
  std::int16_t other_portal_id = -1;  ///< index of the reciprocal portal; −1 = none
};

/// An interior cell (retail CEnvCell).
struct EnvCell : ObjCell {
  Position pos;
  const CellStruct* structure = nullptr;
  std::vector<CellPortal> portals;
  std::vector<CellId> stab_list;  ///< visible cells, full ids
};

/// One entry of a cell array; `cell` is null for a known id that is not loaded.
struct CellEntry {
  CellId id = 0;
  const ObjCell* cell = nullptr;
};

/// `CELLARRAY` 0x0050A920: the cells a mover's spheres overlap. Insertion order is meaningful.
struct CellArray {
  std::vector<CellEntry> entries;
  bool added_outside = false;
  bool do_not_load_cells = false;

  void clear() {
    entries.clear();
    added_outside = false;
  }
  /// 0x006B4FF0: ignored when the id is present, even if the pointer differs.
  void add_cell(CellId id, const ObjCell* cell) {
    for (const CellEntry& e : entries) {
      if (e.id == id) return;
    }
    entries.push_back({id, cell});
  }
  /// 0x006B4E80: the last entry fills the hole.
  void remove_cell(std::size_t i) {
    entries[i] = entries.back();
    entries.pop_back();
  }
};

}  // namespace surefoot
