// What the page asks of the engine, asked here: the answers are those of the tool.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/load_world.hpp"
#include "io/prepared_writer.hpp"
#include "io/world_json.hpp"
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
  hashes.reserve(kTicks);
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

/// Polygons other than portals: what they are, and their corners.
std::vector<std::vector<std::uint32_t>> polygons_of(const Json& said,
                                                    const std::vector<std::uint32_t>& words) {
  const auto count = said["polygons"].get<std::size_t>();
  std::vector<std::vector<std::uint32_t>> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i * web::kPolygonWords);
    if (at[2] == static_cast<std::uint32_t>(web::Surface::portal)) continue;
    const std::size_t first = std::size_t{at[3]} * 3;
    const std::size_t floats = std::size_t{at[4]} * 3;
    const auto corners = words.begin() + static_cast<std::ptrdiff_t>(count * web::kPolygonWords + first);
    out.push_back({at[0], at[1], at[2]});
    out.back().insert(out.back().end(), corners, corners + static_cast<std::ptrdiff_t>(floats));
  }
  return out;
}

// A prepared file has no linked trees, and the picture showed bare land.
TEST_F(ViewerTest, APreparedWorldIsDrawnAsTheOneItWasMadeOf) {
  const std::string file = ::testing::TempDir() + "viewer_test.sfw";
  for (const char* name : {"house-enter", "roof-landing"}) {
    const std::string path = source_path(std::string("worlds/") + name + ".scenario.json");
    Json scenario = Json::parse(std::ifstream(path));
    open(std::string(name) + ".scenario.json");
    const Json said = ask({{"do", "draw"}});
    const auto polygons = polygons_of(said, viewer_.words());
    std::vector<Json> trees;
    for (std::size_t i = 0; i < said["sources"].size(); ++i)
      trees.push_back(ask({{"do", "tree"}, {"source", i}}));
    const std::string world = source_path("worlds/" + scenario["world"].get<std::string>());
    const auto spawn = ask({{"do", "look"}, {"path", world}})["spawn"];

    const auto loaded = io::load_world(world);
    ASSERT_TRUE(loaded.has_value());
    ASSERT_TRUE(io::write_prepared(*loaded, file, {}).has_value());
    scenario["world"] = "viewer_test.sfw";
    const Json opened = ask({{"do", "open"}, {"text", scenario.dump()}, {"dir", ::testing::TempDir()}});
    ASSERT_FALSE(opened.contains("error")) << opened.dump();
    const Json again = ask({{"do", "draw"}});
    EXPECT_EQ(again["sources"].size(), said["sources"].size());
    EXPECT_EQ(polygons_of(again, viewer_.words()), polygons) << name;
    int planes = 0;
    for (std::size_t i = 0; i < trees.size(); ++i) {
      const Json tree = ask({{"do", "tree"}, {"source", i}});
      ASSERT_EQ(tree.is_null(), trees[i].is_null()) << name << ", source " << i;
      if (tree.is_null()) continue;
      EXPECT_EQ(tree.value("sphere", Json()), trees[i].value("sphere", Json())) << name << ", source " << i;
      EXPECT_EQ(tree.value("normal", Json()), trees[i].value("normal", Json())) << name << ", source " << i;
      planes += tree.value("normal", Json()).is_null() ? 0 : 1;
    }
    EXPECT_GT(planes, 0) << name;
    EXPECT_EQ(ask({{"do", "look"}, {"path", file}})["spawn"], spawn);
    ask({{"do", "start"}, {"take", "main"}});
    EXPECT_EQ(ask({{"do", "play"}, {"take", "main"}, {"most", 1000}})["hash"],
              hash_of(std::string(name) + ".scenario.json"));
  }
}

