// The example of a character controller: what a reader of the README sees.
#ifdef SUREFOOT_CONTROLLER

#include "cli_fixture.hpp"

namespace surefoot::test {
namespace {

/// The line that says this, "" when none does.
std::string line_with(const std::string& out, const std::string& text) {
  const auto at = out.find(text);
  if (at == std::string::npos) return {};
  const auto from = out.rfind('\n', at) + 1;
  return out.substr(from, out.find('\n', at) - from);
}

class Controller : public Cli {
 protected:
  static Ran walk(const std::string& arguments) {
    Ran r;
    FILE* pipe = popen((std::string(SUREFOOT_CONTROLLER) + " " + arguments + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return r;
    std::array<char, 4096> buffer{};
    std::size_t n = 0;
    while ((n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0) r.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    r.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return r;
  }
};

TEST_F(Controller, WalksItsPath) {
  const Ran r = walk(source_path("examples/controller/level.gltf"));
  ASSERT_EQ(r.code, 0) << r.out;
  EXPECT_EQ(r.out.find("level: 4 parts, "), 0U) << r.out;
  EXPECT_NE(line_with(r.out, "is in the air"), "") << r.out;
  // The crate's side, then the wall on the platform 1.25 m up; both face the way it came from.
  EXPECT_NE(line_with(r.out, "against a surface facing (-1.00, 0.00, 0.00)"), "") << r.out;
  EXPECT_NE(line_with(r.out.substr(r.out.find("up the stairs")), ",  1.250,"), "") << r.out;
  EXPECT_NE(line_with(r.out.substr(r.out.find("jump off")), "is in the air"), "") << r.out;
  EXPECT_NE(line_with(r.out.substr(r.out.find("jump off")), ",  0.000,"), "") << r.out;
  EXPECT_EQ(walk(source_path("examples/controller/level.gltf")).out, r.out);
}

TEST_F(Controller, SaysWhatIsWrongWithALevel) {
  const Ran r = walk("no-such.gltf");
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.out.find("no-such.gltf: cannot open"), std::string::npos) << r.out;
}

TEST_F(Controller, ItsLevelIsAsItShouldBe) {
  const Ran r = run("import gltf " + source_path("examples/controller/level.gltf") + " -o " +
                    (folder_ / "level.json").string());
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("crate   12     closed, 1 m³"), std::string::npos) << r.out;
  EXPECT_EQ(run("check " + (folder_ / "level.json").string()).code, 0);
}

}  // namespace
}  // namespace surefoot::test

#endif
