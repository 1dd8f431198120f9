// One mesh as OBJ and as glTF: the same walk of 20,000 steps, bit for bit.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/bits.hpp"
#include "core/float_bits.hpp"
#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"
#include "scenario/first_walk.hpp"
#include "scenario/run.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"

namespace surefoot::test {
namespace {

struct Mesh {
  std::vector<Vec3> points;  ///< z up
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

Mesh bench_mesh(const std::string& path) {
  Mesh out;
  const auto json = io::read_json_file(path);
  EXPECT_TRUE(json) << (json ? "" : json.error().text());
  if (!json) return out;
  std::vector<float> numbers;
  for (const io::Json& v : json->find("vertex_bits")->items) {
    if (v.items.empty()) numbers.push_back(float_from_bits(parse_u32(v.text).value()));
    for (const io::Json& c : v.items) numbers.push_back(float_from_bits(parse_u32(c.text).value()));
  }
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    out.points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  for (const io::Json& p : json->find("polygons")->items) {
    out.triangles.push_back({parse_u32(p.items[0].text).value(), parse_u32(p.items[1].text).value(),
                             parse_u32(p.items[2].text).value()});
  }
  return out;
}

/// Waves that no two triangles share a plane of.
Mesh waves(std::uint32_t side) {
  Mesh out;
  Random random(7);
  for (std::uint32_t x = 0; x <= side; ++x) {
    for (std::uint32_t y = 0; y <= side; ++y) {
      const auto fx = static_cast<float>(x);
      const auto fy = static_cast<float>(y);
      const float bump = static_cast<float>((x * 7 + y * 13) % 11) * 0.07F;
      out.points.push_back({fx, fy, bump + random.uniform(0.0F, 0.3F)});
    }
  }
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      const std::uint32_t a = x * (side + 1) + y;
      const std::uint32_t b = a + side + 1;
      out.triangles.push_back({a, b, b + 1});
      out.triangles.push_back({a, b + 1, a + 1});
    }
  }
  return out;
}

std::string as_obj(const Mesh& m) {
  std::string out;
  for (const Vec3& p : m.points)
    out += fmt::format("v {} {} {}\n", format_float(p.x), format_float(p.y), format_float(p.z));
  for (const auto& t : m.triangles) out += fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  return out;
}

void put_u32(std::string& out, std::uint32_t v) {
  for (unsigned shift = 0; shift < 32; shift += 8) out += static_cast<char>(v >> shift & 0xFFU);
}

/// Binary, y up.
std::string as_glb(const Mesh& m) {
  std::string data;
  for (const Vec3& p : m.points) {
    for (const float f : {p.x, p.z, -p.y}) put_u32(data, to_bits(f));
  }
  const std::size_t positions = data.size();
  for (const auto& t : m.triangles) {
    for (const std::uint32_t i : t) put_u32(data, i);
  }
  std::string json = fmt::format(
      R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{0},"type":"VEC3","min":[-9999,-9999,-9999],"max":[9999,9999,9999]}},
{{"bufferView":1,"componentType":5125,"count":{1},"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":{2}}},{{"buffer":0,"byteOffset":{2},"byteLength":{3}}}],
"buffers":[{{"byteLength":{4}}}]}})",
      m.points.size(), 3 * m.triangles.size(), positions, data.size() - positions, data.size());
  while (json.size() % 4 != 0) json += ' ';
  std::string out = "glTF";
  put_u32(out, 2);
  put_u32(out, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + data.size()));
  put_u32(out, static_cast<std::uint32_t>(json.size()));
  out += "JSON" + json;
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  return out + std::string("BIN\0", 4) + data;
}

World world_of(const Expected<io::MeshSoup>& soup, io::UpAxis up) {
  EXPECT_TRUE(soup) << (soup ? "" : soup.error().text());
  io::MeshWorldOptions options;
  options.space.up = up;
  io::MeshReport report;
  auto world = soup ? io::make_mesh_world(*soup, options, report) : World{};
  EXPECT_TRUE(world) << (world ? "" : world.error().text());
  return world ? std::move(*world) : World{};
}

/// 20,000 steps of 13 cm, each hundred in a new direction, turned back at the rim.
std::uint64_t walk(World world, float side) {
  auto scenario =
      io::read_scenario_text(R"({"format":"surefoot-scenario/1","name":"n","world":"plain-room.world.json",
"mover":{"radius":0.48,"height":1.835,"step_up_height":0.6,"step_down_height":1.5,"flags":["IS_PLAYER","EDGE_SLIDE"]},
"body":{"cell":"0x01010100","position":[10,10,0],"contact_plane":{"plane":[0,0,1,0]},"transient":["CONTACT","ON_WALKABLE"]},
"inputs":[{"offset":[0.1,0,0]}]})",
                             source_path("worlds"));
  EXPECT_TRUE(scenario) << (scenario ? "" : scenario.error().text());
  const auto place = scenario::find_standing_place(world);
  EXPECT_TRUE(place);
  scenario->body.position.cell_id = place->cell;
  scenario->body.position.frame.origin = place->position;
  scenario->body.contact_plane.plane = place->ground;
  scenario->body.contact_plane.cell_id = place->cell;
  scenario->world = std::make_shared<const World>(std::move(world));
  scenario->inputs.clear();
  Random random(11);
  Vec3 at = place->position;
  for (int leg = 0; leg < 200; ++leg) {
    Vec3 step;
    Vec3 end;
    do {
      step = {random.uniform(-0.13F, 0.13F), random.uniform(-0.13F, 0.13F), 0.0F};
      end = at + step * 100.0F;
    } while (!(end.x > 1.0F && end.y > 1.0F && end.x < side - 1.0F && end.y < side - 1.0F));
    at = end;
    io::ResolveInput in;
    in.ticks = 100;
    in.offset = step;
    scenario->inputs.push_back(in);
  }
  const auto result = scenario::run(*scenario);
  EXPECT_TRUE(result) << (result ? "" : result.error().text());
  if (!result) return 0;
  EXPECT_EQ(result->ticks, 20'000U);
  const Vec3 last = result->steps.back().body.position.frame.origin;
  EXPECT_GT(length(last - place->position), 1.0F) << "it went somewhere";
  EXPECT_GT(last.z, -1.0F) << "and did not fall off";
  return result->hash;
}

void expect_one_walk(const Mesh& mesh, float side) {
  const std::uint64_t obj = walk(world_of(io::read_obj_text(as_obj(mesh)), io::UpAxis::z), side);
  const std::uint64_t gltf = walk(world_of(io::read_gltf_bytes(as_glb(mesh)), io::UpAxis::y), side);
  EXPECT_EQ(obj, gltf);
}

TEST(ImportedMeshes, WavesWalkAlikeFromObjAndGltf) {
  expect_one_walk(waves(40), 40.0F);
}

TEST(ImportedMeshes, TheBenchHillsWalkAlikeFromObjAndGltf) {
  const std::string path = shared_path("bench/worlds/hilly2.json");
  SUREFOOT_NEEDS(path);
  const Mesh mesh = bench_mesh(path);
  ASSERT_EQ(mesh.triangles.size(), 18'432U);
  expect_one_walk(mesh, 192.0F);
}

}  // namespace
}  // namespace surefoot::test
