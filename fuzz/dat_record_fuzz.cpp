// Any bytes as each kind of record: refused with a place, or written again to bytes that read the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "io/dat/bytes.hpp"
#include "io/dat/read_records.hpp"
#include "io/dat/write_records.hpp"

namespace {

using namespace surefoot::io;

template <class Read>
void there_and_back(DatRecord record, const Read& read) {
  std::string note;
  const auto first = read(record, &note);
  if (!first) {
    if (first.error().where.find("offset 0x") == std::string::npos) std::abort();
    return;
  }
  const auto written = write_record(*first);
  if (!written) std::abort();
  // Padding is written as zeros; everything else must come back.
  record.bytes = *written;
  const auto second = read(record, &note);
  if (!second || !note.empty() || write_record(*second).value() != *written) std::abort();
}

}  // namespace

/// The first byte picks the kind.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 5) return 0;
  DatRecord record;
  for (std::size_t i = 1; i < size; ++i) record.bytes.push_back(static_cast<std::byte>(data[i]));
  record.id = load_u32(record.bytes, 0);
  const unsigned kind = data[0] % 7;
  if (kind == 0) there_and_back(record, read_gfxobj_record);
  if (kind == 0) static_cast<void>(read_gfxobj_physics(record));
  if (kind == 1) there_and_back(record, read_setup_record);
  if (kind == 2) there_and_back(record, read_environment_record);
  if (kind == 3) there_and_back(record, read_env_cell_record);
  if (kind == 4) there_and_back(record, read_land_block_record);
  if (kind == 5) there_and_back(record, read_land_block_info_record);
  if (kind == 6) there_and_back(record, read_region_record);
  return 0;
}
