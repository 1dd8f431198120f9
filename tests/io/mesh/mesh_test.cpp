// Meshes: what is read of OBJ and glTF files, and the world made of them.
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "io/mesh/affine.hpp"
#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"
#include "io/world_texts.hpp"
#include "io/world_writer.hpp"

namespace surefoot::io {
namespace {

MeshSoup soup_of(const std::string& obj) {
  auto soup = read_obj_text(obj);
  EXPECT_TRUE(soup) << (soup ? "" : soup.error().text());
  return soup ? std::move(*soup) : MeshSoup{};
}

/// A box from −1 to 1, outward, and a floor beside it.
constexpr const char* kBoxAndFloor = R"(# a comment
o box
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
o floor
v 5 0 0
v 9 0 0
v 9 4 0
v 5 4 0
f -4 -3 -2 -1
)";

const BspNode& leaf_at(const BspTree& tree, const Vec3& p) {
  const BspNode* n = tree.root;
  while (!n->leaf()) n = n->splitting_plane.dist(p) < 0.0F ? n->neg : n->pos;
  return *n;
}

World world_in(const MeshSoup& soup, const MeshWorldOptions& options, MeshReport& report) {
  auto world = make_mesh_world(soup, options, report);
  EXPECT_TRUE(world) << (world ? "" : world.error().text());
  return world ? std::move(*world) : World{};
}

MeshWorldOptions z_up() {
  MeshWorldOptions o;
  o.space.up = UpAxis::z;
  return o;
}

TEST(MeshObj, ClosedPartsAreSolidOpenOnesAreNot) {
  MeshReport report;
  const World world = world_in(soup_of(kBoxAndFloor), z_up(), report);
  ASSERT_EQ(report.parts.size(), 2U);
  EXPECT_EQ(report.parts[0].name, "box");
  EXPECT_TRUE(report.parts[0].closed);
  EXPECT_DOUBLE_EQ(report.parts[0].volume, 8.0);
  EXPECT_EQ(report.parts[1].name, "floor");
  EXPECT_FALSE(report.parts[1].closed);
  EXPECT_EQ(report.polygons, 7U) << "quads stay quads";
  EXPECT_EQ(report.build.solid_bodies, 1U);
  EXPECT_TRUE(report.warnings.empty());
  const CellStruct& s = *world.env_cells()[0]->structure;
  EXPECT_TRUE(leaf_at(s.physics_bsp, {0, 0, 0}).solid);
  EXPECT_FALSE(leaf_at(s.physics_bsp, {7, 2, -0.1F}).solid);
  EXPECT_EQ(world.env_cells()[0]->id, 0x00010100U);
  EXPECT_EQ(s.cell_bsp.root, nullptr);
}

TEST(MeshObj, WrittenWorldsAreBuiltToTheSameTree) {
  MeshReport report;
  const World world = world_in(soup_of(kBoxAndFloor), z_up(), report);
  const auto text = world_text(world, {true});
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(world_text(world_of(*text)).value(), world_text(world).value());
}

TEST(MeshObj, AxesScaleAndWinding) {
  const std::string one = "v 1 2 3\nv 2 2 3\nv 1 2 2\nf 1 2 3\n";
  MeshReport report;
  MeshWorldOptions o;  // y up
  const World up = world_in(soup_of(one), o, report);
  const Polygon& p = up.env_cells()[0]->structure->physics_bsp.polygons[0];
  EXPECT_EQ(p.vertices[0].x, 1.0F);
  EXPECT_EQ(p.vertices[0].y, -3.0F);
  EXPECT_EQ(p.vertices[0].z, 2.0F);
  EXPECT_EQ(p.plane.normal.z, 1.0F) << "what looked up looks up";
  o.space.scale = 0.5F;
  o.space.flip = true;
  const World half = world_in(soup_of(one), o, report);
  EXPECT_EQ(half.env_cells()[0]->structure->physics_bsp.polygons[0].plane.normal.z, -1.0F);
  EXPECT_EQ(report.extent.max.z, 1.0F);
  o.space.scale = 0.0F;
  EXPECT_FALSE(make_mesh_world(soup_of(one), o, report));
  o.space.scale = -1.0F;
  EXPECT_FALSE(make_mesh_world(soup_of(one), o, report));
}

TEST(MeshObj, PolygonsAreKeptWherePlanarAndConvexElseSplit) {
  // A hexagon, an L, a warped quad, and a ring of sixteen corners.
  std::string obj = "v 2 0 0\nv 1 2 0\nv -1 2 0\nv -2 0 0\nv -1 -2 0\nv 1 -2 0\nf 1 2 3 4 5 6\n";
  obj += "v 10 0 0\nv 14 0 0\nv 14 1 0\nv 11 1 0\nv 11 4 0\nv 10 4 0\nf 7 8 9 10 11 12\n";
  obj += "v 20 0 0\nv 21 0 0\nv 21 1 1\nv 20 1 0\nf 13 14 15 16\n";
  std::string ring = "f";
  for (int i = 0; i < 16; ++i) {
    const double angle = i * 2 * 3.14159265358979 / 16;
    obj += fmt::format("v {} {} 0\n", 40 + 5 * std::cos(angle), 5 * std::sin(angle));
    ring += fmt::format(" {}", 17 + i);
  }
  MeshReport report;
  static_cast<void>(world_in(soup_of(obj + ring + "\n"), z_up(), report));
  EXPECT_EQ(report.faces, 4U);
  EXPECT_EQ(report.build.cleanup.triangulated, 2U);
  EXPECT_EQ(report.build.cleanup.split, 1U);
  EXPECT_GT(report.polygons, 4U);
}

TEST(MeshObj, EmptyAndDoubleFacesAreDropped) {
  const std::string obj =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 1 0 0\n"
      "f 1 2 3 4\n"
      "f 3 4 1 2\n"    // the same, another corner first
      "f 4 3 2 1\n"    // the other side: kept
      "f 1 6 3 4\n"    // the same again, by a vertex that is there twice
      "f 1 2 5\n"      // in a line
      "f 1 2 6\n"      // two corners in the same place
      "f 1 1 2 3 3\n"  // repeats two corners, and is a triangle
      "l 1 2\np 1\n";
  MeshReport report;
  static_cast<void>(world_in(soup_of(obj), z_up(), report));
  EXPECT_EQ(report.faces, 7U);
  EXPECT_EQ(report.dropped.duplicates, 2U);
  EXPECT_EQ(report.dropped.degenerate, 1U);
  EXPECT_EQ(report.build.cleanup.dropped, 1U);
  EXPECT_EQ(report.dropped.repeated_corners, 3U);
  EXPECT_EQ(report.ignored, 2U);
  EXPECT_EQ(report.polygons, 3U);
}

TEST(MeshObj, PartsThatShareEdgesAreToldOf) {
  std::string obj = kBoxAndFloor;
  // A second box on the first: its four lower edges are the first one's upper edges.
  obj +=
      "o lid\nv -1 -1 3\nv 1 -1 3\nv 1 1 3\nv -1 1 3\n"
      "f 8 7 6 5\nf 13 14 15 16\nf 5 6 14 13\nf 6 7 15 14\nf 7 8 16 15\nf 8 5 13 16\n";
  MeshReport report;
  static_cast<void>(world_in(soup_of(obj), z_up(), report));
  EXPECT_TRUE(report.parts[2].closed);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_NE(report.warnings[0].find("of 2 closed parts 0 became solid"), std::string::npos)
      << report.warnings[0];
}

TEST(MeshObj, Faults) {
  const auto error = [](const std::string& obj) {
    const auto soup = read_obj_text(obj);
    if (!soup) return soup.error().text();
    MeshReport report;
    const auto world = make_mesh_world(*soup, z_up(), report);
    return world ? "no error" : world.error().text();
  };
  EXPECT_EQ(error("v 0 0 0\nv 1 0 0\nf 1 2 3\n"), "part \"unnamed\", face 1: vertex 3 of 2");
  EXPECT_EQ(error("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -9\n"), "part \"unnamed\", face 1: vertex -5 of 3");
  EXPECT_NE(error("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n").find("line 4"), std::string::npos);
  EXPECT_EQ(error(""), "it has no face one could stand on or run into");
  EXPECT_EQ(error("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"), "none of its faces has an area");
  EXPECT_EQ(error("v 0 0 0\nv 1e20 0 0\nv 0 1 0\nf 1 2 3\n").find("vertex 1: (1e+20, 0, 0)"), 0U);
  EXPECT_EQ(error("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"),
            "line 2: a vertex has three numbers, not \"nan\"");
  EXPECT_EQ(error("v 0 0\n"), "line 1: a vertex has three numbers, not \"\"");
  EXPECT_EQ(error("v +.5 -1.e3 1E-5 0.5\nv 1 0 0\r\n\tv  0 1\t0 \nf 1 2 3\n"), "no error");
  std::string fan = "f";
  std::string points;
  for (int i = 1; i <= 300; ++i) {
    points += fmt::format("v {} {} 0\n", i, i * i);
    fan += fmt::format(" {}", i);
  }
  EXPECT_EQ(error(points + fan + "\n"), "part \"unnamed\": a face has more than 255 corners");
  EXPECT_EQ(read_obj("no-such.obj").error().code, ErrorCode::file_not_found);
}

// glTF

std::string base64(const std::string& bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t v = 0;
    for (std::size_t k = 0; k < 3; ++k)
      v = v << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? kDigits[v >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

void put(std::string& out, float f) {
  const std::uint32_t bits = to_bits(f);
  for (unsigned k = 0; k < 32; k += 8) out += static_cast<char>(bits >> k & 0xFFU);
}
void put16(std::string& out, unsigned v) {
  out += static_cast<char>(v & 0xFFU);
  out += static_cast<char>(v >> 8U);
}

/// A square of four corners in the plane y = 0, seen from above, and indices of two triangles.
std::string square_bytes() {
  std::string out;
  for (const auto& [x, z] : {std::pair{0.0F, 0.0F}, {0.0F, 1.0F}, {1.0F, 1.0F}, {1.0F, 0.0F}}) {
    put(out, x);
    put(out, 0.0F);
    put(out, z);
  }
  for (const unsigned i : {0U, 1U, 2U, 0U, 2U, 3U}) put16(out, i);
  return out;
}

std::string square_gltf(const std::string& nodes, const std::string& more = "") {
  const std::string bytes = square_bytes();
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + nodes +
         R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,0,1]},
{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
"buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,)" +
         base64(bytes) + "\"}]" + more + "}";
}

MeshSoup gltf_of(const std::string& text) {
  auto soup = read_gltf_bytes(text);
  EXPECT_TRUE(soup) << (soup ? "" : soup.error().text());
  return soup ? std::move(*soup) : MeshSoup{};
}

TEST(MeshGltf, ASquareStandsUpright) {
  MeshReport report;
  const World world = world_in(gltf_of(square_gltf(R"([{"mesh":0,"name":"floor"}])")), {}, report);
  EXPECT_EQ(report.parts[0].name, "floor");
  EXPECT_EQ(report.polygons, 2U);
  for (const Polygon& p : world.env_cells()[0]->structure->physics_bsp.polygons)
    EXPECT_EQ(p.plane.normal.z, 1.0F);
  EXPECT_EQ(report.extent.min.y, -1.0F);
  EXPECT_EQ(report.extent.max.x, 1.0F);
}

TEST(MeshGltf, NodesPlaceAndMirrorTheirMeshes) {
  const auto soup = gltf_of(square_gltf(R"([
{"children":[1,2],"translation":[10,0,0]},
{"mesh":0,"scale":[2,1,-1]},
{"mesh":0,"rotation":[0,1,0,0],"children":[3]},
{"mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1]}])"));
  ASSERT_EQ(soup.points.size(), 12U);
  EXPECT_EQ(soup.points[2].x, 12.0F);
  EXPECT_EQ(soup.points[2].z, -1.0F);
  EXPECT_EQ(soup.points[6].x, 9.0F) << "half a turn about y";
  EXPECT_EQ(soup.points[10].y, 5.0F);
  MeshReport report;
  const World world = world_in(soup, {}, report);
  for (const Polygon& p : world.env_cells()[0]->structure->physics_bsp.polygons)
    EXPECT_EQ(p.plane.normal.z, 1.0F);
  EXPECT_EQ(report.parts.size(), 3U);
  EXPECT_EQ(report.parts[2].name, "node 3");
}

TEST(MeshGltf, BinaryFilesAndBuffersBesideThem) {
  const TemporaryFolder folder("gltf");
  std::string text = square_gltf(R"([{"mesh":0}])");
  folder.write("square.bin", square_bytes());
  const auto uri = text.find("data:");
  std::string beside = text;
  beside.replace(uri, text.find('"', uri) - uri, "square.bin");
  const auto from_file = read_gltf(folder.write("square.gltf", beside));
  ASSERT_TRUE(from_file) << from_file.error().text();
  EXPECT_EQ(from_file->faces.size(), 2U);
  EXPECT_FALSE(read_gltf_bytes(beside)) << "in memory no file is opened";
  folder.write("sub/inner.gltf", std::string(beside).replace(uri, 10, "../square.bin"));
  EXPECT_FALSE(read_gltf(folder.path("sub/inner.gltf")));

  std::string json = text;
  json.replace(uri - 7, json.find('"', uri) + 1 - (uri - 7), "");
  json.replace(json.find("\"byteLength\":60,"), 16, "\"byteLength\":60");
  while (json.size() % 4 != 0) json += ' ';
  std::string glb = "glTF";
  const auto word = [&](std::size_t v) {
    put16(glb, static_cast<unsigned>(v & 0xFFFFU));
    put16(glb, static_cast<unsigned>(v >> 16U));
  };
  word(2);
  word(12 + 8 + json.size() + 8 + 60);
  word(json.size());
  glb += "JSON" + json;
  word(60);
  glb += std::string("BIN\0", 4) + square_bytes();
  const auto from_glb = read_gltf_bytes(glb);
  ASSERT_TRUE(from_glb) << from_glb.error().text();
  EXPECT_EQ(from_glb->points.size(), 4U);
  EXPECT_EQ(from_glb->points[1].z, 1.0F);
}

TEST(MeshGltf, StripsAndFans) {
  const auto faces = [](int mode) {
    std::string text = square_gltf(R"([{"mesh":0}])");
    text.replace(text.find(R"("indices":1)"), 11, fmt::format(R"("indices":1,"mode":{})", mode));
    return gltf_of(text);
  };
  EXPECT_EQ(faces(4).faces.size(), 2U);
  const MeshSoup strip = faces(5);
  ASSERT_EQ(strip.faces.size(), 4U);
  EXPECT_EQ(strip.corners[3], 1U);  // the second triangle of 0 1 2 0: turned, 1 0 2
  EXPECT_EQ(strip.corners[4], 0U);
  EXPECT_EQ(strip.corners[5], 2U);
  EXPECT_EQ(faces(6).faces.size(), 4U);
  EXPECT_EQ(faces(1).faces.size(), 0U);
  EXPECT_EQ(faces(1).ignored, 1U);
}

TEST(MeshGltf, Faults) {
  const std::string good = square_gltf(R"([{"mesh":0}])");
  const auto error = [&](const std::string& what, const std::string& by) {
    const auto soup = read_gltf_bytes(with(good, what, by));
    return soup ? "no error" : soup.error().text();
  };
  EXPECT_EQ(error(R"("count":4)", R"("count":5)"),
            "/accessors/0: 5 elements of 12 bytes do not fit its buffer");
  EXPECT_EQ(error(R"("count":6)", R"("count":4294967295)"),
            "/accessors/1: 4294967295 elements of 2 bytes do not fit its buffer");
  EXPECT_EQ(error(R"("bufferView":1)", R"("bufferView":7)"), "accessor[1] invalid bufferView");
  EXPECT_EQ(error(R"("indices":1)", R"("indices":2)"), "primitive indices accessor out of bounds");
  EXPECT_EQ(error(R"("type":"SCALAR")", R"("type":"VEC2")"),
            "/accessors/1: an accessor of another shape is needed");
  EXPECT_EQ(error("5123", "5126"), "/accessors/1: 6 elements of 4 bytes do not fit its buffer");
  EXPECT_EQ(error("5126", "5125"),
            "/meshes/0/primitives/0/attributes/POSITION: positions that are no floats");
  EXPECT_EQ(error(R"([{"mesh":0}])", R"([{"mesh":3}])"), "/meshes: mesh 3 of 1");
  EXPECT_EQ(error(R"([{"mesh":0}])", R"([{"children":[0]}])"), "/nodes/0: it has two parents, or is its own");
  EXPECT_EQ(error(R"([{"mesh":0}])", R"([{"children":[5]}])"), "/nodes: node 5 of 1");
  EXPECT_EQ(error(R"("scene":0)", R"("scene":4)"), "/scene: scene 4 of 1");
  EXPECT_EQ(
      read_gltf_bytes(square_gltf(R"([{"mesh":0}])", R"(,"extensionsUsed":["KHR_draco_mesh_compression"],
"extensionsRequired":["KHR_draco_mesh_compression"])"))
          .error()
          .text(),
      "/extensionsRequired: it needs the extension KHR_draco_mesh_compression");
  std::string sparse = good;
  sparse.replace(
      sparse.find(R"("count":6)"), 9,
      R"("count":6,"sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":1}})");
  EXPECT_EQ(read_gltf_bytes(sparse).error().text(), "/accessors/1: sparse accessors are not read");
  EXPECT_FALSE(read_gltf_bytes("not at all"));
  EXPECT_FALSE(read_gltf_bytes("glTF and nothing else"));
  EXPECT_FALSE(read_gltf_bytes(""));
}

TEST(MeshAffine, ComposesAndTurns) {
  const Affine move = affine_of_parts({1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1});
  const Affine turn = affine_of_parts({0, 0, 0}, {0, 0, 1, 0}, {2, 2, 2});
  const Vec3 p = (move * turn)({1, 0, 0});
  EXPECT_EQ(p.x, -1.0F);
  EXPECT_EQ(p.y, 2.0F);
  EXPECT_EQ(p.z, 3.0F);
  EXPECT_FALSE(turn.mirrors());
  EXPECT_TRUE(affine_of_parts({0, 0, 0}, {0, 0, 0, 1}, {1, -1, 1}).mirrors());
  EXPECT_TRUE(Affine().is_identity());
}

}  // namespace
}  // namespace surefoot::io
