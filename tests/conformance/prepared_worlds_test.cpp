// Prepared worlds (docs/prepared-worlds.md): every shipped scenario gives the same bits in one, wherever the file lies, and
// damage of any byte is told, never met.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "io/load_world.hpp"
#include "io/prepared_file.hpp"
#include "io/prepared_writer.hpp"
#include "scenario/run.hpp"
#include "support/parity_scale.hpp"
#include "support/paths.hpp"
#include "support/random.hpp"

namespace surefoot::test {
namespace {

namespace fs = std::filesystem;

/// A folder of this process that is gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / ("surefoot-prepared-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ec;
    fs::remove_all(path_, ec);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

Expected<scenario::RunResult> run_in(const std::string& scenario, const std::string& world,
                                     TreeForm form = TreeForm::flat) {
  io::ScenarioOptions options;
  options.world = world;
  options.form = form;
  const auto read = io::read_scenario(scenario_path(scenario), options);
  if (!read) return tl::unexpected<Error>(read.error());
  return scenario::run(*read);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  return as_test_name(info.param);
}

class PreparedScenario : public ::testing::TestWithParam<std::string> {};

TEST_P(PreparedScenario, GivesTheSameBitsFromAFileThatWasMoved) {
  const TemporaryFolder folder;
  const auto authored = io::read_scenario(scenario_path(GetParam()));
  ASSERT_TRUE(authored.has_value()) << authored.error().text();
  const auto expected = scenario::run(*authored);
  ASSERT_TRUE(expected.has_value()) << expected.error().text();
  for (const bool zstd : {false, true}) {
    io::PrepareOptions options;
    options.zstd = zstd;
    options.world_hash = authored->world_hash;
    const auto written = io::write_prepared(*authored->world, folder.file("written.sfw"), options);
    ASSERT_TRUE(written.has_value()) << written.error().text();
    fs::create_directories(folder.file("elsewhere"));
    const std::string moved = folder.file("elsewhere/moved.sfw");
    fs::rename(folder.file("written.sfw"), moved);
    fs::permissions(moved, fs::perms::owner_read);
    for (const TreeForm form : {TreeForm::flat, TreeForm::graph}) {
      const auto result = run_in(GetParam(), moved, form);
      ASSERT_TRUE(result.has_value()) << result.error().text();
      EXPECT_EQ(result->hash, expected->hash) << (form == TreeForm::flat ? "flat" : "linked again");
      EXPECT_EQ(result->failures.size(), expected->failures.size());
    }
    EXPECT_EQ(io::prepared_world_hash(moved), authored->world_hash);
    const auto verified = io::verify_prepared(moved);
    ASSERT_TRUE(verified.has_value()) << verified.error().text();
    EXPECT_TRUE(verified->damage.empty());
    fs::remove(moved);
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, PreparedScenario, ::testing::ValuesIn(shipped_scenarios()), test_name);

// --- damage ------------------------------------------------------------------------------------------------

std::vector<std::byte> prepared_bytes(const std::string& scenario, bool zstd) {
  const auto read = io::read_scenario(scenario_path(scenario));
  EXPECT_TRUE(read.has_value());
  io::PrepareOptions options;
  options.zstd = zstd;
  auto bytes = io::prepare_world(*read->world, options);
  EXPECT_TRUE(bytes.has_value());
  return std::move(*bytes);
}

void write(const std::string& path, const std::vector<std::byte>& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

class DamagedFile : public ::testing::TestWithParam<std::string> {};

// One byte changed: the file is refused, or the resolve that touches the damage is, or the same bits come out. And
// `verify` finds it wherever it matters.
TEST_P(DamagedFile, IsRefusedOrHarmless) {
  const TemporaryFolder folder;
  const std::string path = folder.file("damaged.sfw");
  Random random(0xDA3A6ED0);
  for (const bool zstd : {false, true}) {
    const std::vector<std::byte> whole = prepared_bytes(GetParam(), zstd);
    write(path, whole);
    const auto expected = run_in(GetParam(), path);
    ASSERT_TRUE(expected.has_value()) << expected.error().text();
    int refused = 0;
    for (int i = 0; i < 100 * parity_scale(); ++i) {
      std::vector<std::byte> damaged = whole;
      const auto at = random.bits() % damaged.size();
      damaged[at] ^= static_cast<std::byte>(random.integer(1, 255));
      write(path, damaged);
      const auto verified = io::verify_prepared(path);
      const bool found = !verified || !verified->damage.empty();
      const auto result = run_in(GetParam(), path);
      if (result) {
        EXPECT_EQ(result->hash, expected->hash) << "byte " << at;
        continue;
      }
      ++refused;
      EXPECT_TRUE(found) << "byte " << at << ": " << result.error().text();
      EXPECT_NE(result.error().text().find(path), std::string::npos) << result.error().text();
      EXPECT_FALSE(result.error().message.empty());
    }
    EXPECT_GT(refused, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, DamagedFile,
                         ::testing::Values("house-enter", "hills-walk", "door-opened", "stairs-up",
                                           "cellar-down", "pillar-forest-thread", "block-corner-crossing"),
                         test_name);

}  // namespace
}  // namespace surefoot::test
