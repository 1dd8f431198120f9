// Scenarios that cannot be read say what and where.
#include "io/scenario.hpp"

#include <gtest/gtest.h>

#include "support/paths.hpp"

namespace surefoot::io {
namespace {

constexpr const char* kWorld =
    R"({"format":"surefoot-world/1","name":"w","cells":[{"id":"0x01010100","shape":{"polygons":[)"
    R"({"points":[[0,0,0],[9,0,0],[9,9,0],[0,9,0]]},{"points":[[0,0,5],[0,9,5],[9,9,5],[9,0,5]]}],"portals":[1],)"
    R"("physics_bsp":"leaf","cell_bsp":"none"},"portals":[{"polygon":1,"to":"outside"}]}]})";

std::string scenario(const std::string& mover, const std::string& body, const std::string& inputs,
                     const std::string& more = "") {
  return std::string(R"({"format":"surefoot-scenario/1","name":"s","world":)") + kWorld + R"(,"mover":)" +
         mover + R"(,"body":)" + body + R"(,"inputs":)" + inputs + more + "}";
}

const std::string kMover = R"({"radius":0.48,"height":1.8})";
const std::string kBody = R"({"cell":"0x01010100","position":[4,4,1]})";
const std::string kInputs = R"([{"offset":[0.1,0,0],"ticks":3}])";

std::string error_of(const std::string& text) {
  const auto s = read_scenario_text(text, "");
  return s ? "" : s.error().text();
}

TEST(ScenarioReader, ReadsTheSmallestScenario) {
  const auto s = read_scenario_text(scenario(kMover, kBody, kInputs), "");
  ASSERT_TRUE(s.has_value()) << s.error().text();
  EXPECT_EQ(s->total_ticks(), 3U);
  EXPECT_EQ(s->mover.num_spheres, 2);
  EXPECT_NE(s->world_hash, 0U);
}

TEST(ScenarioReader, PointsAtTheFault) {
  const struct {
    std::string text;
    const char* expected;
  } cases[] = {
      {scenario(R"({"radius":0})", kBody, kInputs), "/mover: sphere 0: its radius must be above 0"},
      {scenario(R"({"radius":-1})", kBody, kInputs), "/mover: sphere 0"},
      {scenario(R"({"height":1})", kBody, kInputs),
       "/mover: \"setup\", \"spheres\" or \"radius\" is missing"},
      {scenario(R"({"radius":"nan"})", kBody, kInputs), "/mover/radius: must be finite"},
      {scenario(kMover, R"({"cell":"0x01010100","position":[1,2]})", kInputs),
       "/body/position: expected [x, y, z]"},
      {scenario(kMover, R"({"cell":"0x01010100","position":[1,2,"inf"]})", kInputs),
       "/body/position/2: must be finite"},
      {scenario(kMover, R"({"cell":"0x01010100","position":[1,2,1e39]})", kInputs),
       "/body/position/2: must be finite"},
      {scenario(kMover, R"({"cell":"0x01010100","position":[1,2,3],"transient":["CONTACT"]})", kInputs),
       "/body: \"transient\" has CONTACT"},
      {scenario(kMover, R"({"cell":"0x01010100","position":[1,2,3],"transient":["STANDING"]})", kInputs),
       "/body/transient/0: unknown flag \"STANDING\""},
      {scenario(kMover, kBody, "[]"), "/inputs: no inputs"},
      {scenario(kMover, kBody, R"([{"offset":[0,0,0],"target":[0,0,0]}])"), "/inputs/0: give either"},
      {scenario(kMover, kBody, R"([{"offset":[0,0,0],"tick":4}])"), "/inputs/0/tick: unknown field \"tick\""},
      {scenario(kMover, kBody, R"([{"offset":[0,0,0],"ticks":0}])"), "/inputs/0/ticks: 0 is not within"},
      {scenario(kMover, kBody, kInputs, R"(,"mode":"query")"),
       "/mode: mode \"query\" is not run by this version"},
      {scenario(kMover, kBody, kInputs, R"(,"mode":"body")"), "/inputs/0/offset: unknown field"},
      {scenario(kMover, kBody, R"([{"dt":0}])", R"(,"mode":"body")"), "/inputs/0/dt: a quantum is above 0"},
      {scenario(kMover, kBody, R"([{"jump":{"height":2}}])", R"(,"mode":"body")"),
       "/inputs/0/jump/height: unknown field"},
      {scenario(kMover, kBody, R"([{"command":{"forward":"fly"}}])", R"(,"mode":"body")"),
       "/inputs/0/command/forward: unknown command \"fly\"; known: ready, walk"},
      {scenario(kMover, kBody, R"([{"command":{"turn":3}}])", R"(,"mode":"body")"),
       "/inputs/0/command/turn: "},
      {scenario(kMover, kBody, R"([{"command":{"jump":1}}])", R"(,"mode":"body")"),
       "/inputs/0/command/jump: unknown field"},
      {scenario(kMover, kBody, R"([{"command":{},"walk":[1,0,0]}])", R"(,"mode":"body")"),
       "/inputs/0/command: a \"command\" replaces"},
      {scenario(kMover, kBody, R"([{"interpolate_to":{"cell":1}}])", R"(,"mode":"body")"),
       "/inputs/0/interpolate_to: \"position\" is missing"},
      {scenario(R"({"radius":0.48,"run":{"skill":-1}})", kBody, R"([{"ticks":1}])", R"(,"mode":"body")"),
       "/mover/run/skill: -1 is not within"},
      {scenario(R"({"radius":0.48,"run":{}})", kBody, R"([{"ticks":1}])", R"(,"mode":"body")"),
       "/mover/run: \"rate\" is missing"},
      {scenario(R"({"radius":0.48,"run":{"skill":1,"rate":1}})", kBody, R"([{"ticks":1}])",
                R"(,"mode":"body")"),
       "/mover/run: give either"},
      {scenario(R"({"radius":0.48,"friction":2})", kBody, R"([{"ticks":1}])", R"(,"mode":"body")"),
       "/mover/friction: 2 is not within 0 to 1"},
      {scenario(R"({"radius":0.48,"drive":"wheels"})", kBody, R"([{"ticks":1}])", R"(,"mode":"body")"),
       "/mover/drive: \"drive\" is"},
      {scenario(kMover, kBody, kInputs, R"(,"profile":["acdrem"])"),
       "/profile/0: unknown profile or divergence 'acdrem'"},
      {scenario(kMover, kBody, kInputs, R"(,"expect":[{"field":"position.x"}])"),
       "/expect/0: an expectation has exactly one"},
      {scenario(kMover, kBody, kInputs, R"(,"expect":[{"field":"position.x","near":1}])"),
       "/expect/0: \"tol\" is missing"},
      {R"({"format":"surefoot-scenario/2"})", "/format: expected \"format\": \"surefoot-scenario/1\""},
      {R"({"format":)", "not valid JSON"},
      {"", "not valid JSON"},
  };
  for (const auto& c : cases)
    EXPECT_NE(error_of(c.text).find(c.expected), std::string::npos) << error_of(c.text);
}

TEST(ScenarioReader, PointsAtTheFaultOfAChange) {
  const auto change = [](const std::string& fields) {
    return scenario(kMover, kBody, R"([{"offset":[0.1,0,0],"world":[{)" + fields + "}]}]");
  };
  const std::string ball = R"("add":{"cell":"0x01010100","shape":{"spheres":[[0,0,1,1]]}})";
  const struct {
    std::string text;
    const char* expected;
  } cases[] = {
      {change(R"("remove":true)"), "/inputs/0/world/0: \"object\" is missing"},
      {change(R"("object":7,"remove":true)"),
       "/inputs/0/world/0/object: object 0x00000007 is not in the world by then"},
      {change(R"("object":7,"open":true)"), "/inputs/0/world/0/open: unknown field"},
      {change(R"("object":7,"cell":5,)" + ball), "/inputs/0/world/0/cell: a \"cell\" goes with a \"frame\""},
      {change(R"("object":0,)" + ball),
       "/inputs/0/world/0/object: object 0x00000000 is in the world already"},
      {change(R"("object":7,"add":{"id":7,"cell":"0x01010100","shape":{"spheres":[[0,0,1,1]]}})"),
       "/inputs/0/world/0/add/id: its id is the one in \"object\""},
      {change(R"("object":7,"add":{"shape":{"spheres":[[0,0,1,1]]}})"), "/inputs/0/world/0/add: name a cell"},
      {change(R"("object":7,"set_state":["OPEN"],)" + ball), "/inputs/0/world/0/set_state/0: unknown flag"},
      {scenario(R"({"radius":0.48,"kind":"player"})", kBody, kInputs), "/mover: a mover with a \"kind\""},
      {scenario(R"({"radius":0.48,"kind":"plyer","id":5})", kBody, kInputs),
       "/mover/kind: unknown kind \"plyer\""},
      {scenario(R"({"setup":5})", kBody, kInputs), "/mover/setup: setup 0x00000005 is not in the world"},
      {scenario(R"({"setup":5,"radius":1})", kBody, kInputs), "/mover: give one of"},
      {scenario(kMover, kBody, kInputs, R"(,"crowd":{})"), "/crowd: a \"crowd\" needs \"mode\": \"crowd\""},
      {scenario(kMover, kBody, kInputs, R"(,"mode":"crowd","crowd":{})"), "/body: a crowd has no such field"},
  };
  for (const auto& c : cases)
    EXPECT_NE(error_of(c.text).find(c.expected), std::string::npos) << error_of(c.text);
  EXPECT_EQ(error_of(change(R"("object":7,"set_state":["ETHEREAL"],)" + ball)), "");
}

std::string crowd(const std::string& fields) {
  return std::string(R"({"format":"surefoot-scenario/1","name":"s","mode":"crowd","world":)") + kWorld +
         R"(,"mover":)" + kMover + R"(,"crowd":{)" + fields + "}}";
}

TEST(ScenarioReader, ReadsACrowdAndPointsAtItsFaults) {
  const std::string rest = R"("cell":"0x01010100","target":[4,4,1],"step":0.1,"ticks":5)";
  const auto s = read_scenario_text(crowd(rest + R"(,"members":[[1,1,1],[7,7,1]])"), "");
  ASSERT_TRUE(s.has_value()) << s.error().text();
  ASSERT_EQ(s->crowd->members.size(), 2U);
  EXPECT_NE(s->crowd->members[0].id, s->crowd->members[1].id);
  EXPECT_TRUE(s->crowd->members[0].is_a(weenie::kCreature));
  EXPECT_EQ(s->total_ticks(), 5U);
  EXPECT_NE(error_of(crowd(rest + R"(,"members":[])")).find("/crowd/members: a crowd has 1 to"),
            std::string::npos);
  EXPECT_NE(
      error_of(crowd(R"("cell":"0x01010101","target":[4,4,1],"step":0.1,"ticks":5,"members":[[1,1,1]])"))
          .find("/crowd/members/0: cell 0x01010101 is not in the world"),
      std::string::npos);
  EXPECT_NE(error_of(crowd(R"("cell":"0x01010100","target":[4,4,1],"step":0,"ticks":5,"members":[[1,1,1]])"))
                .find("/crowd/step: a step is longer than 0 m"),
            std::string::npos);
}

TEST(ScenarioReader, FaultsOfAnInlineWorldPointIntoIt) {
  std::string text = scenario(kMover, kBody, kInputs);
  text.replace(text.find("[9,9,0]"), 7, "[9,9]");
  EXPECT_EQ(error_of(text).rfind("/world/cells/0/shape/polygons/0/points/2", 0), 0U) << error_of(text);
}

TEST(ScenarioReader, NamesAMissingFile) {
  const auto s = read_scenario("no-such.scenario.json");
  ASSERT_FALSE(s.has_value());
  EXPECT_EQ(s.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(s.error().where, "no-such.scenario.json");
}

TEST(ScenarioReader, EveryTruncationIsAnError) {
  const std::string text = scenario(kMover, kBody, kInputs);
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_FALSE(read_scenario_text(text.substr(0, n), "").has_value()) << n;
}

TEST(ScenarioReader, ReadsWhatGuardsAnswer) {
  const auto with = [](const std::string& more) { return scenario(kMover, kBody, kInputs, more); };
  const auto s = read_scenario_text(with(R"(,"guards":{"0x70000001":"refused","8":"open"})"), "");
  ASSERT_TRUE(s.has_value()) << s.error().text();
  EXPECT_EQ(s->guards->can_move_into(0x70000001, 1), EntryPolicy::Answer::refused);
  EXPECT_EQ(s->guards->can_move_into(8, 1), EntryPolicy::Answer::open);
  EXPECT_EQ(s->guards->can_move_into(9, 1), EntryPolicy::Answer::unknown);
  EXPECT_FALSE(s->guards->can_bypass(1));
  EXPECT_NE(error_of(with(R"(,"guards":{"8":"shut"})")).find("/guards/8"), std::string::npos);
  EXPECT_NE(error_of(with(R"(,"guards":{"door":"open"})")).find("/guards/door"), std::string::npos);
  EXPECT_NE(error_of(with(R"(,"mode":"body","guards":{"8":"open"})")), "");
}

TEST(ScenarioReader, AGapTakesThePlaceOfAQuantum) {
  const auto body = [](const std::string& inputs) {
    return error_of(scenario(kMover, kBody, inputs, R"(,"mode":"body")"));
  };
  EXPECT_EQ(body(R"([{"gap":0.35}])"), "");
  EXPECT_NE(body(R"([{"gap":0}])").find("/inputs/0/gap"), std::string::npos);
  EXPECT_NE(body(R"([{"gap":0.35,"dt":0.1}])").find("/inputs/0/gap"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::io
