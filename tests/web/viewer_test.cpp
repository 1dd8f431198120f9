// What the page asks of the engine, asked here: the answers are those of the tool.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/run.hpp"
#include "support/paths.hpp"
#include "web/viewer.hpp"

namespace surefoot::test {

namespace {

using Json = nlohmann::ordered_json;

class ViewerTest : public ::testing::Test {
 protected:
  Json ask(const Json& command) { return Json::parse(viewer_.call(command.dump())); }
  Json open(const std::string& name) {
    Json opened = ask({{"do", "open"}, {"path", source_path("worlds/" + name)}});
    EXPECT_FALSE(opened.contains("error")) << opened.dump();
    return opened;
  }
  Json walk(const Json& command) { return ask({{"do", "walk"}, {"take", "walk"}, {"command", command}}); }

  web::Viewer viewer_;
};

std::string hash_of(const std::string& name) {
  const auto scenario = io::read_scenario(source_path("worlds/" + name));
  EXPECT_TRUE(scenario.has_value());
  return fmt::format("0x{:016x}", scenario::run(*scenario)->hash);
}

/// Turned about and walked, with a wait between.
constexpr int kTicks = 60;
Json held_at(int tick) {
  if (tick < 10) return Json::object();
  if (tick < 40) return {{"forward", "walk"}, {"turn", "left"}, {"run_key", true}};
  return {{"forward", "backwards"}, {"sidestep", "right"}};
}

constexpr const char* kWalk = R"({"format": "surefoot-scenario/1", "name": "w", "mode": "body",
  "world": "plain-room.world.json",
  "mover": {"spheres": [[0, 0, 0.475, 0.48], [0, 0, 1.35, 0.48]], "step_up_height": 0.6, "step_down_height": 1.5,
            "kind": "player", "id": "0x50000001", "run": {"skill": 200}, "jump": {"skill": 200}},
  "body": {"cell": "0x01010100", "position": [10, 10, 0.5], "transient": []},
  "inputs": [{"ticks": 1}]})";

}  // namespace

TEST_F(ViewerTest, PlaysToTheHashOfARun) {
  for (const char* name :
       {"stairs-up.scenario.json", "body-jump.scenario.json", "door-opened.scenario.json"}) {
    open(name);
    ask({{"do", "start"}, {"take", "main"}});
    Json news;
    do {
      news = ask({{"do", "play"}, {"take", "main"}, {"most", 7}});
    } while (!news["done"].get<bool>());
    EXPECT_EQ(news["hash"], hash_of(name)) << name;
  }
}

TEST_F(ViewerTest, WalksAsItsScenarioRuns) {
  ASSERT_FALSE(ask({{"do", "open"}, {"text", kWalk}, {"dir", source_path("worlds")}}).contains("error"));
  ask({{"do", "start"}, {"take", "walk"}, {"walk", true}});
  Json scenario = Json::parse(kWalk);
  scenario["inputs"] = Json::array();
  Json held;
  Json news;
  for (int tick = 0; tick < kTicks; ++tick) {
    const Json now = held_at(tick);
    Json command{{"do", "walk"}, {"take", "walk"}};
    Json input{{"ticks", 1}};
    if (tick == 0 || now != held) command["command"] = input["command"] = now;
    if (tick == 20) {
      command["jump"] = 0.5;
      input["jump"] = {{"power", 0.5}};
    }
    held = now;
    news = ask(command);
    ASSERT_FALSE(news.contains("error")) << news.dump();
    // What is held is not said again: one input of more ticks is the same.
    if (input.size() == 1)
      scenario["inputs"].back()["ticks"] = scenario["inputs"].back()["ticks"].get<int>() + 1;
    else
      scenario["inputs"].push_back(input);
  }
  const auto read = io::read_scenario_text(scenario.dump(), source_path("worlds"));
  ASSERT_TRUE(read.has_value()) << read.error().text();
  EXPECT_EQ(news["hash"], fmt::format("0x{:016x}", scenario::run(*read)->hash));
}

