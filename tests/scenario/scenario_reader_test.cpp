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
      {scenario(kMover, kBody, kInputs, R"(,"mode":"body")"),
       "/mode: mode \"body\" is not run by this version"},
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

}  // namespace
}  // namespace surefoot::io
