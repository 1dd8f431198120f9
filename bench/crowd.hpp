// A crowd on level ground: movers that turn every second and stand in each other's way.
#pragma once

#include <memory>

#include "bench/walk_data.hpp"
#include "session/session.hpp"

namespace surefoot::bench {

struct CrowdSize {
  std::uint32_t people;
  float side;                  ///< metres; of the square they keep to
  float corner = 60.0F;        ///< metres; its least x and y
  CellId block = 0x01010000U;  ///< in whose coordinates
  float drop = 0.05F;          ///< metres; the height they are set down at
};
inline constexpr CrowdSize kCrowd100 = {100, 14.0F};
inline constexpr CrowdSize kCrowd1000 = {1000, 45.0F};

inline constexpr std::uint32_t kCrowdTicks = 900;
/// Ticks between two headings.
inline constexpr std::uint32_t kCrowdTurns = 30;

/// n creatures (the movers of the walks) of ids 1…n in the middles of a grid of ⌈√n⌉ squares a side. Every 30 ticks each of them, in the order of
/// ids, either draws a heading or, outside the square, turns to its middle; it walks that way at 4 m/s.
///
/// Headings are drawn by splitmix64, seed 0x5EED0C0D: the upper 24 bits of a draw are the fraction of a full turn,
/// counter-clockwise from +x.
class Crowd {
 public:
  /// `ground` is forked: the world of flat24 for the standing crowds.
  [[nodiscard]] static Expected<std::unique_ptr<Crowd>> make(const World& ground, const CrowdSize& size);

  /// Headings when they are due, and one tick.
  [[nodiscard]] Expected<void> tick();
  /// Appends everybody's state, a record each.
  void hash_into(StateHash& hash) const;
  [[nodiscard]] Session& session() { return session_; }

 private:
  Crowd(World world, const CrowdSize& size) : session_(std::move(world)), size_(size) {}
  void turn_all();

  Session session_;
  CrowdSize size_;
  std::uint64_t random_ = 0x5EED0C0DU;
  std::uint32_t tick_ = 0;
};

}  // namespace surefoot::bench
