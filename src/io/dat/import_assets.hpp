// Shapes, setups and cell structures out of the portal container, each read once (inside the importer).
#pragma once

#include <map>
#include <unordered_map>

#include "io/dat/import.hpp"

namespace surefoot::io {

/// Notes what was left out.
void note_skipped(DatImportReport& report, DatKind kind, const std::string& what);

class DatAssets {
 public:
  DatAssets(const DatContainer& portal, World& world, DatImportReport& report)
      : portal_(portal), world_(world), report_(report) {}

  /// Null: it cannot be had, which has been noted.
  const GfxObj* gfxobj(std::uint32_t id);
  const Setup* setup(std::uint32_t id);
  const CellStruct* cell_struct(std::uint16_t environment, std::uint16_t key);

 private:
  void warn(const std::string& note);
  std::map<std::uint32_t, const CellStruct*> read_environment(std::uint32_t id);

  const DatContainer& portal_;
  World& world_;
  DatImportReport& report_;
  // Asked, never walked.
  std::unordered_map<std::uint32_t, const GfxObj*> gfxobjs_;
  std::unordered_map<std::uint32_t, const Setup*> setups_;
  std::unordered_map<std::uint32_t, std::map<std::uint32_t, const CellStruct*>> environments_;
};

}  // namespace surefoot::io
