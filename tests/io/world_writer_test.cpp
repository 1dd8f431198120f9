// Worlds written and read again: the same worlds.
#include "io/world_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "core/float_bits.hpp"
#include "io/load_world.hpp"
#include "io/world_texts.hpp"
#include "support/paths.hpp"

namespace surefoot::io {
namespace {

std::string text_of(const World& world, const WorldWriteOptions& options = {}) {
  const auto text = world_text(world, options);
  EXPECT_TRUE(text) << (text ? "" : text.error().text());
  return text.value_or("");
}

TEST(WorldWriter, TwoRoomsSayTheSameTwice) {
  const World first = world_of(two_rooms());
  const std::string text = text_of(first);
  const World second = world_of(text);
  EXPECT_EQ(text_of(second), text);
  ASSERT_EQ(second.env_cells().size(), first.env_cells().size());
  EXPECT_EQ(second.env_cells()[0]->structure, second.env_cells()[1]->structure)
      << "cells share their structure again";
  EXPECT_EQ(second.registry().objects().size(), first.registry().objects().size());
  EXPECT_EQ(second.name, first.name);
}

TEST(WorldWriter, EveryFieldOfEveryKind) {
  const std::string text = R"({"format":"surefoot-world/1","name":"all \"of\" it\n","about":"a","license":"l",
"approximate":["bsp"],"region":{"height_table":{"linear":1.5}},
"landblocks":[
  {"id":"0x0101","heights":{"flat":3},"terrain":{"type":16,"road":1},"restrictions":{"0x05":"0x70000001"}},
  {"id":"0x0102","z":[)" + [] {
    std::string z;
    for (int i = 0; i < 81; ++i) z += fmt::format("{}{}", i == 0 ? "" : ",", 0.1 * i);
    return z;
  }() + R"(],"split":[)" + [] {
    std::string s;
    for (int i = 0; i < 64; ++i) s += fmt::format("{}{}", i == 0 ? "" : ",", i % 3 == 0 ? 1 : 0);
    return s;
  }() + R"(]}],
"gfxobjs":{
  "0x01000001":{"polygons":[{"id":7,"points":[[0,0,0],[1,0,0],[0,1,0]],"sides":2},
    {"points":[[0,0,0.5],[1,0,0.5],[0,1,0.5]],"plane":[0,0,1,-0.5000001]},
    {"id":9,"points":[[0,0,0.5],[1,0,0.5],[2,0,0.5]]}],
    "vertices":[[-3,0,0],[0,0,-0.0]],"sort_center":[1,2,3],"drawing_sphere":[1,2,3,4]},
  "0x01000002":{"polygons":[]}},
"setups":{"0x02000001":{"parts":[{"gfxobj":"0x01000001","scale":[1,2,3]},{"gfxobj":"0x01000002"}],
  "placements":{"101":[{"origin":[1,2,3]},{"yaw_degrees":30}]},
  "cylspheres":[{"low":[0,0,1],"radius":0.5,"height":2}],"spheres":[[0,0,1,0.5]],"height":1,"radius":2,
  "step_up_height":0.6,"step_down_height":1.5,"allow_free_heading":true,"sorting_sphere":[1,1,1,9]}},
"environments":{"0x0D000005":{"structs":{"3":{
  "polygons":[{"points":[[0,0,0],[9,0,0],[9,9,0],[0,9,0]]},{"id":8,"points":[[0,0,4],[0,9,4],[9,9,4],[9,0,4]]}],
  "portals":[1],
  "physics_bsp":{"plane":[0,0,1,0],"sphere":[4,4,0,9],"pos":null,
     "neg":{"leaf":3,"solid":1,"sphere":[4,4,0,9],"polys":[0]},"tag":"BPIN"},
  "cell_bsp":{"plane":[0,0,1,0],"pos":{"leaf":4},"tag":"BPnn"}}}}},
"cells":[{"id":"0x01010100","environment":"0x0D000005","struct":3,
  "frame":{"origin":[84,84,0],"quaternion":[0.99995,0,0,0.005]},
  "portals":[{"polygon":8,"to":"outside","to_portal":-1,"side":1,"exact":true},{"polygon":8,"to":"0x0155"}],
  "visible":["0x0100","0x0166"],"seen_outside":false,"restriction":"0x70000002"}],
"buildings":[{"landblock":"0x0101","model":"0x02000001","placement":101,"leaves":4,
  "frame":{"origin":[30,30,6],"rotation":[0.5,0.5,0.5,0.5]},
  "portals":[{"to":"0x0100","to_portal":0,"side":1,"exact":true,"visible":["0x0100"]}]},
  {"landblock":"0x0101","model":"0x01000001","frame":{"origin":[60,30,6]}}],
"objects":[
  {"id":"0x70000005","setup":"0x02000001","placement":101,"cell":"0x0101FFFF","frame":{"origin":[10,10,4],"yaw_degrees":77},
   "scale":2,"state":["STATIC","ETHEREAL"],"radius_hint":3.5},
  {"gfxobj":"0x01000001","cell":"0x01010001","frame":{"origin":[10,10,5],"matrix":[0,1,0,-1,0,0,0,0,1]},
   "state":["REPORT_COLLISIONS"],"kind":["pk","impenetrable"],"has_physics_bsp":false},
  {"shape":{"spheres":[[0,0,1,1]]},"cell":"0x01010100","frame":{"origin":[85,85,1]},"kind":"creature","state":0}]})";
  const World first = world_of(text);
  const std::string once = text_of(first);
  const World second = world_of(once);
  EXPECT_EQ(text_of(second), once);

