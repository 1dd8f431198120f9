// The command line as its users see it: exit codes, messages, the JSON contract of DESIGN §4.
#include <nlohmann/json.hpp>

#include "cli_fixture.hpp"

namespace surefoot::test {
namespace {

TEST_F(Cli, HelpOfEveryVerbShowsAnExample) {
  for (const char* verb : {"run", "replay", "explain", "compare", "stuck", "check", "import", "export",
                           "bench", "rules", "divergences"}) {
    const Ran r = run(std::string(verb) + " --help");
    EXPECT_EQ(r.code, 0) << verb;
    EXPECT_NE(r.out.find("Example"), std::string::npos) << verb;
  }
}

TEST_F(Cli, BadUsageExitsWithTwo) {
  EXPECT_EQ(run("").code, 2);
  EXPECT_EQ(run("walk").code, 2);
  EXPECT_EQ(run("run").code, 2);
  EXPECT_EQ(run("run x.json --no-such-option").code, 2);
}

TEST_F(Cli, RunPrintsATableAndPasses) {
  const Ran r = run("run " + world("flat-floor-walk.scenario.json"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("flat-floor-walk"), std::string::npos);
  EXPECT_NE(r.out.find("pass"), std::string::npos);
  EXPECT_EQ(r.out.find("\x1b["), std::string::npos) << "no colours off a terminal";
}

TEST_F(Cli, RunJsonKeepsItsContract) {
  const Ran r = run("run --json " + world("flat-floor-walk.scenario.json"));
  EXPECT_EQ(r.code, 0);
  const auto j = nlohmann::json::parse(r.out);
  for (const char* key : {"scenario", "profile", "form", "ticks", "verdict", "expectations", "end", "hash"})
    EXPECT_TRUE(j.contains(key)) << key;
  EXPECT_EQ(j["form"], "flat");
  EXPECT_EQ(j["verdict"], "pass");
  EXPECT_EQ(j["expectations"]["failed"], 0);
  EXPECT_EQ(j["end"]["position_bits"].size(), 3U);
  EXPECT_TRUE(j["end"]["transient"].is_number_integer());
  EXPECT_EQ(j["hash"].get<std::string>().size(), 18U);
}

TEST_F(Cli, AFailedExpectationExitsWithOneAndSaysWhich) {
  std::string text = read_all(world("flat-floor-walk.scenario.json"));
  const std::string name = "\"world\": \"plain-room.world.json\"";
  text.replace(text.find(name), name.size(), "\"world\": \"" + world("plain-room.world.json") + "\"");
  const std::string near = "\"near\": 7";
  ASSERT_NE(text.find(near), std::string::npos);
  text.replace(text.find(near), near.size(), "\"near\": 8");
  const Ran r = run("run " + file("wrong.scenario.json", text));
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("/expect/0"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("position.x is"), std::string::npos) << r.err;
}

TEST_F(Cli, BadInputExitsWithTwoAndPointsAtThePlace) {
  EXPECT_EQ(run("run no-such-file.json").code, 2);
  const Ran truncated = run("run " + file("t.scenario.json", R"({"format":"surefoot-scenario/1",)"));
  EXPECT_EQ(truncated.code, 2);
  EXPECT_NE(truncated.err.find("t.scenario.json"), std::string::npos);
  const Ran world_fault =
      run("check " + file("w.world.json", R"({"format":"surefoot-world/1","name":"w","cells":[{"id":1}]})"));
  EXPECT_EQ(world_fault.code, 2);
  EXPECT_NE(world_fault.err.find("/cells/0"), std::string::npos) << world_fault.err;
}

TEST_F(Cli, AnUnreadableScenarioLeavesNoTraceBehind) {
  const std::string out = (folder_ / "out.jsonl").string();
  EXPECT_EQ(run("run no-such-file.json --capture " + out).code, 2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(Cli, ATraceComparesEqualAsAGoldenFile) {
  const std::string out = (folder_ / "out.jsonl").string();
  EXPECT_EQ(run("run " + world("flat-floor-walk.scenario.json") + " --trace " + out).code, 0);
  const std::string trace = read_all(out);
  EXPECT_EQ(trace.rfind("{\"format\":\"surefoot-trace/1\"", 0), 0U);
  std::string text = read_all(world("flat-floor-walk.scenario.json"));
  const std::string name = "\"world\": \"plain-room.world.json\"";
  text.replace(text.find(name), name.size(),
               "\"world\": \"" + world("plain-room.world.json") + "\", \"golden\": \"out.jsonl\"");
  const std::string scenario = file("golden.scenario.json", text);
  EXPECT_EQ(run("run " + scenario).code, 0);
  std::string changed = trace;
  const std::size_t last = changed.rfind("\"fsf\":0");
  changed.replace(last, 7, "\"fsf\":1");
  file("out.jsonl", changed);
  const Ran r = run("run " + scenario);
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("\"fsf\" is 0, golden 1"), std::string::npos) << r.err;
}

TEST_F(Cli, ExplainEndsWithASentence) {
  const Ran r = run("explain " + world("wall-head-on.scenario.json") + " --tick 15");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("find_transitional_position"), std::string::npos);
  EXPECT_NE(r.out.find("\nrule: "), std::string::npos);
  EXPECT_NE(r.out.find("did not move"), std::string::npos) << r.out;
}

TEST_F(Cli, ExplainJsonKeepsItsContract) {
  const Ran r = run("explain --json " + world("wall-head-on.scenario.json") + " --tick 15");
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["tick"], 15);
  EXPECT_TRUE(j["rule"].is_string());
  EXPECT_TRUE(j["summary"].is_string());
  EXPECT_TRUE(j["tree"].is_array());
}

TEST_F(Cli, ExplainOfATickThatIsNotThereSaysTheRange) {
  const Ran r = run("explain " + world("wall-head-on.scenario.json") + " --tick 999");
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("it has 0 to"), std::string::npos) << r.err;
}

TEST_F(Cli, CompareNamesTickFieldAndRule) {
  const std::string arguments =
      world("steep-neighbour.scenario.json") + " --profile ad345_adjusted_without_push";
  const Ran text = run("compare " + arguments);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("they part at tick 0"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\nrule: validate_walkable "), std::string::npos) << text.out;
  const Ran r = run("compare --json " + arguments);
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["scenario"], "steep-neighbour");
  EXPECT_EQ(j["parted"], true);
  EXPECT_EQ(j["tick"], 0);
  EXPECT_EQ(j["field"], "position");
  EXPECT_EQ(j["rule"], "validate_walkable");
  EXPECT_EQ(j["trees"].size(), 2U);
  EXPECT_EQ(j["sides"][0]["profile"].size(), 0U);
}

TEST_F(Cli, CompareExitsByExpectation) {
  const std::string arguments =
      "compare " + world("steep-neighbour.scenario.json") + " --profile ad345_adjusted_without_push";
  EXPECT_EQ(run(arguments + " --expect validate_walkable").code, 0);
  EXPECT_EQ(run(arguments + " --expect different").code, 0);
  EXPECT_EQ(run(arguments + " --expect same").code, 1);
  EXPECT_EQ(run(arguments + " --expect edge_slide").code, 1);
  EXPECT_EQ(run(arguments + " --profile ad345_adjusted_without_push --expect same").code, 0);
  EXPECT_EQ(run("compare " + world("steep-neighbour.scenario.json")).code, 2) << "with what?";
  EXPECT_EQ(run(arguments + " --expect no_such_rule").code, 2);
}

TEST_F(Cli, ExplainLooksForTheTellingTickItself) {
  const Ran r = run("explain --json " + world("wall-head-on.scenario.json"));
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_GT(j["tick"].get<int>(), 0);
  EXPECT_NE(j["summary"].get<std::string>().find("did not move"), std::string::npos);
}

TEST_F(Cli, ACaptureReplaysAndComparesEqual) {
  const std::string a = (folder_ / "a.jsonl").string();
  const std::string b = (folder_ / "b.jsonl").string();
  const std::string scenario = world("steep-neighbour.scenario.json");
  EXPECT_EQ(run("run " + scenario + " --capture " + a).code, 0);
  EXPECT_EQ(run("run " + scenario + " --profile acdream-2026-08-08 --capture " + b).code, 1)
      << "what retail is expected to do, the port does not";
  const std::string in_world = " --world " + world("steep-neighbour.world.json");
  EXPECT_EQ(run("replay --expect equal " + a + in_world).code, 0);
  EXPECT_EQ(run("replay --expect equal " + b + in_world).code, 0) << "under the profile it names";
  EXPECT_EQ(run("replay --expect equal --profile retail " + b + in_world).code, 1);
  EXPECT_EQ(run("compare " + a + " " + a + " --expect same").code, 0);
  const Ran r = run("compare --json " + a + " " + b + in_world);
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["parted"], true);
  EXPECT_EQ(j["tick"], 0);
  EXPECT_EQ(j["asked"], false);
  EXPECT_EQ(j["field"], "result.position");
  EXPECT_TRUE(j["rule"].is_string());
  EXPECT_EQ(run("explain " + a + " --tick 0" + in_world).code, 0);
  EXPECT_EQ(run("compare " + a).code, 2) << "with what?";
}

