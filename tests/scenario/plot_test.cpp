// The picture of a run: what is in it, and that it is well-formed XML.
#include "scenario/plot.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/paths.hpp"

namespace surefoot::scenario {
namespace {

/// Every tag closed, in order.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.back() == '/') continue;
    if (tag.front() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
      continue;
    }
    if (open.empty() || open.back() != tag.substr(1)) return false;
    open.pop_back();
  }
  return open.empty();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::string picture_of(const std::string& file) {
  const auto s = io::read_scenario(std::string(SUREFOOT_SOURCE_DIR) + "/worlds/" + file);
  EXPECT_TRUE(s.has_value()) << s.error().text();
  const auto r = run(*s);
  EXPECT_TRUE(r.has_value()) << r.error().text();
  return plot_svg(*s, *r);
}

TEST(Plot, ShowsThePathTwiceWithStartAndEnd) {
  const std::string svg = picture_of("stairs-up.scenario.json");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, ">start</text>"), 2U);
  EXPECT_EQ(count(svg, ">end</text>"), 2U);
  EXPECT_EQ(count(svg, "stroke=\"#1b7837\""), 2U * 45U);  // every tick on walkable ground
  EXPECT_GT(count(svg, "class=\"o\""), 5U);               // the steps, from above
}

TEST(Plot, ColoursSayWhatItStoodOn) {
  const std::string svg = picture_of("roof-landing.scenario.json");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_GT(count(svg, "stroke=\"#2166ac\""), 0U);
  EXPECT_GT(count(svg, "stroke=\"#e08214\""), 0U);
}

TEST(Plot, AMoverThatNeverMovesIsStillAPicture) {
  const auto s = io::read_scenario_text(
      R"({"format":"surefoot-scenario/1","name":"still <& quiet","world":{"format":"surefoot-world/1","name":"w",
      "landblocks":[{"id":"0x0101"}]},"mover":{"radius":0.48},"body":{"cell":"0x01010001","position":[12,12,0]},
      "inputs":[{"offset":[0,0,0],"ticks":2}]})",
      "");
  ASSERT_TRUE(s.has_value()) << s.error().text();
  const auto r = run(*s);
  ASSERT_TRUE(r.has_value());
  const std::string svg = plot_svg(*s, *r);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "nan"), 0U);
  EXPECT_NE(svg.find("still &lt;&amp; quiet"), std::string::npos);
}

// So far out that a grid line more is no change of the number: it is still finished.
TEST(Plot, FarOutIsStillAPicture) {
  io::Scenario s;
  s.world = std::make_shared<World>();
  s.body.position.frame.origin = {1e17F, 0, -1e17F};
  EXPECT_TRUE(is_well_formed(plot_svg(s, {})));
}

TEST(Plot, ARefusedFileLeavesNothing) {
  const auto s = io::read_scenario(std::string(SUREFOOT_SOURCE_DIR) + "/worlds/stairs-up.scenario.json");
  ASSERT_TRUE(s.has_value());
  const auto r = run(*s);
  ASSERT_TRUE(r.has_value());
  EXPECT_FALSE(write_plot("no-such-folder/out.svg", *s, *r).has_value());
}

}  // namespace
}  // namespace surefoot::scenario
