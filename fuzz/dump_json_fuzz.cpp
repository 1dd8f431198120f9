// Any bytes as an OpenAC dump, with both ways of making up its tree: an answer, never a crash.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "io/dump_json.hpp"
#include "io/world_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using surefoot::io::DumpBsp;
  const auto json = surefoot::io::parse_json({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  for (const DumpBsp bsp : {DumpBsp::leaf, DumpBsp::build}) {
    const auto world = surefoot::io::read_dump_json(*json, bsp);
    if (world)
      static_cast<void>(surefoot::io::check_world(*world));
    else if (world.error().message.empty())
      std::abort();
  }
  return 0;
}
