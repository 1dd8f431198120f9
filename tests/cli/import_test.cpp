// surefoot import and export as their users see them.
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace surefoot::test {
namespace {

using nlohmann::json;

class CliImport : public Cli {
 protected:
  std::string path(const std::string& name) { return (folder_ / name).string(); }
};

TEST_F(CliImport, AWorldGoesToTheClientsFilesAndBack) {
  const Ran out = run("export dat " + world("house.world.json") + " -o " + path("data") + " --strict --json");
  ASSERT_EQ(out.code, 0) << out.err;
  EXPECT_EQ(json::parse(out.out)["written"]["cell"], 1);
  EXPECT_TRUE(std::filesystem::exists(path("data/client_portal.dat")));

  const Ran in = run("import dat --data " + path("data") + " --blocks 0101 -o " + path("w.json") +
                     " --scenario " + path("w.scenario.json"));
  ASSERT_EQ(in.code, 0) << in.err;
  EXPECT_NE(in.out.find("building        1     0"), std::string::npos) << in.out;
  EXPECT_NE(in.err.find("scenery that the client places on terrain by a formula"), std::string::npos)
      << in.err;
  EXPECT_EQ(run("run " + path("w.scenario.json")).code, 0);
  EXPECT_EQ(run("check " + path("w.json")).code, 0);
}

TEST_F(CliImport, TheFolderMayComeFromTheEnvironment) {
  ASSERT_EQ(run("export dat " + world("hills.world.json") + " -o " + path("data")).code, 0);
  std::filesystem::rename(path("data/client_portal.dat"), path("data/Client_Portal.DAT"));
  ASSERT_EQ(setenv("SUREFOOT_DAT_DIR", path("data").c_str(), 1), 0);
  const Ran r = run("import dat --all -o " + path("w.json") + " --json");
  unsetenv("SUREFOOT_DAT_DIR");
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["counts"]["landblock"]["read"], 1);
  EXPECT_EQ(j["counts"]["landblock"]["skipped"], 0);
}

TEST_F(CliImport, WithoutFilesItSaysWherePeopleHaveThem) {
  unsetenv("SUREFOOT_DAT_DIR");
  const Ran r = run("import dat --all -o " + path("w.json"));
  EXPECT_EQ(r.code, 2);
  for (const char* word : {"--data FOLDER", "SUREFOOT_DAT_DIR", "Turbine", ".wine", "ACE", "only read"})
    EXPECT_NE(r.err.find(word), std::string::npos) << word;
  const Ran none = run("import dat --data " + path("") + " --all -o " + path("w.json"));
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("there is no client_portal.dat in this folder"), std::string::npos) << none.err;
}

TEST_F(CliImport, WrongUsage) {
  EXPECT_EQ(run("import").code, 2);
  EXPECT_EQ(run("import dat -o x.json").code, 2);
  EXPECT_NE(run("import dat -o x.json").err.find("--blocks A9B4,A9B3 or --all"), std::string::npos);
  for (const char* blocks : {"A9B", "A9B4,", "FF00", "A9B40", "zzzz"})
    EXPECT_EQ(run(fmt::format("import dat -o x.json --blocks {}", blocks)).code, 2) << blocks;
  ASSERT_EQ(run("export dat " + world("hills.world.json") + " -o " + path("data")).code, 0);
  const Ran ending = run("import dat --data " + path("data") + " --all -o " + path("w.txt"));
  EXPECT_EQ(ending.code, 2);
  EXPECT_NE(ending.err.find("a world is written as *.json, or prepared as *.sfw"), std::string::npos)
      << ending.err;
  EXPECT_EQ(run("export dat " + world("hills.world.json")).code, 2);
}

TEST_F(CliImport, WhatTheFilesHaveNoRoomForIsTold) {
  const Ran r = run("export dat " + world("door.world.json") + " -o " + path("data"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("object 0x70000001: it is no plain scenery"), std::string::npos) << r.err;
  EXPECT_EQ(run("export dat " + world("door.world.json") + " --strict -o " + path("data")).code, 1);
}

TEST_F(CliImport, DamageIsSkippedAndCounted) {
  ASSERT_EQ(run("export dat " + world("house.world.json") + " -o " + path("data")).code, 0);
  // The building's shape is the first record of the portal file, at 0x400.
  {
    std::fstream f(path("data/client_portal.dat"), std::ios::in | std::ios::out | std::ios::binary);
    f.seekp(0x404);
    f.put('\x07');
  }
  const std::string line = "import dat --data " + path("data") + " --all -o " + path("w.json");
  const Ran r = run(line + " --json");
  EXPECT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["counts"]["gfxobj"]["skipped"], 1);
  EXPECT_EQ(j["counts"]["building"]["skipped"], 1);
  EXPECT_NE(
      j["skipped"][0].get<std::string>().find("record 0x01000001, id: the record says it is 0x01000007"),
      std::string::npos)
      << j["skipped"][0];
  EXPECT_EQ(run(line + " --strict").code, 1);
}

constexpr const char* kPyramid =
    "o floor\nv -20 0 -20\nv 20 0 -20\nv 20 0 20\nv -20 0 20\nf 4 3 2 1\n"
    "o pyramid\nv 8 -0.5 -2\nv 12 -0.5 -2\nv 12 -0.5 2\nv 8 -0.5 2\nv 10 3 0\n"
    "f 5 6 7 8\nf 6 5 9\nf 7 6 9\nf 8 7 9\nf 5 8 9\n";

TEST_F(CliImport, AMeshBecomesAWorldToWalkIn) {
  const std::string obj = file("pyramid.obj", kPyramid);
  const Ran r = run("import obj " + obj + " -o " + path("w.json") + " --scenario " + path("w.scenario.json"));
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("floor    1      open: only its surface collides"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("pyramid  5      closed"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("6 faces became 6 polygons"), std::string::npos) << r.out;
  EXPECT_EQ(run("run " + path("w.scenario.json")).code, 0);

  const Ran again = run("import obj " + obj + " -o " + path("w2.json") + " --solid none --scale 1/2 --json");
  ASSERT_EQ(again.code, 0) << again.err;
  const json j = json::parse(again.out);
  EXPECT_EQ(j["tree"]["solid_leaves"], 0);
  EXPECT_EQ(j["extent"][1][0], 10.0);
  EXPECT_TRUE(j["parts"][1]["closed"]);
}

TEST_F(CliImport, MeshOptionsAreChecked) {
  const std::string obj = file("pyramid.obj", kPyramid);
  const std::string line = "import obj " + obj + " -o " + path("w.json");
  for (const char* option : {"--up x", "--scale wide", "--scale 0", "--cell 0x00010001", "--solid maybe"})
    EXPECT_EQ(run(line + " " + option).code, 2) << option;
  const Ran bad = run("import obj " + file("bad.obj", "v 0 0 0\nf 1 2 3\n") + " -o " + path("w.json"));
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.err.find("bad.obj: part \"unnamed\", face 1: vertex 2 of 1"), std::string::npos) << bad.err;
  EXPECT_EQ(run("import gltf " + file("bad.gltf", "{}") + " -o " + path("w.json")).code, 2);
}

TEST_F(CliImport, DumpsBecomeAWorld) {
  const std::string dumps = fixture_path("openac");
  SUREFOOT_NEEDS(dumps);
  const Ran r = run("import dump " + dumps + " -o " + path("w.json"));
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("cells, "), std::string::npos);
  EXPECT_LT(run("check " + path("w.json")).code, 2);
  EXPECT_EQ(run("import dump " + path("") + " -o " + path("x.json")).code, 2);
}

}  // namespace
}  // namespace surefoot::test
