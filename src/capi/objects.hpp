// What the handles name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capi/handles.hpp"
#include "io/json.hpp"
#include "io/scenario.hpp"
#include "scenario/run.hpp"
#include "session/session.hpp"
#include "world/world.hpp"

namespace surefoot::capi {

/// Text as a std::string has a NUL behind it.
struct Buffer {
  std::string bytes;
};

/// A scenario and whoever runs it share it.
struct HeldScenario {
  std::shared_ptr<const io::Scenario> scenario;
};

struct HeldRunner {
  HeldRunner(std::shared_ptr<const io::Scenario> of, const Profile& profile)
      : scenario(std::move(of)), runner(*scenario, {profile, false}) {}

  std::shared_ptr<const io::Scenario> scenario;
  scenario::Runner runner;
};

/// A world in the making, as the JSON it will be read from.
struct Builder {
  io::Json root;
};

template <>
struct HandleTraits<sf_world> {
  using Object = World;
  static constexpr HandleKind kKind = HandleKind::world;
};
template <>
struct HandleTraits<sf_builder> {
  using Object = Builder;
  static constexpr HandleKind kKind = HandleKind::builder;
};
template <>
struct HandleTraits<sf_scenario> {
  using Object = HeldScenario;
  static constexpr HandleKind kKind = HandleKind::scenario;
};
template <>
struct HandleTraits<sf_runner> {
  using Object = HeldRunner;
  static constexpr HandleKind kKind = HandleKind::runner;
};
template <>
struct HandleTraits<sf_session> {
  using Object = Session;
  static constexpr HandleKind kKind = HandleKind::session;
};
template <>
struct HandleTraits<sf_buffer> {
  using Object = Buffer;
  static constexpr HandleKind kKind = HandleKind::buffer;
};

[[nodiscard]] inline sf_buffer make_buffer(std::string bytes) {
  return make_handle<sf_buffer>(std::make_unique<Buffer>(Buffer{std::move(bytes)}));
}
[[nodiscard]] sf_buffer make_buffer(const std::vector<std::byte>& bytes);

[[nodiscard]] inline sf_world make_world(World&& world) {
  return make_handle<sf_world>(std::make_unique<World>(std::move(world)));
}

}  // namespace surefoot::capi