TEST_F(Cli, ACutLastLineIsToldAndLeftOut) {
  const std::string a = (folder_ / "a.jsonl").string();
  EXPECT_EQ(run("run " + world("steep-neighbour.scenario.json") + " --capture " + a).code, 0);
  const std::string whole = read_all(a);
  file("a.jsonl", whole.substr(0, whole.size() - 100));
  const Ran r = run("replay --expect equal " + a + " --world " + world("steep-neighbour.world.json"));
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find("line 6 is cut off"), std::string::npos) << r.err;
}

TEST_F(Cli, StuckSaysWhyAndWhatHelps) {
  const Ran text = run("stuck " + world("steep-neighbour-acdream.scenario.json"));
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("fixed point"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("It is stuck"), std::string::npos) << text.out;
  const Ran r = run("stuck --json " + world("wall-head-on.scenario.json"));
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["stuck"], true);
  for (const char* key :
       {"tick", "kind", "wanted", "gained", "causes", "blockers", "rule", "freed", "summary"})
    EXPECT_TRUE(j.contains(key)) << key;
  EXPECT_FALSE(j["freed"].empty());
}

TEST_F(Cli, StuckTakesAPlace) {
  const std::string in_world = " --world " + world("plain-room.world.json");
  const Ran r = run("stuck --json" + in_world + " --at \"0x01010100 5 5 0.01\" --heading 90");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(nlohmann::json::parse(r.out)["kind"], "free");
  EXPECT_EQ(run("stuck" + in_world).code, 2) << "where?";
  EXPECT_EQ(run("stuck" + in_world + " --at nowhere").code, 2);
  EXPECT_EQ(run("stuck --at \"0x01010100 5 5 0\"").code, 2) << "in which world?";
}