  const GfxObj& g = *second.find_gfxobj(0x01000001);
  ASSERT_TRUE(g.drawing_sphere);
  EXPECT_EQ(g.drawing_sphere->radius, 4.0F);
  EXPECT_EQ(g.bounding_box.min.x, -3.0F);
  EXPECT_EQ(to_bits(g.physics_bsp.polygons[1].plane.d), to_bits(parse_decimal("-0.5000001").value()));
  EXPECT_EQ(second.find_setup(0x02000001)->sorting_sphere->radius, 9.0F);
  EXPECT_EQ(second.land_cell(0x01010005)->restriction_obj, 0x70000001U);
  EXPECT_EQ(second.landscape().data(0x0101)->z[5], 4.5F);
  EXPECT_EQ(second.landscape().data(0x0102)->z[3], first.landscape().data(0x0102)->z[3]);
  const EnvCell& cell = *second.env_cells()[0];
  EXPECT_EQ(cell.restriction_obj, 0x70000002U);
  EXPECT_EQ(to_bits(cell.pos.frame.q.w), to_bits(0.99995F)) << "a quaternion is not normalised";
  EXPECT_FALSE(cell.seen_outside);
  EXPECT_EQ(cell.stab_list, (std::vector<CellId>{0x01010100, 0x01010166}));
  ASSERT_EQ(second.buildings().size(), 2U);
  const Building& b = *second.buildings()[0];
  EXPECT_EQ(b.leaves, 4U);
  EXPECT_EQ(b.portals[0].portal_side, 1);
  EXPECT_EQ(to_bits(b.part.position.frame.origin.x),
            to_bits(first.buildings()[0]->part.position.frame.origin.x));
  const auto& objects = second.registry().objects();
  ASSERT_EQ(objects.size(), 3U);
  EXPECT_EQ(objects[0]->id, 0x70000005U);
  EXPECT_EQ(objects[0]->position.cell_id, first.registry().objects()[0]->position.cell_id);
  EXPECT_FALSE(objects[1]->is(physics_state::kHasPhysicsBsp));
  EXPECT_EQ(objects[1]->weenie, first.registry().objects()[1]->weenie);
  EXPECT_EQ(objects[2]->spheres().size(), 1U);
  for (std::size_t i = 0; i < objects.size(); ++i)
    EXPECT_EQ(objects[i]->shadow_cells.size(), first.registry().objects()[i]->shadow_cells.size()) << i;
}

TEST(WorldWriter, BuiltTreesCanBeLeftToTheReader) {
  const World first = world_of(one_cell(R"([{"points":[[0,0,0],[9,0,0],[9,9,0],[0,9,0]]},
{"points":[[0,0,0],[0,9,0],[0,9,4],[0,0,4]]}])",
                                        "\"build\""));
  const std::string text = text_of(first, {true});
  EXPECT_NE(text.find("\"physics_bsp\": \"build\""), std::string::npos);
  EXPECT_EQ(text_of(world_of(text)), text_of(first));
}

TEST(WorldWriter, TreesDeeperThanTheReaderFollowsAreRefused) {
  World world;
  auto g = std::make_unique<GfxObj>();
  g->id = 1;
  BspTree tree;
  const BspNode* below = &tree.add_node();
  for (std::size_t i = 0; i < 1200; ++i) {
    BspNode& n = tree.add_node();
    n.tag = bsp_tag::kBPnN;
    n.splitting_plane = {{0, 0, 1}, 0};
    n.pos = below;
    n.neg = &tree.add_node();
    below = &n;
  }
  tree.root = below;
  g->physics_bsp = std::move(tree);
  world.add_gfxobj(std::move(g));
  const auto text = world_text(world);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::too_deep);
  EXPECT_EQ(text.error().where, "gfxobj 0x00000001");
  const TemporaryFolder folder("writer-refused");
  EXPECT_FALSE(write_world_file(world, folder.path("w.json")));
  EXPECT_FALSE(test::exists(folder.path("w.json")));
  EXPECT_FALSE(test::exists(folder.path("w.json.partial")));
}

TEST(WorldWriter, DumpsBecomeWorlds) {
  const std::string dumps = test::fixture_path("openac");
  SUREFOOT_NEEDS(dumps);
  const auto world = load_world(dumps);
  ASSERT_TRUE(world) << world.error().text();
  const std::string text = text_of(*world);
  EXPECT_EQ(text_of(world_of(text)), text);
}

}  // namespace
}  // namespace surefoot::io