TEST_F(ViewerTest, FindsWhereTwoProfilesPart) {
  open("steep-neighbour.scenario.json");
  ask({{"do", "start"}, {"take", "main"}, {"profile", "retail"}});
  ask({{"do", "start"}, {"take", "other"}, {"profile", "acdream-2026-08-08"}});
  const Json parting = ask({{"do", "part"}, {"left", "main"}, {"right", "other"}});
  EXPECT_EQ(parting["difference"]["tick"], 0);
  EXPECT_FALSE(parting["difference"]["rule"].get<std::string>().empty());
}

class CrowdViewerTest : public ViewerTest {
 protected:
  static constexpr int kTicks = 160;

  /// The shipped crowd to its `kTicks`th tick.
  void SetUp() override {
    Json scenario = Json::parse(std::ifstream(source_path("worlds/crowd-200.scenario.json")));
    scenario["crowd"]["ticks"] = kTicks;
    scenario.erase("expect");
    world_ = scenario["world"];
    text_ = scenario.dump();
    const Json opened = ask({{"do", "open"}, {"text", text_}, {"dir", source_path("worlds")}});
    ASSERT_EQ(opened["members"].size(), 200U);
    ask({{"do", "start"}, {"take", "main"}});
    ASSERT_EQ(ask({{"do", "play"}, {"take", "main"}, {"most", kTicks}})["done"], true);
  }
  Json of(const char* what, int tick, int member) {
    return ask({{"do", what}, {"take", "main"}, {"tick", tick}, {"member", member}, {"world", world_}});
  }

  Json world_;
  std::string text_;
};

TEST_F(CrowdViewerTest, EveryMemberHasAReadoutOfEveryTick) {
  const auto scenario = io::read_scenario_text(text_, source_path("worlds"));
  ASSERT_TRUE(scenario.has_value());
  scenario::CrowdRunner runner(*scenario, {});
  const auto bits = [](float v) { return fmt::format("0x{:08x}", std::bit_cast<std::uint32_t>(v)); };
  std::vector<std::vector<Body>> after;
  for (int tick = 0; tick < kTicks; ++tick) {
    ASSERT_TRUE(runner.step().has_value());
    after.push_back(runner.bodies());
  }
  // Forwards, back, and far ahead, over states that are kept and over none.
  for (const int tick : {0, 1, 2, 40, 41, 17, 16, 15, kTicks - 1, 3}) {
    for (const int member : {0, 64, 199}) {
      const Json told = of("tick", tick, member);
      const Body& b = after[static_cast<std::size_t>(tick)][static_cast<std::size_t>(member)];
      EXPECT_EQ(told["tick"], tick);
      EXPECT_EQ(told["cell"], b.position.cell_id);
      EXPECT_EQ(told["bits"][0], bits(b.position.frame.origin.x)) << tick << ", " << member;
      EXPECT_EQ(told["bits"][1], bits(b.position.frame.origin.y)) << tick << ", " << member;
      EXPECT_EQ(told["transient"], b.transient);
      EXPECT_EQ(told["tried"], true);
    }
  }
  const Json began = of("tick", -1, 64);
  EXPECT_EQ(began["tick"], -1);
  EXPECT_EQ(began["flags"], Json::array({"CONTACT", "ON_WALKABLE"}));
  const Json member = of("member", 0, 64);
  ASSERT_EQ(member["steps"].size(), static_cast<std::size_t>(kTicks));
  EXPECT_EQ(member["begin"], began["at"]);
  EXPECT_EQ(member["steps"][40]["at"], of("tick", 40, 64)["at"]);
  EXPECT_EQ(member["steps"][40]["moved"], of("tick", 40, 64)["moved"]);
}

TEST_F(CrowdViewerTest, EveryMemberHasARuleTree) {
  for (const auto& [tick, member] : {std::pair{60, 10}, std::pair{69, 150}, std::pair{3, 150}}) {
    const Json traced = of("trace", tick, member);
    EXPECT_EQ(traced["tick"], tick);
    EXPECT_FALSE(traced["rule"].get<std::string>().empty());
    EXPECT_FALSE(traced["summary"].get<std::string>().empty());
    EXPECT_FALSE(traced["tree"].empty());
    EXPECT_EQ(traced["reached"], of("tick", tick, member)["at"]);
  }
  // Looking changed nothing.
  const auto scenario = io::read_scenario_text(text_, source_path("worlds"));
  ask({{"do", "start"}, {"take", "other"}});
  const Json again = ask({{"do", "play"}, {"take", "other"}, {"most", kTicks}});
  EXPECT_EQ(again["hash"], fmt::format("0x{:016x}", scenario::run(*scenario)->hash));
}

