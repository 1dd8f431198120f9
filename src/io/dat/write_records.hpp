// Writes the records of the client's containers (spec 07 §3), byte for byte as they were read. Refused (`bad_value`,
// naming record and field) is what the layout has no room for: more than 65,535 of something counted in 16 bits, lists
// whose lengths do not fit their flags, tags that do not fit a node's children.
#pragma once

#include <cstddef>
#include <vector>

#include "core/error.hpp"
#include "io/dat/records.hpp"

namespace surefoot::io {

using RecordBytes = std::vector<std::byte>;

[[nodiscard]] Expected<RecordBytes> write_record(const GfxObjRecord& record);
[[nodiscard]] Expected<RecordBytes> write_record(const SetupRecord& record);
[[nodiscard]] Expected<RecordBytes> write_record(const EnvironmentRecord& record);
[[nodiscard]] Expected<RecordBytes> write_record(const EnvCellRecord& record);
[[nodiscard]] Expected<RecordBytes> write_record(const LandBlockRecord& record);
[[nodiscard]] Expected<RecordBytes> write_record(const LandBlockInfoRecord& record);
[[nodiscard]] Expected<RecordBytes> write_record(const RegionRecord& record);

/// Record 0xFFFF0001: the list of iterations of a container that has seen one.
[[nodiscard]] RecordBytes iteration_record();

/// The largest number the packed form holds.
inline constexpr std::uint32_t kMostCompressed = 0x3FFFFFFF;
/// 1, 2 or 4 bytes (spec 07 §1.1); `v` is at most kMostCompressed.
void append_compressed(RecordBytes& out, std::uint32_t v);
/// An id of known kind: 2 or 4 bytes. Refuses one that is not within 0x3FFFFFFF of `base`.
[[nodiscard]] Expected<void> append_data_id(RecordBytes& out, std::uint32_t base, std::uint32_t id);

}  // namespace surefoot::io
