// What the readers of the benchmark's files refuse, and where they say it is.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "bench/expected_hashes.hpp"
#include "bench/walk_data.hpp"

namespace surefoot::test {
namespace {

class BenchData : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ =
        (std::filesystem::temp_directory_path() /
         ("surefoot-bench-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name())))
            .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }
  const std::string& file(const std::string& text) {
    std::ofstream(path_) << text;
    return path_;
  }
  std::string script_error(const std::string& text) {
    const auto read = bench::read_script(file(text));
    return read ? "" : read.error().text().substr(path_.size());
  }
  std::string world_error(const std::string& vertices, const std::string& polygons,
                          const std::string& more = "") {
    const auto read = bench::read_walk_world(file(
        R"({"name":"w","character":{"radius":0.5,"height":2,"step_up":0.6,"step_down":1.5,"floor_z":0.66},)"
        R"("vertex_bits":)" +
        vertices + R"(,"polygons":)" + polygons + more + "}"));
    return read ? "" : read.error().text().substr(path_.size());
  }

  std::string path_;
};

TEST_F(BenchData, ScriptIsReadByBits) {
  const auto good = bench::read_script(
      file("# w\ndt 3d088889\nT 3f800000 c0000000 00000000\nS 40000000 80000000 1\nS 40000000 00000000 0\n"));
  ASSERT_TRUE(good.has_value()) << good.error().text();
  EXPECT_EQ(good->dt, 1.0F / 30.0F);
  EXPECT_EQ(good->steps, 2U);
  ASSERT_EQ(good->lines.size(), 3U);
  EXPECT_EQ(good->lines[0].v.y, -2.0F);
  EXPECT_TRUE(good->lines[1].jump);
  EXPECT_FALSE(good->lines[2].jump);
}

TEST_F(BenchData, ScriptFaultsNameTheirLine) {
  EXPECT_EQ(script_error("dt 3d088889\nT 00000000 00000000 00000000\nS 7fc00000 00000000 0\n"),
            ": line 3: 7fc00000 is out of range");
  EXPECT_EQ(script_error("dt 3d088889\nS 00000000 00000000 0\n"),
            ": line 2: a script starts with a teleport");
  EXPECT_EQ(script_error("dt 00000000\n"), ": line 1: a step takes time");
  EXPECT_EQ(script_error("dt 3d088889\nT 00000000 00000000 00000000\nS 00000000 00000000 2\n"),
            ": line 3: a line is `dt HEX`, `T x y z` or `S vx vy 0|1`");
  EXPECT_EQ(script_error("dt 3d088889\nT 3f800000 0 00000000\n"),
            ": line 2: \"0\" is no float32 bit pattern of 8 hex digits");
  EXPECT_EQ(script_error("dt 3d088889\n"), ": a script has a `dt` and steps");
}

TEST_F(BenchData, WorldFaultsNameTheirPlace) {
  const std::string triangle = "[[0,0,0],[1065353216,0,0],[0,1065353216,0]]";
  EXPECT_EQ(world_error(triangle, "[[0,1,2]]"), "");
  EXPECT_EQ(world_error(triangle, "[[0,1,3]]"), ": /polygons/0/2: vertex 3 of 3");
  EXPECT_EQ(world_error(triangle, "[[0,1]]"), ": /polygons/0: a polygon has three vertices or more");
  EXPECT_EQ(world_error("[[0,0,2143289344]]", "[]"), ": /vertex_bits/0/2: no coordinate of a world");
  EXPECT_EQ(world_error("[[0,0]]", "[]"), ": /vertex_bits/0: a vertex is three float32 bit patterns");
  EXPECT_EQ(world_error(triangle, "[[0,1,2]]", R"(,"heights":[],"cell_size":24,"diagonal_sw_ne":[])"),
            ": /vertex_bits: a corner of a land cell has no vertex");
}

TEST_F(BenchData, ExpectedHashesAreCompleteAndNamedOnce) {
  const auto good = bench::read_expected_hashes(file("a 0x0123456789abcdef\nb 0x0000000000000001\n"));
  ASSERT_TRUE(good.has_value()) << good.error().text();
  EXPECT_EQ(good->at("a"), 0x0123456789ABCDEFU);
  for (const char* bad :
       {"a 0x0123\n", "a 0123456789abcdef00\n", "a 0x0123456789abcdef\na 0x0123456789abcdef\n"})
    EXPECT_FALSE(bench::read_expected_hashes(file(bad)).has_value()) << bad;
}

}  // namespace
}  // namespace surefoot::test