// Who is in the way stands in the copied scenario too.
TEST_F(CrowdViewerTest, CopiesAMembersMomentThatEndsTheSame) {
  int touching = 0;
  for (const auto& [tick, member] :
       {std::pair{0, 0}, std::pair{60, 10}, std::pair{69, 1}, std::pair{69, 150}}) {
    touching += of("tick", tick, member)["touched"].empty() ? 0 : 1;
    const Json moment = of("moment", tick, member);
    EXPECT_EQ(moment["exact"], true) << tick << ", " << member << ": " << moment["why"];
  }
  EXPECT_GT(touching, 0) << "none of these met anybody";
  // In a heap, who was listed first decides whom one slides round: they are written in that order. What lists had been
  // emptied and filled before cannot be written; the page says of such a moment that it ends otherwise.
  int exact = 0;
  for (int member = 0; member < 200; member += 9)
    exact += of("moment", kTicks - 1, member)["exact"] == true ? 1 : 0;
  EXPECT_GE(exact, 22) << "of 23";
}

TEST_F(CrowdViewerTest, TheOthersStandInTheWorldThatIsWalkedFrom) {
  const Json world = of("stand", 30, 7);
  ASSERT_EQ(world["objects"].size(), 199U);
  const Json eighth = of("tick", 30, 8);
  const auto stands = std::find_if(world["objects"].begin(), world["objects"].end(),
                                   [](const Json& o) { return o["id"] == "0x50000009"; });
  ASSERT_NE(stands, world["objects"].end());
  EXPECT_EQ((*stands)["frame"]["origin"], eighth["bits"]);
  const auto json = io::parse_json(world.dump());
  ASSERT_TRUE(json.has_value());
  const auto read = io::read_world_json(*json, source_path("worlds"));
  ASSERT_TRUE(read.has_value()) << read.error().text();
  EXPECT_EQ(read->registry().objects().size(), 199U);
}

TEST_F(CrowdViewerTest, TwoProfilesPartByAMember) {
  ask({{"do", "start"}, {"take", "other"}, {"profile", "openac_normalise_divides"}});
  const Json parting = ask({{"do", "part"}, {"left", "main"}, {"right", "other"}});
  ASSERT_TRUE(parting["difference"].is_object());
  EXPECT_TRUE(parting["difference"]["member"].is_number());
  EXPECT_FALSE(parting["difference"]["sides"][0]["summary"].get<std::string>().empty());
}

TEST_F(CrowdViewerTest, ANamelessMemberIsRefused) {
  for (const char* what : {"tick", "trace", "moment", "member", "stand"}) {
    EXPECT_EQ(of(what, 3, 200)["error"]["where"], "member") << what;
    const Json command{{"do", what}, {"take", "main"}, {"tick", 3}, {"world", world_}};
    EXPECT_EQ(ask(command)["error"]["where"], "member") << what;
  }
  EXPECT_TRUE(of("trace", kTicks, 3).contains("error"));
  EXPECT_TRUE(of("stand", kTicks, 3).contains("error"));
  open("stairs-up.scenario.json");
  ask({{"do", "start"}, {"take", "main"}});
  ask({{"do", "play"}, {"take", "main"}, {"most", 10}});
  EXPECT_TRUE(of("member", 3, 0).contains("error")) << "a single mover has none";
  EXPECT_TRUE(of("stand", 3, 0).contains("error"));
  EXPECT_TRUE(of("tick", 3, 0).contains("error"));
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
