// surefoot prepare, and prepared worlds wherever a world is named, as their users see it.
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace surefoot::test {
namespace {

using nlohmann::json;

class CliPrepare : public Cli {
 protected:
  std::string path(const std::string& name) { return (folder_ / name).string(); }
  std::string prepared(const std::string& name, const std::string& options = "") {
    const std::string out = path(name + ".sfw");
    const Ran r = run("prepare " + world(name + ".world.json") + " -o " + out + " " + options);
    EXPECT_EQ(r.code, 0) << r.err;
    return out;
  }
  void change_byte(const std::string& file, std::streamoff at) {
    std::fstream f(file, std::ios::in | std::ios::out | std::ios::binary);
    f.seekg(at);
    const auto old = static_cast<char>(f.get());
    f.seekp(at);
    f.put(static_cast<char>(old ^ 0x20));
  }
};

TEST_F(CliPrepare, RunsAScenarioByTheSameBits) {
  const std::string scenario = world("house-enter.scenario.json");
  const Ran authored = run("run --json " + scenario);
  ASSERT_EQ(authored.code, 0) << authored.err;
  for (const char* options : {"", "--zstd"}) {
    const std::string file = prepared("house", options);
    for (const char* form : {"flat", "graph"}) {
      const Ran r = run("run --json --form " + std::string(form) + " --world " + file + " " + scenario);
      ASSERT_EQ(r.code, 0) << r.err;
      EXPECT_EQ(json::parse(r.out)["hash"], json::parse(authored.out)["hash"]);
      EXPECT_EQ(json::parse(r.out)["form"], form);
    }
  }
}

TEST_F(CliPrepare, AScenarioMayNameIt) {
  const std::string file = prepared("house");
  json scenario = json::parse(read_all(world("house-enter.scenario.json")));
  scenario["world"] = "house.sfw";
  const std::string beside = this->file("enter.scenario.json", scenario.dump());
  const Ran r = run("run --json " + beside);
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(json::parse(r.out)["hash"],
            json::parse(run("run --json " + world("house-enter.scenario.json")).out)["hash"]);
}

TEST_F(CliPrepare, ExplainAndCompareTakeIt) {
  const std::string file = prepared("house");
  const std::string scenario = world("house-enter.scenario.json");
  const Ran authored = run("explain --json --tick 5 " + scenario);
  const Ran in_it = run("explain --json --tick 5 --world " + file + " " + scenario);
  ASSERT_EQ(in_it.code, 0) << in_it.err;
  EXPECT_EQ(in_it.out, authored.out);
  const Ran same = run("compare " + scenario + " --expect same --world " + file);
  EXPECT_EQ(same.code, 0) << same.out << same.err;
}

TEST_F(CliPrepare, SaysWhatIsInIt) {
  const std::string out = path("hills.sfw");
  const Ran r = run("prepare --json " + world("hills.world.json") + " -o " + out);
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["bytes"], std::filesystem::file_size(out));
  EXPECT_GE(j["blocks"], 1);
  const Ran text = run("prepare " + world("house.world.json") + " -o " + out);
  EXPECT_NE(text.out.find("triangles"), std::string::npos) << text.out;
}

TEST_F(CliPrepare, CheckLooksAtAllOfItAndNamesWhatIsDamaged) {
  const std::string file = prepared("house");
  const Ran good = run("check --json " + file);
  ASSERT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(json::parse(good.out)["errors"], 0);
  // The first shape's section follows the catalog's: found by its damage, which only `check` meets.
  const json info = json::parse(good.out);
  const auto size = info["bytes"].get<std::streamoff>();
  bool named = false;
  for (std::streamoff at = 64; at < size && !named; at += 64) {
    change_byte(file, at);
    const Ran r = run("check " + file);
    EXPECT_TRUE(r.code == 0 || r.code == 1 || r.code == 2) << r.code;
    named = r.code == 1 && r.out.find("[prepared.damaged] shape 0 of") != std::string::npos;
    if (r.code != 0) {
      EXPECT_NE((r.out + r.err).find("damaged"), std::string::npos) << r.out << r.err;
    }
    change_byte(file, at);
  }
  EXPECT_TRUE(named);
  EXPECT_EQ(run("check " + file).code, 0);
}

TEST_F(CliPrepare, WhatIsNoneIsRefusedWithItsPlace) {
  const std::string whole = read_all(prepared("house"));
  const std::string cut = file("cut.sfw", whole.substr(0, whole.size() / 2));
  const std::string scenario = world("house-enter.scenario.json");
  for (const std::string& command : {"run --world " + cut + " " + scenario, "check " + cut,
                                     "prepare " + cut + " -o " + path("again.sfw")}) {
    const Ran r = run(command);
    EXPECT_EQ(r.code, 2) << command;
    EXPECT_NE(r.err.find("cut.sfw: offset"), std::string::npos) << r.err;
  }
  EXPECT_FALSE(std::filesystem::exists(path("again.sfw")));
  std::string newer = whole;
  newer[12] = 9;
  const Ran r = run("check " + file("newer.sfw", newer));
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("written by a newer one"), std::string::npos) << r.err;
  // Not by its name but by what it begins with.
  EXPECT_EQ(run("check " + file("text.sfw", "{}")).code, 2);
}

TEST_F(CliPrepare, MistakesOfUsage) {
  EXPECT_EQ(run("prepare").code, 2);
  EXPECT_EQ(run("prepare " + world("house.world.json")).code, 2);
  const Ran nowhere = run("prepare " + world("house.world.json") + " -o " + path("absent/house.sfw"));
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("absent/house.sfw"), std::string::npos) << nowhere.err;
  EXPECT_EQ(run("prepare " + path("none.json") + " -o " + path("w.sfw")).code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("w.sfw")));
  const Ran back = run("export dat " + prepared("house") + " -o " + path("data"));
  EXPECT_EQ(back.code, 2);
  EXPECT_NE(back.err.find("export what it was prepared from"), std::string::npos) << back.err;
}

TEST_F(CliPrepare, ImportsWriteItToo) {
  const std::string mesh = file("box.obj",
                                "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nv 1 1 1\n"
                                "f 4 3 2 1\nf 1 2 5\n");
  ASSERT_EQ(
      run("import obj " + mesh + " -o " + path("w.json") + " --scenario " + path("j.scenario.json")).code, 0);
  const Ran r =
      run("import obj " + mesh + " --zstd -o " + path("w.sfw") + " --scenario " + path("s.scenario.json"));
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(run("check " + path("w.sfw")).code, 0);
  const Ran json_run = run("run --json " + path("j.scenario.json"));
  const Ran prepared_run = run("run --json " + path("s.scenario.json"));
  ASSERT_EQ(prepared_run.code, 0) << prepared_run.err;
  EXPECT_EQ(json::parse(prepared_run.out)["hash"], json::parse(json_run.out)["hash"]);

  ASSERT_EQ(run("export dat " + world("house.world.json") + " -o " + path("data")).code, 0);
  ASSERT_EQ(run("import dat --data " + path("data") + " --all -o " + path("house.sfw")).code, 0);
  EXPECT_EQ(run("check " + path("house.sfw")).code, 0);
  EXPECT_EQ(run("import obj " + mesh + " --zstd -o " + path("w.json")).code, 2);
}

}  // namespace
}  // namespace surefoot::test
