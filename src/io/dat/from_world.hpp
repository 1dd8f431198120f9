// The engine's assets as records of the client's data: the reverse of io/dat/to_world.hpp.
#pragma once

#include <string>
#include <vector>

#include "io/dat/records.hpp"
#include "io/world_numbers.hpp"

namespace surefoot::io {

/// Absent: the rotation is not the one its quaternion stands for, and the layout has quaternions only.
[[nodiscard]] Expected<DatFrame> from_frame(const Frame& f);

/// `inexact` receives what the record cannot keep to the bit.
[[nodiscard]] Expected<GfxObjRecord> from_gfxobj(const GfxObj& g, std::uint32_t id,
                                                 std::vector<std::string>& inexact);
[[nodiscard]] Expected<SetupRecord> from_setup(const Setup& s, std::uint32_t id, const AssetIds& ids);
[[nodiscard]] Expected<CellStructRecord> from_cell_struct(const CellStruct& s, std::uint32_t key,
                                                          const std::string& name,
                                                          std::vector<std::string>& inexact);
/// Without its statics. `environment` and `key`: where its structure is.
[[nodiscard]] Expected<EnvCellRecord> from_env_cell(const EnvCell& cell, std::uint16_t environment,
                                                    std::uint16_t key);
[[nodiscard]] Expected<DatBuilding> from_building(const Building& b, std::uint32_t model);

}  // namespace surefoot::io
