// Records of the client's data as the engine's assets (spec 07 §3). What a query could not work with is refused: numbers
// that are none, planes without a unit normal, corners that are not there, spheres turned inside out.
#pragma once

#include <functional>
#include <memory>

#include "io/dat/records.hpp"
#include "world/building.hpp"
#include "world/terrain.hpp"

namespace surefoot::io {

/// The quaternion as it stands, as the client takes it.
[[nodiscard]] Expected<Frame> to_frame(const DatFrame& f);

[[nodiscard]] Expected<std::unique_ptr<GfxObj>> to_gfxobj(const GfxObjRecord& r);

/// `find` answers the shape with an id, null when there is none to be had.
[[nodiscard]] Expected<std::unique_ptr<Setup>> to_setup(
    const SetupRecord& r, const std::function<const GfxObj*(std::uint32_t)>& find);

[[nodiscard]] Expected<std::unique_ptr<CellStruct>> to_cell_struct(const CellStructRecord& r);
[[nodiscard]] Expected<std::unique_ptr<EnvCell>> to_env_cell(const EnvCellRecord& r,
                                                             const CellStruct& structure);

/// Without its shell.
[[nodiscard]] Expected<std::unique_ptr<Building>> to_building(const DatBuilding& r, BlockId block);

[[nodiscard]] LandblockData to_landblock(const LandBlockRecord& r, const std::array<float, 256>& table);

/// The key by which a thing of the scenery stands that is made of this setup: "resting" where it has that, else 0.
[[nodiscard]] std::uint32_t scenery_placement(const Setup& setup);

}  // namespace surefoot::io