TEST_F(ViewerTest, UndoneAndWalkedAgainIsTheSame) {
  ask({{"do", "open"}, {"text", kWalk}, {"dir", source_path("worlds")}});
  ask({{"do", "start"}, {"take", "walk"}, {"walk", true}});
  std::vector<std::string> hashes;
  for (int tick = 0; tick < kTicks; ++tick) hashes.push_back(walk(held_at(tick))["hash"]);
  for (const int to : {59, 33, 32, 1, 0}) {
    const Json undone = ask({{"do", "undo"}, {"take", "walk"}, {"ticks", to}});
    ASSERT_EQ(undone["ticks"], to);
    if (to > 0) {
      EXPECT_EQ(undone["hash"], hashes[static_cast<std::size_t>(to) - 1]);
    }
    Json news;
    for (int tick = to; tick < kTicks; ++tick) news = walk(held_at(tick));
    EXPECT_EQ(news["hash"], hashes.back()) << "from " << to;
  }
}

TEST_F(ViewerTest, CopiesAMomentThatEndsTheSame) {
  open("roof-landing.scenario.json");
  ask({{"do", "start"}, {"take", "main"}});
  ask({{"do", "play"}, {"take", "main"}, {"most", 100}});
  for (const int tick : {0, 4, 5, 12, 21, 30}) {
    const Json moment =
        ask({{"do", "moment"}, {"take", "main"}, {"tick", tick}, {"world", "roof.world.json"}});
    EXPECT_EQ(moment["exact"], true) << tick << ": " << moment.dump();
  }
}

TEST_F(ViewerTest, DrawsEverySurfaceByItsClass) {
  open("roof-landing.scenario.json");
  const Json said = ask({{"do", "draw"}});
  std::array<int, 5> counts{};
  for (std::size_t i = 0; i < said["polygons"].get<std::size_t>(); ++i)
    ++counts.at(viewer_.words()[i * web::kPolygonWords + 2] & 0xFFU);
  EXPECT_GT(counts[static_cast<std::size_t>(web::Surface::walkable)], 0) << "the floor";
  EXPECT_GT(counts[static_cast<std::size_t>(web::Surface::landing)], 0) << "the roof: nobody stands on it";
  EXPECT_GT(counts[static_cast<std::size_t>(web::Surface::wall)], 0);
  EXPECT_EQ(viewer_.words().size(), said["polygons"].get<std::size_t>() * web::kPolygonWords +
                                        said["vertices"].get<std::size_t>() * 3);
}

TEST_F(ViewerTest, FindsWhereTwoProfilesPart) {
  open("steep-neighbour.scenario.json");
  ask({{"do", "start"}, {"take", "main"}, {"profile", "retail"}});
  ask({{"do", "start"}, {"take", "other"}, {"profile", "acdream-2026-08-08"}});
  const Json parting = ask({{"do", "part"}, {"left", "main"}, {"right", "other"}});
  EXPECT_EQ(parting["difference"]["tick"], 0);
  EXPECT_FALSE(parting["difference"]["rule"].get<std::string>().empty());
}

TEST_F(ViewerTest, RefusesWithAReasonAndChangesNothing) {
  EXPECT_EQ(ask({{"do", "draw"}})["error"]["message"], "nothing is open");
  open("stairs-up.scenario.json");
  EXPECT_TRUE(ask({{"do", "nonsense"}}).contains("error"));
  EXPECT_TRUE(ask({{"do", "play"}, {"take", "none"}}).contains("error"));
  EXPECT_TRUE(ask({{"do", "start"}, {"take", "walk"}, {"walk", true}}).contains("error"))
      << "a mover that is resolved has no keys";
  EXPECT_TRUE(Json::parse(viewer_.call("{")).contains("error"));
  const Json broken = ask({{"do", "open"}, {"text", "{\"format\": 3}"}, {"dir", ""}});
  EXPECT_EQ(broken["error"]["where"], "/format");
  EXPECT_FALSE(ask({{"do", "start"}, {"take", "main"}}).contains("error")) << "what was open still is";
}

TEST_F(ViewerTest, FindsAPlaceToBeginInEveryWorld) {
  for (const char* name :
       {"four-blocks.world.json", "house.world.json", "hills.world.json", "roof.world.json"}) {
    const Json look = ask({{"do", "look"}, {"path", source_path(std::string("worlds/") + name)}});
    EXPECT_TRUE(look["spawn"].is_object()) << name << ": " << look.dump();
  }
}

}  // namespace surefoot::test
