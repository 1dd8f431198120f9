// Prepared files (docs/prepared-worlds.md): what is refused when one is opened, what when a part is touched, and in which
// words.
#include "io/prepared_file.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/state_hash.hpp"
#include "io/dat/export.hpp"
#include "io/load_world.hpp"
#include "io/prepared_layout.hpp"
#include "io/prepared_writer.hpp"
#include "io/world_writer.hpp"
#include "motion/resolve_body.hpp"
#include "support/bits.hpp"
#include "support/paths.hpp"

namespace surefoot::test {
namespace {

namespace fs = std::filesystem;
using io::prepared::FileHeader;
using io::prepared::IndexHeader;
using io::prepared::Section;

using Bytes = std::vector<std::byte>;

std::uint64_t checksum(const std::byte* data, std::size_t size) {
  return hash_text({reinterpret_cast<const char*>(data), size});
}

World read_world(const std::string& name) {
  auto world = io::load_world(source_path("worlds/" + name + ".world.json"));
  EXPECT_TRUE(world.has_value()) << world.error().text();
  return std::move(*world);
}

Bytes prepared(const World& world, bool zstd = false) {
  io::PrepareOptions options;
  options.zstd = zstd;
  auto bytes = io::prepare_world(world, options);
  EXPECT_TRUE(bytes.has_value()) << bytes.error().text();
  return std::move(*bytes);
}

Expected<World> open(const Bytes& bytes) {
  FlatBytes copy(bytes.size());
  if (!bytes.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
  return io::open_prepared(std::move(copy));
}

FileHeader header_of(const Bytes& bytes) {
  FileHeader h;
  std::memcpy(&h, bytes.data(), sizeof h);
  return h;
}

/// Puts a header there with a checksum that holds.
void put(Bytes& bytes, FileHeader h) {
  std::memcpy(bytes.data(), &h, sizeof h);
  h.checksum = checksum(bytes.data(), offsetof(FileHeader, checksum));
  std::memcpy(bytes.data(), &h, sizeof h);
}

/// Of the catalog (0), then of shapes, structures and landblocks.
Section section_of(const Bytes& bytes, std::size_t i) {
  Section s;
  std::memcpy(&s, bytes.data() + header_of(bytes).index_offset + sizeof(IndexHeader) + i * sizeof s,
              sizeof s);
  return s;
}

IndexHeader counts_of(const Bytes& bytes) {
  IndexHeader h;
  std::memcpy(&h, bytes.data() + header_of(bytes).index_offset, sizeof h);
  return h;
}

void damage(Bytes& bytes, std::size_t at) {
  bytes[at] ^= std::byte{0x40};
}

void expect_refused(const Bytes& bytes, ErrorCode code, const std::string& words) {
  const auto world = open(bytes);
  ASSERT_FALSE(world.has_value()) << words;
  EXPECT_EQ(world.error().code, code) << world.error().text();
  EXPECT_NE(world.error().text().find(words), std::string::npos) << world.error().text();
  EXPECT_NE(world.error().where.find("offset"), std::string::npos) << world.error().text();
}

Expected<ResolveResult> step(const World& world, CellId cell, const Vec3& from, const Vec3& by) {
  ResolveRequest r;
  r.mover = mover_from_radius_height(0.48F, 1.835F);
  r.mover.step_up_height = 0.6F;
  r.mover.step_down_height = 1.5F;
  r.begin.emplace();
  r.begin->cell_id = cell;
  r.begin->frame.origin = from;
  r.end = *r.begin;
  r.end.frame.origin = from + by;
  Workspace workspace;
  return resolve(world, r, workspace);
}

TEST(PreparedFile, IsKnownByItsFirstBytes) {
  const Bytes bytes = prepared(read_world("two-rooms"));
  EXPECT_TRUE(io::is_prepared(bytes));
  EXPECT_FALSE(io::is_prepared({}));
  EXPECT_FALSE(io::is_prepared(std::span(bytes).first(4)));
  EXPECT_FALSE(io::is_prepared_file(source_path("worlds/two-rooms.world.json")));
  EXPECT_FALSE(io::is_prepared_file(source_path("worlds")));
  EXPECT_FALSE(io::is_prepared_file(source_path("no such file")));
}

TEST(PreparedFile, ANewerVersionSaysSo) {
  Bytes bytes = prepared(read_world("two-rooms"));
  FileHeader h = header_of(bytes);
  h.version = io::prepared::kVersion + 1;
  put(bytes, h);
  expect_refused(bytes, ErrorCode::unknown_format, "it was written by a newer one");
  h.version = 0;
  put(bytes, h);
  expect_refused(bytes, ErrorCode::unknown_format, "prepare it anew");
}

TEST(PreparedFile, AnotherByteOrderSaysSo) {
  Bytes bytes = prepared(read_world("two-rooms"));
  FileHeader h = header_of(bytes);
  h.endian = 0x04030201U;
  put(bytes, h);
  expect_refused(bytes, ErrorCode::unknown_format, "the other byte order");
}

TEST(PreparedFile, HeaderAndIndexAreVerifiedWhenItIsOpened) {
  const Bytes whole = prepared(read_world("house"));
  Bytes bytes = whole;
  damage(bytes, offsetof(FileHeader, world_hash));
  expect_refused(bytes, ErrorCode::damaged, "the header is damaged");
  const FileHeader h = header_of(whole);
  for (std::size_t at = h.index_offset; at < whole.size(); at += 5) {
    bytes = whole;
    damage(bytes, at);
    expect_refused(bytes, ErrorCode::damaged, "the index is damaged");
  }
  bytes = whole;
  damage(bytes, section_of(whole, 0).offset);
  expect_refused(bytes, ErrorCode::damaged, "the catalog is damaged");
}

// Every length a copy may break off at, and one byte too many.
TEST(PreparedFile, ACutFileIsRefused) {
  const Bytes whole = prepared(read_world("two-rooms"));
  for (std::size_t size = 0; size < whole.size(); size += size < 200 ? 1 : 97) {
    const auto world = open({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    ASSERT_FALSE(world.has_value()) << size;
    EXPECT_TRUE(world.error().code == ErrorCode::damaged || world.error().code == ErrorCode::unknown_format);
  }
  Bytes longer = whole;
  longer.emplace_back();
  expect_refused(longer, ErrorCode::damaged, "its header says");
}

// Checksums that hold prove no honest writer: what the index says is looked at all the same.
TEST(PreparedFile, AnIndexThatCannotBeIsRefused) {
  const Bytes whole = prepared(read_world("house"));
  const FileHeader h = header_of(whole);
  const auto with = [&](std::size_t at, auto value) {
    Bytes bytes = whole;
    std::memcpy(bytes.data() + h.index_offset + at, &value, sizeof value);
    FileHeader sealed = h;
    sealed.index_checksum = checksum(bytes.data() + h.index_offset, h.index_size);
    put(bytes, sealed);
    return bytes;
  };
  constexpr std::size_t kFirst = sizeof(IndexHeader);
  expect_refused(with(0, std::uint32_t{0xFFFFFFFF}), ErrorCode::damaged, "another size than its counts say");
  expect_refused(with(kFirst, h.index_offset + 64), ErrorCode::damaged, "not within the file");
  expect_refused(with(kFirst, std::uint64_t{0} - 64), ErrorCode::damaged, "not within the file");
  expect_refused(with(kFirst, std::uint64_t{65}), ErrorCode::damaged, "not within the file");
  expect_refused(with(kFirst + 16, std::uint32_t{0xFFFFFFFF}), ErrorCode::damaged, "not within the file");
}

// The block next door is damaged: who stays away from it walks on, who enters it is told its name.
TEST(PreparedFile, DamageIsToldWhenItIsTouchedAndByName) {
  Bytes bytes = prepared(read_world("four-blocks"));
  const IndexHeader counts = counts_of(bytes);
  ASSERT_GE(counts.blocks, 2U);
  const World whole = *open(bytes);
  const std::vector<BlockId> ids = whole.landscape().listed();
  const BlockId bad = ids.back();
  damage(bytes, section_of(bytes, 1 + counts.shapes + counts.structures + counts.blocks - 1).offset + 17);
  const auto world = open(bytes);
  ASSERT_TRUE(world.has_value()) << world.error().text();
  const auto cell = [](BlockId id) { return static_cast<CellId>(id) << 16U | 1U; };
  EXPECT_TRUE(step(*world, cell(ids.front()), {12, 12, 5}, {0.1F, 0, 0}).has_value());
  EXPECT_FALSE(world->damage_seen());
  for (int i = 0; i < 2; ++i) {
    const auto refused = step(*world, cell(bad), {12, 12, 5}, {0.1F, 0, 0});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::damaged);
    char name[32];
    std::snprintf(name, sizeof name, "landblock 0x%04X is damaged", bad);
    EXPECT_NE(refused.error().message.find(name), std::string::npos) << refused.error().text();
  }
  EXPECT_TRUE(world->damage_seen());
  EXPECT_TRUE(step(*world, cell(ids.front()), {12, 12, 5}, {0.1F, 0, 0}).has_value())
      << "elsewhere it goes on";
}

TEST(PreparedFile, ADamagedShapeOrStructureIsNamed) {
  const Bytes whole = prepared(read_world("house"));
  const IndexHeader counts = counts_of(whole);
  ASSERT_GE(counts.shapes, 1U);
  ASSERT_GE(counts.structures, 1U);
  for (const std::size_t i : {std::size_t{0}, std::size_t{counts.shapes}}) {
    Bytes bytes = whole;
    damage(bytes, section_of(whole, 1 + i).offset + 20);
    auto world = open(bytes);
    ASSERT_TRUE(world.has_value()) << world.error().text();
    const auto graph = world->set_form(TreeForm::graph);  // touches all of them
    ASSERT_FALSE(graph.has_value());
    EXPECT_EQ(graph.error().code, ErrorCode::damaged);
    EXPECT_EQ(graph.error().message.rfind(i == 0 ? "shape 0 of" : "cell structure 0 of", 0), 0U)
        << graph.error().text();
    EXPECT_EQ(world->form(), TreeForm::flat);
  }
}

TEST(PreparedFile, PreparingAgainGivesTheSameBytes) {
  for (const char* name : {"house", "hills", "door", "two-rooms", "cellar"}) {
    const World world = read_world(name);
    io::PrepareOptions options;
    options.world_hash = 7;
    const auto first = io::prepare_world(world, options);
    ASSERT_TRUE(first.has_value()) << name;
    const auto opened = open(*first);
    ASSERT_TRUE(opened.has_value()) << name << ": " << opened.error().text();
    const auto second = io::prepare_world(*opened, options);
    ASSERT_TRUE(second.has_value()) << name << ": " << second.error().text();
    EXPECT_TRUE(*first == *second) << name;
    options.zstd = true;
    const auto packed = io::prepare_world(world, options);
    ASSERT_TRUE(packed.has_value());
    EXPECT_LT(packed->size(), first->size()) << name;
    options.zstd = false;
    const auto unpacked = io::prepare_world(*open(*packed), options);
    ASSERT_TRUE(unpacked.has_value());
    EXPECT_TRUE(*first == *unpacked) << name;
  }
}

TEST(PreparedFile, HoldsNeitherPlaceNorTime) {
  EXPECT_TRUE(prepared(read_world("house")) == prepared(read_world("house")));
}

// Several threads meet an untouched world at once: one verifies, all get the same.
TEST(PreparedFile, FirstTouchesFromManyThreadsAgree) {
  const Bytes bytes = prepared(read_world("house"), true);
  const auto expected = step(*open(bytes), 0x01010100U, {12, 12, 0.1F}, {0.4F, 0, 0});
  ASSERT_TRUE(expected.has_value()) << expected.error().text();
  for (int round = 0; round < 20; ++round) {
    const auto world = open(bytes);
    ASSERT_TRUE(world.has_value());
    std::array<Expected<ResolveResult>, 4> results{*expected, *expected, *expected, *expected};
    std::vector<std::thread> threads;
    for (auto& result : results)
      threads.emplace_back([&] { result = step(*world, 0x01010100U, {12, 12, 0.1F}, {0.4F, 0, 0}); });
    for (auto& t : threads) t.join();
    for (const auto& result : results) {
      ASSERT_TRUE(result.has_value());
      EXPECT_TRUE(same_bits(result->position.frame.origin, expected->position.frame.origin));
    }
  }
}

TEST(PreparedFile, WritersOfAuthoredFormatsRefuseIt) {
  const World world = *open(prepared(read_world("house")));
  const auto json = io::world_text(world);
  ASSERT_FALSE(json.has_value());
  EXPECT_NE(json.error().message.find("prepared"), std::string::npos);
  EXPECT_FALSE(io::export_dat(world, "/nowhere/portal", "/nowhere/cell").has_value());
}

// Nothing half-written: an old file stays as it was when the new one cannot be finished.
TEST(PreparedFile, IsReplacedWhenItIsWholeOrNotAtAll) {
  const fs::path folder =
      fs::temp_directory_path() / ("surefoot-prepared-file-" + std::to_string(::getpid()));
  fs::create_directories(folder / "taken.sfw");
  const World world = read_world("two-rooms");
  EXPECT_FALSE(io::write_prepared(world, (folder / "taken.sfw").string(), {}).has_value());
  EXPECT_FALSE(io::write_prepared(world, (folder / "absent" / "w.sfw").string(), {}).has_value());
  ASSERT_TRUE(io::write_prepared(world, (folder / "w.sfw").string(), {}).has_value());
  const auto old = io::open_prepared((folder / "w.sfw").string());
  ASSERT_TRUE(old.has_value());
  // Who has the old one mapped keeps it.
  ASSERT_TRUE(io::write_prepared(read_world("house"), (folder / "w.sfw").string(), {}).has_value());
  EXPECT_EQ(old->env_cells().size(), world.env_cells().size());
  EXPECT_TRUE(step(*old, world.env_cells().front()->id, {12, 12, 0.5F}, {0.1F, 0, 0}).has_value());
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    files += entry.path().filename() == "w.sfw" ? 0 : 1;
  EXPECT_EQ(files, 1U) << "only the folder that was in the way";
  fs::remove_all(folder);
}

// A map of 255 × 255 landblocks opens at once, and what nobody walks over is not made.
TEST(PreparedFile, AWholeMapIsTouchedBlockByBlock) {
  class Everywhere final : public LandblockSource {
   public:
    [[nodiscard]] std::optional<LandblockData> load(BlockId id) const override {
      if ((id & 0xFFU) > 0xFE || id >> 8U > 0xFE) return std::nullopt;
      LandblockData out;
      for (std::size_t i = 0; i < kLandVertices; ++i)
        out.z[i] = static_cast<float>((id * 31U + i / kVertexSide * 7 + i % kVertexSide * 3) % 8) * 0.25F;
      return out;
    }
  };
  World source;
  source.set_landscape(std::make_unique<Everywhere>());
  const Bytes bytes = prepared(source);
  EXPECT_EQ(counts_of(bytes).blocks, 65'025U);
  EXPECT_LT(bytes.size(), 65'025U * 560U);
  const auto world = open(bytes);
  ASSERT_TRUE(world.has_value()) << world.error().text();
  EXPECT_EQ(world->landscape().blocks_made(), 0U);
  const CellId cell = 0x7F640024U;
  const auto expected = step(source, cell, {100, 85, 3}, {0.3F, 0.2F, -0.2F});
  const auto result = step(*world, cell, {100, 85, 3}, {0.3F, 0.2F, -0.2F});
  ASSERT_TRUE(expected.has_value() && result.has_value());
  EXPECT_TRUE(same_bits(result->position.frame.origin, expected->position.frame.origin));
  EXPECT_LE(world->landscape().blocks_made(), 9U);
}

}  // namespace
}  // namespace surefoot::test
