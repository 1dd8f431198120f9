// Worlds in files and what they include (spec 07 §6).
#include "io/load_world.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/world_shapes.hpp"
#include "support/paths.hpp"
#include "world_texts.hpp"

namespace surefoot::io {
namespace {

std::string small(const std::string& name, const std::string& more) {
  return R"({"format":"surefoot-world/1","name":")" + name + "\"" + more + "}";
}

std::string plate_shape(const char* id) {
  return std::string(R"(,"gfxobjs":{")") + id + R"(":{"polygons":[{"points":[[0,0,0],[1,0,0],[0,1,0]]}]}})";
}

TEST(WorldFiles, NameOfTheFileComesBeforeThePlace) {
  const TemporaryFolder folder("file-names");
  const std::string path = folder.write("bad.world.json", with(two_rooms(), "[3,2,6,7]", "[3,2,19,7]"));
  const auto world = read_world(path);
  ASSERT_FALSE(world);
  EXPECT_EQ(world.error().text(),
            path + ": /environments/0x0D000001/structs/0/polygons/5/v/2: vertex 19 of 8");
  const auto missing = load_world(folder.path("none.world.json"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(missing.error().where, folder.path("none.world.json"));
  const auto cut = load_world(folder.write("cut.json", two_rooms().substr(0, 100)));
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, ErrorCode::bad_syntax);
  EXPECT_EQ(cut.error().where.rfind(folder.path("cut.json") + ": byte ", 0), 0U) << cut.error().text();
}

TEST(WorldFiles, IncludesComeFirstAndMayBeShared) {
  const TemporaryFolder folder("includes");
  folder.write("lib/shapes.json", small("shapes", plate_shape("0x01000009") + R"(,"approximate":["bsp"])"));
  folder.write("lib/room.json", with(two_rooms(), R"("name": "two rooms",)",
                                     R"("name": "room", "approximate": ["bsp", "heights"],)"));
  // The object leans on a shape of one include and a cell of another.
  const std::string path = folder.write(
      "main.json",
      small("main", R"(,"include":["lib/shapes.json","./lib/../lib/room.json"],"approximate":["walls"],
"objects":[{"gfxobj":"0x01000009","cell":"0xA9B40100","frame":{"origin":[12,12,1]}}])"));
  auto world = load_world(path);
  ASSERT_TRUE(world) << world.error().text();
  EXPECT_EQ(world->name, "main");
  EXPECT_EQ(world->approximate, (std::vector<std::string>{"bsp", "heights", "walls"}));
  EXPECT_EQ(world->gfxobjs()[0]->id, 0x01000009U);
  // Statics of cells, then the included objects, then one's own.
  ASSERT_EQ(world->registry().objects().size(), 3U);
  EXPECT_EQ(world->registry().objects()[1]->id, 0x70000001U);
  EXPECT_EQ(world->registry().objects()[2]->id, 0x80000001U);
}

TEST(WorldFiles, ObjectsOfAnIncludeReachCellsOfTheIncluder) {
  // The first room with a plate across its portal is included by the file that holds the second room: the
  // plate must be listed in both.
  const TemporaryFolder folder("includes-late-cells");
  const std::string all =
      with(two_rooms(), R"("frame": {"origin": [15,15,1]})", R"("frame": {"origin": [19.5,15,1]})");
  const auto cut_at = all.find(R"(  {"id": "0xA9B40101")");
  const auto objects_at = all.find(R"("objects")");
  const std::string second = all.substr(cut_at, objects_at - cut_at);
  const auto comma = all.rfind(',', cut_at);
  folder.write("first.json", all.substr(0, comma) + "]}");
  const std::string path = folder.write(
      "main.json",
      small("main", R"(,"include":["first.json"],"cells":[)" + second.substr(0, second.rfind(']')) + "]"));
  auto world = load_world(path);
  ASSERT_TRUE(world) << world.error().text();
  ASSERT_EQ(world->env_cells().size(), 2U);
  EXPECT_EQ(world->registry().shadow_list(*world->env_cells()[1]).size(), 1U);
  EXPECT_EQ(world->env_cells()[0]->portals[0].other_portal_id, 0);
}

TEST(WorldFiles, FaultsOfIncludes) {
  const TemporaryFolder folder("include-faults");
  const std::string main = folder.path("main.json");
  const auto expect = [&](const std::string& text, ErrorCode code, const std::string& where,
                          const std::string& message) {
    folder.write("main.json", text);
    const auto world = read_world(main);
    ASSERT_FALSE(world);
    EXPECT_EQ(world.error().code, code) << world.error().text();
    EXPECT_EQ(world.error().where, where) << world.error().text();
    EXPECT_NE(world.error().message.find(message), std::string::npos) << world.error().text();
  };
  const std::string a = folder.write("sub/a.json", small("a", plate_shape("0x01000001")));
  folder.write("loop.json", small("loop", R"(,"include":["sub/../main.json"])"));
  const std::string wrong = folder.write("wrong.json", small("wrong", R"(,"cells":[{"id":"0xFFB40101"}])"));
  const std::string cut = folder.write("cut.json", "{\"format\":");
  const std::string dump = folder.write("dump.json", R"({"CellId": 1})");
  const auto include = [](const std::string& list) { return small("main", ",\"include\":" + list); };
  expect(include(R"(["none.json"])"), ErrorCode::file_not_found, main + ": /include/0", "none.json");
  expect(include(R"(["loop.json"])"), ErrorCode::bad_value, folder.path("loop.json") + ": /include/0",
         "circle");
  expect(include(R"(["main.json"])"), ErrorCode::bad_value, main + ": /include/0", "circle");
  expect(include(R"(["/etc/hostname"])"), ErrorCode::bad_value, main + ": /include/0", "relative");
  expect(include(R"([""])"), ErrorCode::bad_value, main + ": /include/0", "relative");
  expect(include("[5]"), ErrorCode::wrong_type, main + ": /include/0", "expected a string");
  expect(include("\"sub/a.json\""), ErrorCode::wrong_type, main + ": /include", "expected a list");
  expect(include(R"(["wrong.json"])"), ErrorCode::bad_value, wrong + ": /cells/0/id", "not on the map");
  expect(include(R"(["cut.json"])"), ErrorCode::bad_syntax, cut + ": byte 11 (line 1, column 10)",
         "not valid JSON");
  expect(include(R"(["dump.json"])"), ErrorCode::unknown_format, dump, "found none");
  expect(include(R"(["."])"), ErrorCode::file_unreadable, folder.path(), "cannot read");
  expect(include(R"(["sub/a.json","sub/a.json"])"), ErrorCode::bad_value, a + ": /gfxobjs/0x01000001",
         "gfxobj 0x01000001 is defined twice");
  expect(small("main", R"(,"include":["sub/a.json"])" + plate_shape("0x01000001")), ErrorCode::bad_value,
         main + ": /gfxobjs/0x01000001", "gfxobj 0x01000001 is defined twice");
}

TEST(WorldFiles, IncludesNestEightDeep) {
  const TemporaryFolder folder("include-depth");
  for (int depth = 0; depth <= 9; ++depth) {
    const std::string next = depth < 9 ? fmt::format(R"(,"include":["f{}.json"])", depth + 1) : std::string{};
    folder.write(fmt::format("f{}.json", depth), small("f", next));
  }
  EXPECT_TRUE(read_world(folder.path("f1.json")));  // f1 … f9: eight includes
  const auto deep = read_world(folder.path("f0.json"));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::too_deep);
  EXPECT_EQ(deep.error().where, folder.path("f8.json") + ": /include/0");
}

TEST(WorldFiles, IncludesOfAnInlineWorld) {
  const TemporaryFolder folder("inline-includes");
  folder.write("lib.json", small("lib", plate_shape("0x01000001")));
  const std::string bad = folder.write("bad.json", small("bad", R"(,"cells":5)"));
  const auto good = read_text(small("inline", R"(,"include":["lib.json"])"), folder.path());
  ASSERT_TRUE(good) << good.error().text();
  EXPECT_NE(good->find_gfxobj(0x01000001), nullptr);
  const auto e = read_text(small("inline", R"(,"include":["lib.json","bad.json"])"), folder.path() + "/");
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().where, "/include/1: " + bad + ": /cells");
  const auto none = read_text(small("inline", R"(,"include":["none.json"])"), folder.path());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().where, "/include/0");
}

TEST(WorldFiles, SchemaNamesEveryFieldTheReaderKnows) {
  // A field added to one must be added to the other.
  const auto schema = read_json_file(test::source_path("docs/schema/surefoot-world-1.schema.json"));
  ASSERT_TRUE(schema) << schema.error().text();
  const Json* properties = schema->find("properties");
  ASSERT_NE(properties, nullptr);
  for (const auto& [name, value] : properties->members) {
    const auto world = read_text(small("n", name == "format" || name == "name" ? "" : ",\"" + name + "\":5"));
    if (!world) {
      EXPECT_NE(world.error().code, ErrorCode::unknown_field) << name;
    }
  }
}

}  // namespace
}  // namespace surefoot::io
