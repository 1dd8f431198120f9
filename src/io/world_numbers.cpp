#include "io/world_numbers.hpp"

#include <unordered_set>

#include "core/bits.hpp"

namespace surefoot::io {

namespace {

template <class Asset>
std::vector<std::uint32_t> number(const std::vector<std::unique_ptr<Asset>>& assets, bool retail,
                                  std::uint32_t kind) {
  std::vector<std::uint32_t> out;
  std::unordered_set<std::uint32_t> taken;
  for (const auto& a : assets) {
    const bool keep = a->id != 0 && (!retail || (a->id >> 24U) == kind) && taken.insert(a->id).second;
    out.push_back(keep ? a->id : 0);
  }
  std::uint32_t next = (kind << 24U) | 1U;
  for (std::uint32_t& id : out) {
    if (id != 0) continue;
    while (!taken.insert(next).second) ++next;
    id = next;
  }
  return out;
}

}  // namespace

AssetIds::AssetIds(const World& world, bool retail)
    : gfxobjs_(number(world.gfxobjs(), retail, 0x01)), setups_(number(world.setups(), retail, 0x02)) {}

InlineShapes::InlineShapes(const World& world)
    : gfxobjs_(world.gfxobjs().size(), false), setups_(world.setups().size(), false) {
  const auto one = [](float f) { return to_bits(f) == to_bits(1.0F); };
  for (const auto& s : world.setups()) {
    if (s->id != 0 || !s->placements.empty() || s->parts.size() > 1) continue;
    if (!s->parts.empty()) {
      const SetupPart& p = s->parts.front();
      if (p.gfxobj == nullptr || p.gfxobj->id != 0 || !one(p.scale.x) || !one(p.scale.y) || !one(p.scale.z))
        continue;
      gfxobjs_[p.gfxobj->number] = true;
    }
    setups_[s->number] = true;
  }
  // What is also used elsewhere needs a name.
  for (const auto& s : world.setups()) {
    if (setups_[s->number]) continue;
    for (const SetupPart& p : s->parts) {
      if (p.gfxobj != nullptr) gfxobjs_[p.gfxobj->number] = false;
    }
  }
  for (const auto& o : world.registry().objects()) {
    if (o->setup == nullptr && !o->parts.empty() && o->parts.front().gfxobj != nullptr)
      gfxobjs_[o->parts.front().gfxobj->number] = false;
  }
  for (const auto& b : world.buildings()) {
    if (b->part.gfxobj != nullptr) gfxobjs_[b->part.gfxobj->number] = false;
  }
  for (const auto& s : world.setups()) {
    if (setups_[s->number] && !s->parts.empty() && !gfxobjs_[s->parts.front().gfxobj->number])
      setups_[s->number] = false;
  }
}

CellStructNumbers::CellStructNumbers(const World& world) {
  for (const auto& cell : world.env_cells()) {
    if (!numbers_.emplace(cell->structure, all_.size()).second) continue;
    all_.push_back(cell->structure);
    first_cells_.push_back(cell->id);
  }
}

std::vector<BlockId> blocks_of(const World& world) {
  std::vector<BlockId> out;
  if (!world.landscape().has_source()) return out;
  constexpr unsigned kLast = 0xFE;
  for (unsigned x = 0; x <= kLast; ++x) {
    for (unsigned y = 0; y <= kLast; ++y) {
      const auto id = static_cast<BlockId>(x << 8U | y);
      if (world.landscape().data(id)) out.push_back(id);
    }
  }
  return out;
}

}  // namespace surefoot::io
