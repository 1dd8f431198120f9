// Reads the records of the client's containers (spec 07 §3). An error names the file's offset, the record and the
// field; `note`, where given, receives a warning about bytes left over ("" = none).
#pragma once

#include <string>

#include "io/dat/container.hpp"
#include "io/dat/records.hpp"

namespace surefoot::io {

[[nodiscard]] Expected<GfxObjRecord> read_gfxobj_record(const DatRecord& record, std::string* note = nullptr);
/// What collision needs: the drawing part is read only where there is no collision tree to take bounds from, and a
/// fault in it is a note.
[[nodiscard]] Expected<GfxObjRecord> read_gfxobj_physics(const DatRecord& record,
                                                         std::string* note = nullptr);
[[nodiscard]] Expected<SetupRecord> read_setup_record(const DatRecord& record, std::string* note = nullptr);
[[nodiscard]] Expected<EnvironmentRecord> read_environment_record(const DatRecord& record,
                                                                  std::string* note = nullptr);
[[nodiscard]] Expected<EnvCellRecord> read_env_cell_record(const DatRecord& record,
                                                           std::string* note = nullptr);
[[nodiscard]] Expected<LandBlockRecord> read_land_block_record(const DatRecord& record,
                                                               std::string* note = nullptr);
[[nodiscard]] Expected<LandBlockInfoRecord> read_land_block_info_record(const DatRecord& record,
                                                                        std::string* note = nullptr);
[[nodiscard]] Expected<RegionRecord> read_region_record(const DatRecord& record, std::string* note = nullptr);

}  // namespace surefoot::io
