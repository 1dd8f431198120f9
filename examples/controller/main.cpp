// A character controller for any game: loads a glTF level, walks a scripted path through it, and prints what the
// character touches. Build target `controller`; run `controller level.gltf`.
//
// The level is y up, as glTF has it, and so is everything printed. Inside it is z up: the two functions below are the
// door between them.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include <surefoot/surefoot.hpp>

using namespace surefoot;

namespace {

Vec3 to_level(const Vec3& p) {
  return {p.x + 0.0F, p.z + 0.0F, 0.0F - p.y};  // no minus in front of a printed zero
}
Vec3 from_level(const Vec3& p) {
  return {p.x, -p.z, p.y};
}

/// A stretch of the path: which way to walk (level axes, m/s), for how long, and whether to jump first.
struct Leg {
  const char* what;
  Vec3 velocity;
  float seconds;
  float jump;  ///< m/s upward, 0 = none
};

constexpr Leg kPath[] = {
    {"wait until it has landed", {0, 0, 0}, 1.0F, 0},
    {"walk at the crate", {3, 0, 0}, 1.5F, 0},
    {"round it", {0, 0, 3}, 0.6F, 0},
    {"on, and up the stairs to the wall", {3, 0, 0}, 5.0F, 0},
    {"along the wall, slantwise", {2, 0, -2}, 0.7F, 0},
    {"jump off the platform", {0, 0, -3}, 1.5F, 4},
    {"stand", {0, 0, 0}, 0.5F, 0},
};

constexpr float kStep = kTickQuantum;  // 1/30 s

Body make_character(const Vec3& feet) {
  Body b;
  b.mover = mover_from_radius_height(0.48F, 1.835F);
  b.mover.step_up_height = 0.6F;
  b.mover.step_down_height = 1.5F;
  b.mover.physics_state = physics_state::kDefault | physics_state::kGravity;
  b.position.cell_id = io::MeshWorldOptions().cell;
  b.position.frame.origin = from_level(feet);
  b.acceleration = {0, 0, kGravity};
  b.transient = transient_state::kActive;
  b.walk.drive = Drive::root_motion;
  return b;
}

/// What the character touches, in words.
std::string contacts(const Body& b, const Quantum& q) {
  std::string out = b.has(transient_state::kOnWalkable) ? "stands"
                    : b.has(transient_state::kContact)  ? "slips on a slope"
                                                        : "is in the air";
  const bool slides = b.has(transient_state::kSliding);  // along what it met before
  if (q.collision_normal_valid || slides) {
    const Vec3 n = to_level(q.collision_normal_valid ? q.collision_normal : b.sliding_normal);
    char text[80];
    std::snprintf(text, sizeof text, ", against a surface facing (%.2f, %.2f, %.2f)", n.x, n.y, n.z);
    out += text;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto soup = io::read_gltf(argc > 1 ? argv[1] : "examples/controller/level.gltf");
  io::MeshReport report;
  auto world = soup ? io::make_mesh_world(*soup, {}, report) : tl::unexpected<Error>(soup.error());
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().text().c_str());
    return EXIT_FAILURE;
  }
  std::printf("level: %zu parts, %zu polygons\n", report.parts.size(), report.polygons);
  Body body = make_character({-6, 1, 0});
  Workspace workspace;
  int tick_number = 0;
  for (const Leg& leg : kPath) {
    std::printf("-- %s\n", leg.what);
    std::string told[2];  // the last two: along a wall it meets it in every other tick
    body.walk.velocity = from_level(leg.velocity);
    if (leg.jump != 0.0F) {
      body.walk.jump_vz = leg.jump;
      set_on_walkable(body, false);  // takes off with what it walks and the jump
    }
    for (float t = 0.0F; t < leg.seconds; t += kStep) {
      const auto q = tick(*world, body, kStep, workspace);
      if (!q) {
        std::fprintf(stderr, "%s\n", q.error().text().c_str());
        return EXIT_FAILURE;
      }
      ++tick_number;
      const std::string now = contacts(body, *q);
      if (now == told[0] || now == told[1]) continue;
      told[1] = std::exchange(told[0], now);
      const Vec3 p = to_level(body.position.frame.origin);
      std::printf("%5.2f s  (%6.3f, %6.3f, %6.3f)  %s\n", static_cast<double>(tick_number) / 30.0, p.x, p.y,
                  p.z, now.c_str());
    }
  }
  return EXIT_SUCCESS;
}
