// Header, chains and directory of data containers (spec 07 §2).
#include "io/dat/container.hpp"

#include <filesystem>
#include <map>

#include "io/dat/bytes.hpp"
#include "io/dat/container_writer.hpp"
#include "io/dat/dat_bytes.hpp"
#include "io/world_texts.hpp"

namespace surefoot::io {
namespace {

using Records = std::map<std::uint32_t, std::vector<std::byte>>;

std::vector<std::byte> filler(std::size_t n, int seed) {
  std::vector<std::byte> out;
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(static_cast<std::byte>((static_cast<int>(i) * 7 + seed) & 0xFF));
  return out;
}

DatContainer container_of(const std::string& path) {
  auto c = DatContainer::open(path);
  EXPECT_TRUE(c) << (c ? "" : c.error().text());
  return std::move(*c);
}

void put_u32(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t v) {
  std::vector<std::byte> word;
  append_u32(word, v);
  std::copy(word.begin(), word.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

class DatFile : public ::testing::Test {
 protected:
  std::string write(const DatWriterOptions& options, const Records& records) {
    const std::string path = folder_.path("test.dat");
    const auto ok = write_container(path, options, records);
    EXPECT_TRUE(ok) << (ok ? "" : ok.error().text());
    return path;
  }

  TemporaryFolder folder_{"dat-container"};
};

const DatWriterOptions kPortal{kPortalBlockSize, DatSet::portal, 0, 0};
const DatWriterOptions kCell{kCellBlockSize, DatSet::cell, 1, 0};

TEST_F(DatFile, PortalContainerOfTheWorkedCase) {
  // Case 9 of spec 07 §10.
  const Records records{
      {0x01000001, filler(196, 1)}, {0x13000000, filler(1072, 2)}, {0xFFFF0001, filler(4, 3)}};
  const std::string path = write(kPortal, records);
  const auto bytes = file_bytes(path);
  ASSERT_EQ(bytes.size(), 0x1C00U);
  EXPECT_EQ(hex_at(bytes, 0x140, 20), "42 54 00 00 00 04 00 00 00 1C 00 00 01 00 00 00 00 00 00 00");
  EXPECT_EQ(hex_at(bytes, 0x160, 4), "00 14 00 00");
  EXPECT_EQ(hex_at(bytes, 0x1400 + 4 + 248, 20),
            "03 00 00 00 00 00 02 00 01 00 00 01 00 04 00 00 C4 00 00 00");
  const DatContainer c = container_of(path);
  EXPECT_EQ(c.find(0x01000001)->value().offset, 0x400U);
  EXPECT_EQ(c.find(0x13000000)->value().offset, 0x800U);
  EXPECT_EQ(c.find(0xFFFF0001)->value().offset, 0x1000U);
  for (const auto& [id, content] : records) {
    const auto r = c.read(id);
    ASSERT_TRUE(r) << r.error().text();
    EXPECT_EQ(r->bytes, content);
  }
  EXPECT_FALSE(c.find(0x01000002)->has_value());
  EXPECT_EQ(c.read(0x01000002).error().code, ErrorCode::dangling);
}

TEST_F(DatFile, CellContainerOfTheWorkedCase) {
  // Case 10 of spec 07 §10.
  const std::string path = write(kCell, {{0xA9B40100, filler(62, 1)},
                                         {0xA9B4FFFE, filler(100, 2)},
                                         {0xA9B4FFFF, filler(252, 3)},
                                         {0xFFFF0001, filler(4, 4)}});
  EXPECT_EQ(std::filesystem::file_size(path), 0xD00U);
  const DatContainer c = container_of(path);
  EXPECT_EQ(c.header().data_set, 2U);
  EXPECT_EQ(c.header().data_subset, 1U);
  EXPECT_EQ(c.header().btree_root, 0x600U);
  std::vector<std::uint32_t> offsets;
  ASSERT_TRUE(c.each([&](const DatEntry& e) {
    offsets.push_back(e.offset);
    return true;
  }));
  EXPECT_EQ(offsets, (std::vector<std::uint32_t>{0x200, 0x300, 0x400, 0x500}));
}

TEST_F(DatFile, PlacesOfBytesFollowTheChain) {
  const std::string path = write(kCell, {{5, filler(600, 9)}});
  const auto r = container_of(path).read(5);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->file_offset(0), 0x204U);
  EXPECT_EQ(r->file_offset(251), 0x2FFU);
  EXPECT_EQ(r->file_offset(252), 0x304U);
  EXPECT_EQ(r->file_offset(600), 0x404U + 600U - 504U);
  const auto bytes = file_bytes(path);
  for (const std::size_t at : {0U, 251U, 252U, 503U, 504U, 599U})
    EXPECT_EQ(bytes[r->file_offset(at)], r->bytes[at]) << at;
}

TEST_F(DatFile, SameRecordsGiveTheSameBytes) {
  const Records records{{1, filler(10, 1)}, {2, {}}, {3, filler(5000, 3)}};
  const auto first = file_bytes(write(kPortal, records));
  EXPECT_EQ(first, file_bytes(write(kPortal, records)));
  EXPECT_TRUE(container_of(folder_.path("test.dat")).read(2)->bytes.empty());
}

TEST_F(DatFile, MoreThanAHundredThousandRecords) {
  constexpr std::uint32_t kRecords = 120'000;
  const std::string path = folder_.path("large.dat");
  {
    auto w = DatWriter::create(path, {0x40, DatSet::cell, 1, 0});
    ASSERT_TRUE(w);
    for (std::uint32_t i = 0; i < kRecords; ++i)
      ASSERT_TRUE(w->add(3 * i + 1, filler(i % 7, static_cast<int>(i))));
    ASSERT_TRUE(w->finish());
  }
  const DatContainer c = container_of(path);
  EXPECT_EQ(c.depth().value(), 3U);
  std::uint32_t seen = 0;
  bool ascending = true;
  const auto walked = c.each([&](const DatEntry& e) {
    ascending = ascending && e.id == 3 * seen + 1 && e.size == seen % 7;
    ++seen;
    return true;
  });
  ASSERT_TRUE(walked) << walked.error().text();
  EXPECT_EQ(seen, kRecords);
  EXPECT_TRUE(ascending);
  for (const std::uint32_t i : {0U, 1U, 60U, 61U, 62U, 3843U, 59'999U, 119'999U}) {
    const auto r = c.read(3 * i + 1);
    ASSERT_TRUE(r) << r.error().text();
    EXPECT_EQ(r->bytes, filler(i % 7, static_cast<int>(i)));
    EXPECT_FALSE(c.find(3 * i + 2)->has_value());
  }
  EXPECT_FALSE(c.find(0)->has_value());
  EXPECT_FALSE(c.find(0xFFFFFFFF)->has_value());
}

TEST_F(DatFile, AnyRangeOfIdsIsListed) {
  Records records;
  for (std::uint32_t i = 0; i < 5000; ++i) records[i * 2] = {};
  const DatContainer c = container_of(write(kCell, records));
  for (const auto& [first, last] :
       {std::pair{0U, 9998U}, std::pair{121U, 123U}, std::pair{3999U, 4401U}, std::pair{9998U, 0xFFFFFFFFU},
        std::pair{9999U, 12000U}, std::pair{7U, 7U}}) {
    std::vector<std::uint32_t> ids;
    ASSERT_TRUE(c.each(first, last, [&](const DatEntry& e) {
      ids.push_back(e.id);
      return true;
    }));
    std::vector<std::uint32_t> expected;
    for (const auto& [id, content] : records) {
      if (id >= first && id <= last) expected.push_back(id);
    }
    EXPECT_EQ(ids, expected) << first << " to " << last;
  }
  int visited = 0;
  ASSERT_TRUE(c.each([&](const DatEntry&) { return ++visited < 10; }));
  EXPECT_EQ(visited, 10);
}

TEST(DatDirectory, NodesAreNeverLessThanHalfFull) {
  for (std::size_t n = 0; n < 20'000; ++n) {
    const auto shares = share_out(n);
    std::size_t sum = shares.size() - 1;
    for (const std::size_t s : shares) {
      sum += s;
      EXPECT_LE(s, 61U);
      if (shares.size() > 1) {
        EXPECT_GE(s, 30U) << n;
      }
    }
    EXPECT_EQ(sum, n);
  }
}

TEST_F(DatFile, AnUnfinishedFileLeavesNothing) {
  const std::string path = folder_.path("unfinished.dat");
  {
    auto w = DatWriter::create(path, kPortal);
    ASSERT_TRUE(w);
    ASSERT_TRUE(w->add(5, filler(10, 1)));
    EXPECT_EQ(w->add(5, {}).error().code, ErrorCode::bad_value);
    EXPECT_EQ(w->add(4, {}).error().code, ErrorCode::bad_value);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  EXPECT_EQ(DatWriter::create(folder_.path("no/such/folder.dat"), kPortal).error().code,
            ErrorCode::file_unreadable);
}

// Damage. Each case: what is overwritten, and what is said of it.

class DamagedDat : public DatFile {
 protected:
  Error error_of(std::vector<std::byte> bytes) {
    const auto c = DatContainer::from_bytes(std::move(bytes), "d.dat");
    if (!c) return c.error();
    if (const auto walked = c->each([](const DatEntry&) { return true; }); !walked) return walked.error();
    Error first;
    const auto walked = c->each([&](const DatEntry& e) {
      if (const auto r = c->read(e); !r && first.message.empty()) first = r.error();
      return true;
    });
    EXPECT_FALSE(first.message.empty()) << "no error";
    return first;
  }

  std::vector<std::byte> good() {
    return file_bytes(write(kPortal, {{1, filler(100, 1)}, {2, filler(3000, 2)}, {3, filler(100, 3)}}));
  }
  // Records at 0x400, 0x800 (three blocks), 0x1400; the root at 0x1800.
  static constexpr std::size_t kRoot = 0x1800;
};

TEST_F(DamagedDat, Headers) {
  const auto expect = [&](std::size_t at, std::uint32_t v, ErrorCode code, const std::string& message) {
    auto bytes = good();
    put_u32(bytes, at, v);
    const Error e = error_of(std::move(bytes));
    EXPECT_EQ(e.code, code) << e.text();
    EXPECT_NE(e.message.find(message), std::string::npos) << e.text();
  };
  expect(0x140, 0x5443, ErrorCode::unknown_format, "not a data container");
  expect(0x144, 0x401, ErrorCode::bad_syntax, "block of 1025 bytes");
  expect(0x144, 0x20, ErrorCode::bad_syntax, "block of 32 bytes");
  expect(0x144, 0x20000, ErrorCode::bad_syntax, "block of 131072 bytes");
  expect(0x160, 0, ErrorCode::bad_syntax, "outside the file");
  expect(0x160, 0x2000, ErrorCode::bad_syntax, "outside the file");
  expect(0x160, 0x1801, ErrorCode::bad_syntax, "where a block starts");
  EXPECT_EQ(error_of({}).code, ErrorCode::unknown_format);
  EXPECT_EQ(error_of(filler(0x143, 0)).code, ErrorCode::unknown_format);
  auto old = filler(0x400, 0);
  put_u32(old, 0x12C, kDatMagic);
  EXPECT_NE(error_of(old).message.find("unsupported container"), std::string::npos);
  auto cut = good();
  cut.resize(0x150);
  EXPECT_NE(error_of(cut).message.find("cut short"), std::string::npos);
}

TEST_F(DamagedDat, Chains) {
  const auto expect = [&](std::size_t at, std::uint32_t v, const std::string& text) {
    auto bytes = good();
    put_u32(bytes, at, v);
    const Error e = error_of(std::move(bytes));
    EXPECT_EQ(e.code, ErrorCode::bad_syntax);
    EXPECT_EQ(e.text(), text);
  };
  expect(
      0x800, 0,
      "d.dat: offset 0x00000800: bad chain: record 0x00000002: block 2 of 3 at 0x00000000 is not inside the "
      "file");
  expect(0xC00, 0xFFFFFF00,
         "d.dat: offset 0x00000C00: bad chain: record 0x00000002: block 3 of 3 at 0xFFFFFF00 is not "
         "inside the file");
  expect(0xC00, 0x800, "d.dat: offset 0x00000800: bad chain: record 0x00000002: it comes back to this block");
  const std::size_t second = kRoot + 4 + 252 + 24;
  expect(second + 12, 0x7FFFFFFF,
         "d.dat: offset 0x00000800: record 0x00000002: 2147483647 bytes are more than the file has");
}

TEST_F(DamagedDat, Directories) {
  const auto expect = [&](std::size_t at, std::uint32_t v, const std::string& message) {
    auto bytes = good();
    put_u32(bytes, at, v);
    const Error e = error_of(std::move(bytes));
    EXPECT_NE(e.message.find(message), std::string::npos) << e.text();
  };
  expect(kRoot + 4 + 248, 62, "62 entries");
  expect(kRoot + 4 + 252 + 24 + 4, 1, "out of order: record 0x00000001 after 0x00000001");
  expect(kRoot + 4 + 252, 0x00020001, "compressed");
  // Branches that lead back to the root.
  expect(kRoot + 4, kRoot, "two branches");
}

TEST_F(DamagedDat, ADirectoryThatNeverEnds) {
  // Twenty nodes, each the first child of the one before.
  std::vector<std::byte> bytes(0x400);
  for (int i = 0; i < 20; ++i) {
    const std::size_t at = bytes.size();
    bytes.resize(at + 0x800);
    put_u32(bytes, at, static_cast<std::uint32_t>(at + 0x400));
    put_u32(bytes, at + 4, static_cast<std::uint32_t>(at + 0x800));
  }
  put_u32(bytes, 0x140, kDatMagic);
  put_u32(bytes, 0x144, 0x400);
  put_u32(bytes, 0x160, 0x400);
  const auto c = DatContainer::from_bytes(bytes, "deep.dat");
  ASSERT_TRUE(c);
  EXPECT_EQ(c->find(1).error().code, ErrorCode::too_deep);
  EXPECT_EQ(c->each([](const DatEntry&) { return true; }).error().code, ErrorCode::too_deep);
}

TEST_F(DamagedDat, AnyTruncationIsAnErrorOrAllThere) {
  const auto whole = good();
  for (std::size_t n = 0; n < whole.size(); n += 7) {
    const auto c =
        DatContainer::from_bytes({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)}, "cut");
    if (!c) continue;
    // The root is the last thing in the file; of its second block 696 bytes mean something.
    EXPECT_EQ(c->read(3).has_value(), n >= kRoot + 0x400 + 4 + 696) << n;
  }
}

TEST(DatContainer, FilesThatAreNone) {
  const TemporaryFolder folder("dat-none");
  EXPECT_EQ(DatContainer::open(folder.path("none.dat")).error().code, ErrorCode::file_not_found);
  EXPECT_EQ(DatContainer::open(folder.path()).error().code, ErrorCode::file_unreadable);
  EXPECT_EQ(DatContainer::open(folder.write("empty.dat", "")).error().code, ErrorCode::unknown_format);
}

}  // namespace
}  // namespace surefoot::io