TEST_F(Cli, RulesAndDivergencesPrintTheTables) {
  const auto rules = nlohmann::json::parse(run("rules --json").out);
  EXPECT_TRUE(rules["arms"].is_number_integer());
  EXPECT_TRUE(rules["reached"].is_number_integer());
  EXPECT_TRUE(rules["unreachable"].is_number_integer());
  EXPECT_EQ(rules["list"].size(), rules["arms"].get<std::size_t>());
  const Ran r = run("divergences --json");
  EXPECT_EQ(r.code, 0);
  const auto first = nlohmann::json::parse(r.out.substr(0, r.out.find('\n')));
  for (const char* key : {"id", "ports", "retail", "port", "symptom", "scenario"})
    EXPECT_TRUE(first.contains(key)) << key;
}

TEST_F(Cli, AnUnknownProfileListsTheKnownOnes) {
  const Ran r = run("run --profile acdrem " + world("flat-floor-walk.scenario.json"));
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("acdream-2026-08-08"), std::string::npos) << r.err;
}

TEST_F(Cli, CheckOfAShippedWorldIsClean) {
  for (const auto& entry : std::filesystem::directory_iterator(source_path("worlds"))) {
    const std::string path = entry.path().string();
    if (path.find(".world.json") == std::string::npos) continue;
    const Ran r = run("check --json " + path);
    EXPECT_EQ(r.code, 0) << path << "\n" << r.out << r.err;
  }
}

TEST_F(Cli, ReplayCountsFieldsAndExitsByExpectation) {
  const std::string capture = fixture_path("openac/cellar-lip/wedge-records.jsonl");
  SUREFOOT_NEEDS(capture);
  const std::string arguments = capture + " --world " + fixture_path("openac/cellar-lip");
  const Ran r = run("replay --json " + arguments);
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["records"], 29);
  EXPECT_TRUE(j["fields"]["position"]["equal"].is_number_integer());
  EXPECT_TRUE(j["first_difference"].is_object());
  EXPECT_EQ(run("replay --expect ulp4 " + arguments).code, 1) << "the records are the port's wedge";
}

TEST_F(Cli, BenchPrintsItsContract) {
  if (!exists(SUREFOOT_TOOL "-bench")) GTEST_SKIP() << "built without surefoot-bench (SUREFOOT_BENCH=OFF)";
  SUREFOOT_NEEDS(shared_path("bench/worlds/flat24.json"));
  const Ran r = run("bench --json --seconds 0.01 --filter flat24 --no-peers --validate");
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j.at("name"), "flat24");
  for (const char* number : {"steps_per_s", "p50_us", "p99_us", "allocs_per_step", "world_bytes"})
    EXPECT_TRUE(j.at(number).is_number()) << number;
  EXPECT_EQ(j.at("hash").get<std::string>().size(), 18U);
  EXPECT_TRUE(j.at("peers").is_object());
}

TEST_F(Cli, BenchRefusesWhatItCannotRun) {
  if (!exists(SUREFOOT_TOOL "-bench")) GTEST_SKIP() << "built without surefoot-bench (SUREFOOT_BENCH=OFF)";
  const Ran row = run("bench --filter nonesuch");
  EXPECT_EQ(row.code, 2);
  EXPECT_NE(row.err.find("flat24 hilly24"), std::string::npos) << row.err;
  EXPECT_EQ(run("bench --seconds never").code, 2);
}

}  // namespace
}  // namespace surefoot::test
