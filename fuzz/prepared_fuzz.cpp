// Prepared worlds from hostile bytes: refused, or opened and walked in without a crash. Checksums are passed over, or
// nothing behind them would be reached.
//
// Inputs: whole files, as `surefoot prepare` writes them.
#include <cstdint>
#include <cstring>

#include "io/prepared_file.hpp"
#include "motion/resolve_body.hpp"

namespace {

using surefoot::CellId;
using surefoot::World;

void walk_in(const World& world, CellId cell, const surefoot::Vec3& origin) {
  surefoot::Workspace workspace;
  surefoot::ResolveRequest r;
  r.mover = surefoot::mover_from_radius_height(0.48F, 1.835F);
  r.mover.step_up_height = 0.6F;
  r.mover.step_down_height = 1.5F;
  r.begin.emplace();
  r.begin->cell_id = cell;
  r.begin->frame.origin = origin;
  r.end = *r.begin;
  r.end.frame.origin.x += 0.7F;
  r.end.frame.origin.z -= 0.2F;
  (void)resolve(world, r, workspace);
  r.begin.reset();
  (void)resolve(world, r, workspace);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 8;  // places of a kind to walk at
  surefoot::FlatBytes bytes(size);
  if (size != 0) std::memcpy(bytes.data(), data, size);
  const auto world = surefoot::io::open_prepared(std::move(bytes), surefoot::io::Checksums::ignored);
  if (!world) return 0;
  std::size_t n = 0;
  for (const auto& c : world->env_cells()) {
    if (n++ < kMost) walk_in(*world, c->id, c->pos.frame.origin);
  }
  n = 0;
  for (const auto& o : world->registry().objects()) {
    if (n++ < kMost && o->cell != nullptr) walk_in(*world, o->cell->id, o->position.frame.origin);
  }
  n = 0;
  for (const surefoot::BlockId id : world->landscape().listed()) {
    if (n++ < kMost) walk_in(*world, static_cast<CellId>(id) << 16U | 0x24U, {100, 85, 0.5F});
  }
  return 0;
}
