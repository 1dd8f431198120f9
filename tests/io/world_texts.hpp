// Worlds as text for the io tests, and ways to spoil them.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "io/world_json.hpp"

namespace surefoot::io {

/// Two rooms of 10 × 10 × 4 m that share the wall at x = 20 as a portal, the second one turned by 180°; a
/// plate in each. Everything in it is right: `check` finds nothing.
inline std::string two_rooms() {
  return R"({
 "format": "surefoot-world/1", "name": "two rooms", "about": "for tests", "license": "CC0-1.0",
 "gfxobjs": {"0x01000001": {"vertices": [[-1,-1,0],[1,-1,0],[1,1,0],[-1,1,0]],
   "polygons": [{"v": [0,1,2,3]}], "bsp": "leaf", "bounds": [0,0,0,1.5]}},
 "environments": {"0x0D000001": {"structs": {"0": {
   "vertices": [[0,0,0],[10,0,0],[10,10,0],[0,10,0],[0,0,4],[10,0,4],[10,10,4],[0,10,4]],
   "polygons": [{"v": [0,1,2,3]}, {"v": [4,7,6,5]}, {"v": [0,3,7,4]}, {"v": [1,5,6,2]}, {"v": [0,4,5,1]},
                {"v": [3,2,6,7]}],
   "portals": [3], "cell_bsp": "convex"}}}},
 "cells": [
  {"id": "0xA9B40100", "environment": "0x0D000001", "struct": 0, "frame": {"origin": [10,10,0]},
   "portals": [{"polygon": 3, "to": "0x0101"}],
   "statics": [{"gfxobj": "0x01000001", "frame": {"origin": [15,15,1]}}]},
  {"id": "0xA9B40101", "environment": "0x0D000001", "struct": 0,
   "frame": {"origin": [30,20,0], "rotation": [0,0,0,1]}, "portals": [{"polygon": 3, "to": "0x0100"}]}],
 "objects": [{"id": "0x70000001", "name": "plate", "cell": "0xA9B40101", "frame": {"origin": [25,15,1]},
   "shape": {"bsp": {"polygons": [{"points": [[-1,-1,0],[1,-1,0],[1,1,0],[-1,1,0]]}], "bsp": "leaf"}}}]
})";
}

/// One cell without walls around the given physics polygons and tree; its portal is far below.
inline std::string one_cell(const std::string& polygons, const std::string& bsp,
                            const std::string& more = "") {
  return R"({"format":"surefoot-world/1","name":"one cell","cells":[{"id":"0xA9B40100","shape":{
"polygons":[{"points":[[0,0,-900],[1,0,-900],[0,1,-900]]}],
"physics_polygons":)" +
         polygons + R"(,"physics_bsp":)" + bsp + R"(,"cell_bsp":"none"},
"portals":[{"polygon":0,"to":"0x01F0"}]}])" +
         more + "}";
}

/// A floor of 4 × 4 m as polygons of `one_cell`, and a node over it.
inline constexpr const char* kFloor = R"([{"id":5,"points":[[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]]}])";
inline constexpr const char* kNode =
    R"({"plane":[0,0,1,0],"sphere":[0,0,0,5],"pos":null,
        "neg":{"leaf":3,"solid":1,"sphere":[0,0,0,3],"polys":[5],"tag":"LEAF"},"tag":"BPIN"})";

/// `text` with the first `what` replaced; a test that looks for something that is not there is wrong.
inline std::string with(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << "not in the text: " << what;
  if (at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

inline Expected<World> read_text(const std::string& text, const std::string& base_dir = "no-such-folder") {
  const auto json = parse_json(text);
  if (!json) return tl::unexpected<Error>(json.error());
  return read_world_json(*json, base_dir);
}

/// The world of a text that must be readable.
inline World world_of(const std::string& text) {
  auto world = read_text(text);
  EXPECT_TRUE(world) << (world ? "" : world.error().text());
  return world ? std::move(*world) : World{};
}

/// A folder of this process that goes away with the test: tests that share a name may run side by side.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name)
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("surefoot-" + name + "-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ec;
    std::filesystem::remove_all(path_, ec);
  }

  /// Writes a file below the folder, making its parents; answers its path.
  std::string write(const std::string& name, const std::string& text) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  [[nodiscard]] std::string path(const std::string& name = "") const {
    return name.empty() ? path_.string() : (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace surefoot::io
