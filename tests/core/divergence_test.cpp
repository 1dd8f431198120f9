// The register of known deviations and its profiles (spec 09).
#include "core/divergence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace surefoot {
namespace {

TEST(Divergences, RowsAreCompleteAndDiffer) {
  std::set<std::string_view> ids;
  for (const DivergenceInfo& row : divergence_table()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.ports.empty()) << row.id;
    EXPECT_FALSE(row.retail.empty()) << row.id;
    EXPECT_FALSE(row.port.empty()) << row.id;
    EXPECT_FALSE(row.symptom.empty()) << row.id;
  }
  EXPECT_EQ(ids.size(), kDivergenceCount);
  EXPECT_EQ(info(Divergence::openac_floor_z).id, "openac_floor_z");
}

TEST(Profile, IsRetailWhenEmpty) {
  const Profile p;
  EXPECT_TRUE(p.empty());
  for (std::size_t i = 0; i < kDivergenceCount; ++i) EXPECT_FALSE(p.has(static_cast<Divergence>(i)));
  EXPECT_EQ(parse_profile("retail"), p);
  EXPECT_EQ(parse_profile(""), p);
}

TEST(Profile, ParsesEveryIdAndListsItBack) {
  for (const DivergenceInfo& row : divergence_table()) {
    const auto p = parse_profile(row.id);
    ASSERT_TRUE(p.has_value()) << row.id;
    EXPECT_EQ(p->ids(), std::vector<std::string>{std::string(row.id)});
  }
}

TEST(Profile, AddsUpNamesAndIds) {
  const auto p = parse_profile("acdream-2026-08-08,ts1_no_recache");
  ASSERT_TRUE(p.has_value());
  EXPECT_TRUE(p->has(Divergence::ad345_adjusted_without_push));
  EXPECT_TRUE(p->has(Divergence::ad66_scaled_radius));
  EXPECT_TRUE(p->has(Divergence::ts1_no_recache));
  EXPECT_FALSE(p->has(Divergence::ad65_away_subtract));
  const auto ids = p->ids();
  Profile again;
  for (const std::string& id : ids) again.add(*parse_profile(id));
  EXPECT_EQ(again, *p);
}

TEST(Profile, EveryNamedProfileParses) {
  const auto names = profile_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "retail"), names.end());
  for (const std::string& name : names) EXPECT_TRUE(parse_profile(name).has_value()) << name;
}

TEST(Profile, GdleIsTheListOfTheRegister) {
  const auto p = parse_profile("gdle");
  ASSERT_TRUE(p.has_value());
  for (const Divergence d :
       {Divergence::gdle_slide_opposed_ok, Divergence::gdle_foot_slide, Divergence::gdle_sphere_land_inverted,
        Divergence::gdle_one_sphere_rest, Divergence::gdle_nan_radicand, Divergence::gdle_cyl_land_sphere,
        Divergence::gdle_cyl_down_xz, Divergence::gdle_needs_cell, Divergence::gdle_cvel_div,
        Divergence::gdle_bounce_double})
    EXPECT_TRUE(p->has(d)) << info(d).id;
  EXPECT_FALSE(p->has(Divergence::gdle_leave_ground_inverted)) << "not in the list";
  EXPECT_FALSE(p->has(Divergence::gdle_cyl_wall_radsum)) << "not in the list";
  EXPECT_FALSE(p->has(Divergence::openac_foot_slide_general));
}

// "Those" of the later date and what was repaired in between (09).
TEST(Profile, TheEarlierAcdreamHasAllOfTheLater) {
  const auto later = parse_profile("acdream-2026-08-08");
  const auto earlier = parse_profile("acdream-2026-04");
  ASSERT_TRUE(later.has_value() && earlier.has_value());
  Profile both = *earlier;
  both.add(*later);
  EXPECT_EQ(both, *earlier);
  EXPECT_TRUE(earlier->has(Divergence::ad25_no_bounce));
  EXPECT_TRUE(earlier->has(Divergence::ap7_threshold_zero));
  EXPECT_FALSE(later->has(Divergence::ad25_no_bounce));
}

// Every row that names the port, whoever is named first; not what it did until some date.
TEST(Profile, AceAndOpenAcAreTheirRows) {
  const auto ace = parse_profile("ace");
  const auto openac = parse_profile("openac");
  ASSERT_TRUE(ace.has_value() && openac.has_value());
  EXPECT_TRUE(ace->has(Divergence::gdle_slide_opposed_ok)) << "gdle, ace";
  EXPECT_TRUE(ace->has(Divergence::ad345_adjusted_without_push)) << "acdream on a date, ace";
  EXPECT_TRUE(ace->has(Divergence::ace_cyl_head_slide));
  EXPECT_FALSE(ace->has(Divergence::gdle_foot_slide));
  EXPECT_FALSE(ace->has(Divergence::openac_no_seam));
  EXPECT_TRUE(openac->has(Divergence::lift_no_block_offset)) << "openac, acdream";
  EXPECT_TRUE(openac->has(Divergence::ace_touch_is_apart)) << "ace, openac";
  EXPECT_FALSE(openac->has(Divergence::gdle_slide_opposed_ok));
  EXPECT_FALSE(openac->has(Divergence::ap4_cliff_first)) << "acdream alone";
}

TEST(Profile, AnUnknownNameIsAnErrorThatListsTheKnownOnes) {
  const auto p = parse_profile("retail,no-such-port");
  ASSERT_FALSE(p.has_value());
  EXPECT_EQ(p.error().code, ErrorCode::bad_value);
  EXPECT_NE(p.error().message.find("no-such-port"), std::string::npos);
  EXPECT_NE(p.error().message.find("acdream-2026-08-08"), std::string::npos);
}

}  // namespace
}  // namespace surefoot
