#include "bench/crowd.hpp"

#include "bench/walk.hpp"
#include "core/det_math.hpp"
#include "core/state_hash.hpp"

namespace surefoot::bench {

namespace {

constexpr float kSpeed = 4.0F;

std::uint64_t draw(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

Expected<std::unique_ptr<Crowd>> Crowd::make(const World& ground, const CrowdSize& size) {
  std::unique_ptr<Crowd> out(new Crowd(ground.fork(), size));
  std::uint32_t side = 1;
  while (side * side < size.people) ++side;
  const float square = size.side / static_cast<float>(side);
  for (std::uint32_t i = 0; i < size.people; ++i) {
    Body b;
    b.mover = walk_mover();
    b.mover.object_id = i + 1;
    b.weenie = weenie::kExists | weenie::kCreature;
    b.position.cell_id = size.block | 1U;
    const std::uint32_t row = i / side;
    b.position.frame.origin = {size.corner + (static_cast<float>(i % side) + 0.5F) * square,
                               size.corner + (static_cast<float>(row) + 0.5F) * square, size.drop};
    b.position.adjust_to_outside();
    if (const auto added = out->session_.add(std::move(b)); !added)
      return tl::unexpected<Error>(added.error());
  }
  return out;
}

void Crowd::turn_all() {
  const float low = size_.corner;
  const float high = size_.corner + size_.side;
  for (std::uint32_t id = 1; id <= size_.people; ++id) {
    Body& b = *session_.find(id);
    // As seen from the block they started in.
    const Vec3 at = b.position.frame.origin + get_block_offset(size_.block, b.position.cell_id);
    if (at.x >= low && at.x <= high && at.y >= low && at.y <= high) {
      constexpr double kTurn = 6.283185307179586;
      const double angle = static_cast<double>(draw(random_) >> 40U) * 0x1p-24 * kTurn;
      b.walk.velocity = {kSpeed * static_cast<float>(det::cos(angle)),
                         kSpeed * static_cast<float>(det::sin(angle)), 0.0F};
    } else {
      const float middle = low + 0.5F * size_.side;
      Vec3 way{middle - at.x, middle - at.y, 0.0F};
      normalize(way);
      b.walk.velocity = {kSpeed * way.x, kSpeed * way.y, 0.0F};
    }
  }
}

Expected<void> Crowd::tick() {
  if (tick_ % kCrowdTurns == 0) turn_all();
  ++tick_;
  return session_.tick(kTickQuantum);
}

void Crowd::hash_into(StateHash& hash) const {
  for (const auto& [id, body] : session_.bodies()) hash_body(hash, body);
}

}  // namespace surefoot::bench
