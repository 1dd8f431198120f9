// --world and --bsp, shared by the verbs that take a capture.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "io/load_world.hpp"

namespace surefoot::cli {

struct WorldOption {
  std::string path;
  std::string bsp = "leaf";

  void add_to(CLI::App& verb, bool required);
  [[nodiscard]] Expected<World> load() const;
};

}  // namespace surefoot::cli
