// Any bytes as a container that is portal and cell in one: refused, or a world that our own format can say too.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "io/dat/import.hpp"
#include "io/world_check.hpp"
#include "io/world_json.hpp"
#include "io/world_writer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace surefoot::io;
  std::vector<std::byte> bytes(size);
  if (size != 0) std::memcpy(bytes.data(), data, size);
  auto opened = DatContainer::from_bytes(std::move(bytes), "fuzz.dat");
  if (!opened) return 0;
  const auto container = std::make_shared<DatContainer>(std::move(*opened));
  DatImportReport report;
  const auto world = import_dat(container, container, {}, report);
  if (!world) {
    if (world.error().text().empty()) std::abort();
    return 0;
  }
  const auto text = world_text(*world);
  if (!text) return 0;
  const auto json = parse_json(*text);
  if (!json) std::abort();
  const auto again = read_world_json(*json, "no-such-folder");
  if (!again || world_text(*again).value_or("") != *text) std::abort();
  static_cast<void>(check_world(*world));
  return 0;
}
