#include "bench/prepared.hpp"

#include <cstring>
#include <utility>

#include "io/prepared_file.hpp"
#include "io/prepared_writer.hpp"

namespace surefoot::bench {

Expected<World> as_prepared(World world) {
  FlatBytes bytes;
  {
    const World authored = std::move(world);
    const auto written = io::prepare_world(authored, {});
    if (!written) return tl::unexpected<Error>(written.error());
    bytes = FlatBytes(written->size());
    std::memcpy(bytes.data(), written->data(), written->size());
  }
  return io::open_prepared(std::move(bytes));
}

}  // namespace surefoot::bench
