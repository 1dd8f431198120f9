// A saved state with a valid checksum and any content: it is refused, or the session ticks on.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "session/save.hpp"
#include "session/session.hpp"

namespace {

class FlatBlock final : public surefoot::LandblockSource {
 public:
  [[nodiscard]] std::optional<surefoot::LandblockData> load(surefoot::BlockId id) const override {
    if (id != 0x0101) return std::nullopt;
    surefoot::LandblockData data;
    data.z.fill(0.0F);
    return data;
  }
};

surefoot::Session small_session() {
  surefoot::World world;
  world.set_landscape(std::make_unique<FlatBlock>());
  surefoot::Session s(std::move(world));
  for (std::uint32_t id = 1; id <= 2; ++id) {
    surefoot::Body b;
    b.mover.num_spheres = 1;
    b.mover.spheres[0] = {{0, 0, 0.48F}, 0.48F};
    b.mover.object_id = id;
    b.position.cell_id = 0x01010001U;
    b.position.frame.origin = {10.0F + static_cast<float>(id), 10, 0.1F};
    static_cast<void>(s.add(b));
  }
  return s;
}

}  // namespace

/// The first two bytes say where the rest overwrites a good state.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  surefoot::Session s = small_session();
  const auto good = s.save();
  const auto payload = surefoot::unseal(good);
  std::vector<std::byte> bytes(payload->begin(), payload->end());
  if (size >= 2) {
    std::size_t at = (data[0] + 256U * data[1]) % bytes.size();
    for (std::size_t i = 2; i < size && at < bytes.size(); ++i) bytes[at++] = static_cast<std::byte>(data[i]);
  }
  if (!s.restore(surefoot::seal(std::move(bytes)))) return 0;
  for (int i = 0; i < 3; ++i) {
    if (!s.tick(surefoot::kTickQuantum)) break;
  }
  static_cast<void>(s.save());
  return 0;
}
