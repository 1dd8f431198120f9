#include "bench/synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace surefoot::bench {

namespace {

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// 0 ≤ value < 1, of a place on a grid.
float noise(std::uint32_t x, std::uint32_t y) {
  constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;
  return static_cast<float>(mix((static_cast<std::uint64_t>(x) << 32U | y) + kStep) >> 40U) * 0x1p-24F;
}

/// Neighbouring blocks share the heights of their border.
class GentleLand final : public LandblockSource {
 public:
  GentleLand(std::uint32_t columns, std::uint32_t rows) : columns_(columns), rows_(rows) {}
  [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
    const std::uint32_t column = id >> 8U;
    const std::uint32_t row = id & 0xFFU;
    if (column >= columns_ || row >= rows_) return std::nullopt;
    LandblockData out;
    for (std::uint32_t x = 0; x < kVertexSide; ++x) {
      for (std::uint32_t y = 0; y < kVertexSide; ++y)
        out.z[x * kVertexSide + y] = noise(column * 8 + x, row * 8 + y);
    }
    return out;
  }
  [[nodiscard]] std::vector<BlockId> listed() const override {
    std::vector<BlockId> out;
    for (std::uint32_t x = 0; x < columns_; ++x) {
      for (std::uint32_t y = 0; y < rows_; ++y) out.push_back(static_cast<BlockId>(x << 8U | y));
    }
    return out;
  }

 private:
  std::uint32_t columns_;
  std::uint32_t rows_;
};

}  // namespace

std::uint64_t Draw::bits() {
  return mix(state_ += 0x9E3779B97F4A7C15U);
}

float Draw::uniform(float low, float high) {
  return low + (high - low) * (static_cast<float>(bits() >> 40U) * 0x1p-24F);
}

WalkWorld rough_sheet(std::uint32_t side) {
  constexpr float kSquare = 2.0F;
  constexpr float kHeight = 0.5F;
  WalkWorld out;
  out.name = "rough_sheet";
  for (std::uint32_t x = 0; x <= side; ++x) {
    for (std::uint32_t y = 0; y <= side; ++y)
      out.vertices.push_back(
          {kSquare * static_cast<float>(x), kSquare * static_cast<float>(y), kHeight * noise(x, y)});
  }
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      const std::uint32_t sw = x * (side + 1) + y;
      const std::uint32_t se = sw + side + 1;
      out.polygons.push_back({sw, se, se + 1});
      out.polygons.push_back({sw, se + 1, sw + 1});
    }
  }
  return out;
}

std::unique_ptr<LandblockSource> gentle_land(std::uint32_t columns, std::uint32_t rows) {
  return std::make_unique<GentleLand>(columns, rows);
}

void add_posts(World& world, CellId block, std::uint32_t count) {
  auto setup = std::make_unique<Setup>();
  setup->cylspheres.push_back({{0.0F, 0.0F, 0.0F}, 0.3F, 2.2F});
  const Setup& post = world.add_setup(std::move(setup));
  std::uint32_t side = 1;
  while (side * side < count) ++side;
  const float spacing = 186.0F / static_cast<float>(side);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto o = std::make_unique<PhysicsObject>();
    o->id = i + 1;
    o->position.cell_id = block | 0xFFFFU;
    const std::uint32_t row = i / side;
    o->position.frame.origin = {3.0F + spacing * (static_cast<float>(i % side) + 0.5F),
                                3.0F + spacing * (static_cast<float>(row) + 0.5F), 0.0F};
    o->make_parts(post);
    if (!world.place_static(std::move(o))) std::abort();  // the block is there, the id is free
  }
}

Script wander(std::uint64_t seed, const Vec3& low, const Vec3& high, std::size_t steps) {
  constexpr std::size_t kStay = 150;
  constexpr float kSpeed = 4.0F;
  Script out;
  out.dt = 1.0F / 30.0F;
  out.steps = steps;
  Draw draw(seed);
  Vec3 at;
  Vec3 velocity;
  const auto place = [&] { return Vec3{draw.uniform(low.x, high.x), draw.uniform(low.y, high.y), high.z}; };
  float left = 0.0F;  // metres to the place it goes to
  for (std::size_t i = 0; i < steps; ++i) {
    if (i % kStay == 0) {
      at = place();
      left = 0.0F;
      out.lines.push_back({ScriptLine::Kind::teleport, at, false});
    }
    if (left <= 0.0F) {
      // Not farther than can be walked before it is set down again.
      const Vec3 far = place();
      const float reach = kSpeed * out.dt * static_cast<float>(kStay);
      const Vec3 d{std::clamp(far.x - at.x, -reach, reach), std::clamp(far.y - at.y, -reach, reach), 0.0F};
      left = std::sqrt(d.x * d.x + d.y * d.y);
      if (left > 0.0F) velocity = {d.x / left * kSpeed, d.y / left * kSpeed, 0.0F};
    }
    out.lines.push_back({ScriptLine::Kind::step, velocity, false});
    at = {at.x + velocity.x * out.dt, at.y + velocity.y * out.dt, at.z};
    left -= kSpeed * out.dt;
  }
  return out;
}

}  // namespace surefoot::bench
