// Two trees in two columns.
#include "trace/side_by_side.hpp"

#include <gtest/gtest.h>

namespace surefoot::trace {
namespace {

/// A call for each character: equal characters are equal calls.
std::vector<Node> tree_of(const std::string& letters) {
  std::vector<Node> out;
  for (const char c : letters) {
    Node n;
    n.arm = Arm::cliff_slide_off;
    n.values = {count("n", static_cast<std::uint32_t>(c))};
    out.push_back(n);
  }
  return out;
}

std::string marks(const std::string& left, const std::string& right, const SideBySideOptions& options) {
  const std::string text = print_side_by_side(tree_of(left), tree_of(right), options);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (line.find("…") != std::string::npos)
      out += "~";
    else if (line.find(" | ") != std::string::npos)
      out += "|";
    else if (line.find(" > ") != std::string::npos)
      out += ">";
    else
      out += line.back() == '<' ? "<" : "=";
    at = end + 1;
  }
  return out;
}

TEST(SideBySide, MarksWhatOneSideHasAlone) {
  SideBySideOptions all;
  all.all = true;
  all.width = 200;
  EXPECT_EQ(marks("abc", "abc", all), "===");
  EXPECT_EQ(marks("abxc", "abc", all), "==<=");
  EXPECT_EQ(marks("abc", "abyyc", all), "==>>=");
  EXPECT_EQ(marks("abxc", "abyc", all), "==|=");
  EXPECT_EQ(marks("", "ab", all), ">>");
  EXPECT_EQ(marks("axbxc", "aybyyc", all), "=|=|>=") << "what is equal in between stays beside itself";
}

TEST(SideBySide, LeavesEqualLinesOutAndCountsThem) {
  SideBySideOptions options;
  options.width = 200;
  options.context = 1;
  EXPECT_EQ(marks("abcdefxg", "abcdefyg", options), "~=|=");
  const std::string text = print_side_by_side(tree_of("abcdefx"), tree_of("abcdefy"), options);
  EXPECT_EQ(text.rfind("  … 5 equal lines\n", 0), 0U) << text;
}

TEST(SideBySide, EndsAfterItsMostLines) {
  SideBySideOptions options;
  options.width = 200;
  options.most = 2;
  EXPECT_EQ(marks("abcd", "efgh", options), "||~");
  const std::string text = print_side_by_side(tree_of("abcd"), tree_of("efgh"), options);
  EXPECT_NE(text.find("… 2 more lines"), std::string::npos) << text;
}

TEST(SideBySide, KeepsToItsWidth) {
  SideBySideOptions options;
  options.width = 60;
  const std::string text = print_side_by_side(tree_of("a"), tree_of("b"), options);
  EXPECT_NE(text.find("…"), std::string::npos);
  EXPECT_LE(text.size(), 60U + 2 * 2 + 1) << text;  // an ellipsis has three bytes
}

}  // namespace
}  // namespace surefoot::trace
