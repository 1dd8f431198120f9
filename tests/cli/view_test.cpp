// surefoot view as a person meets it: a port that is taken, a file that is not there, somebody who asks for more than
// was named, Ctrl-C. The page here is a stand-in; the real one is tested in a browser (web/tests/).
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <csignal>

#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cli_fixture.hpp"

namespace surefoot::test {

namespace {

/// A connected socket, or -1.
int connect_to(int port) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(s, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0) return s;
  close(s);
  return -1;
}

struct Answer {
  int status = 0;
  std::string text;
};

/// As raw as it is written: no client tidies the path up.
Answer get(int port, const std::string& path, const std::string& host = "") {
  const int s = connect_to(port);
  if (s < 0) return {};
  const std::string name = host.empty() ? fmt::format("127.0.0.1:{}", port) : host;
  const std::string request =
      fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", path, name);
  EXPECT_EQ(write(s, request.data(), request.size()), static_cast<ssize_t>(request.size()));
  Answer out;
  std::array<char, 4096> buffer{};
  ssize_t n = 0;
  while ((n = read(s, buffer.data(), buffer.size())) > 0)
    out.text.append(buffer.data(), static_cast<std::size_t>(n));
  close(s);
  if (out.text.size() > 12) out.status = std::atoi(out.text.c_str() + 9);
  return out;
}

class View : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    std::filesystem::create_directories(folder_ / "web" / "assets");
    file("web/index.html", "<!doctype html><html><head><title>t</title></head></html>");
    file("web/assets/a.js", "1;");
  }
  void TearDown() override {
    if (child_ > 0) end(SIGKILL);
    Cli::TearDown();
  }

  [[nodiscard]] std::string common() const {
    return "view --no-open --json --web " + (folder_ / "web").string() + " ";
  }

  /// Starts it; the port it says, 0 when it said none.
  int start(const std::vector<std::string>& words) {
    std::array<int, 2> pipe_ends{};
    if (pipe(pipe_ends.data()) != 0) return 0;
    child_ = fork();
    if (child_ == 0) {
      dup2(pipe_ends[1], 1);
      const int err = open((folder_ / "stderr").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
      dup2(err, 2);
      std::vector<std::string> all = {SUREFOOT_TOOL, "view",  "--no-open",
                                      "--json",      "--web", (folder_ / "web").string()};
      all.insert(all.end(), words.begin(), words.end());
      std::vector<char*> argv;
      for (std::string& w : all) argv.push_back(w.data());
      argv.push_back(nullptr);
      execv(SUREFOOT_TOOL, argv.data());
      _exit(127);
    }
    close(pipe_ends[1]);
    std::string line;
    char c = 0;
    while (read(pipe_ends[0], &c, 1) == 1 && c != '\n') line += c;
    close(pipe_ends[0]);
    const auto json = nlohmann::json::parse(line, nullptr, false);
    return json.is_object() ? json.value("port", 0) : 0;
  }

  /// Its exit code; -1 when it was ended by a signal.
  int end(int signal) {
    kill(child_, signal);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  pid_t child_ = 0;
};

}  // namespace

TEST_F(View, GivesThePageAndTheNamedFilesAndWhatTheyName) {
  const int port = start({world("stairs-up.scenario.json")});
  ASSERT_GT(port, 0);
  const Answer page = get(port, "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_NE(page.text.find("<meta name=\"surefoot-view\""), std::string::npos);
  EXPECT_NE(page.text.find("Content-Security-Policy"), std::string::npos);
  EXPECT_EQ(get(port, "/assets/a.js").status, 200);

  const Answer given = get(port, "/given.json");
  const auto json = nlohmann::json::parse(given.text.substr(given.text.find("\r\n\r\n") + 4));
  EXPECT_EQ(json["open"], nlohmann::json::array({"stairs-up.scenario.json"}));
  ASSERT_GE(json["files"].size(), 2U);
  EXPECT_EQ(json["files"][1], "stairs.world.json");
  EXPECT_NE(get(port, "/given/0").text.find("\"stairs-up\""), std::string::npos);
  EXPECT_EQ(get(port, fmt::format("/given/{}", json["files"].size())).status, 404);
}

TEST_F(View, GivesNothingElse) {
  file("secret.json", "{\"secret\": 1}");
  const int port = start({world("stairs-up.scenario.json")});
  ASSERT_GT(port, 0);
  for (const char* path :
       {"/../secret.json", "/assets/../../secret.json", "/%2e%2e/secret.json", "/..%2fsecret.json",
        "//etc/passwd", "/../../../../../../etc/passwd", "/given/../secret.json", "/given/-1",
        "/given/99999999999", "/given/0/../../secret.json", "/secret.json", "/assets", "/assets/"}) {
    const Answer a = get(port, path);
    EXPECT_TRUE(a.status == 404 || a.status == 400) << path << ": " << a.status;
    EXPECT_EQ(a.text.find("secret\": 1"), std::string::npos) << path;
    EXPECT_EQ(a.text.find("root:"), std::string::npos) << path;
  }
}

TEST_F(View, AnswersNoPageFromElsewhere) {
  const int port = start({world("stairs-up.scenario.json")});
  ASSERT_GT(port, 0);
  EXPECT_EQ(get(port, "/given/0", "evil.example:80").status, 403);
  EXPECT_EQ(get(port, "/given/0", fmt::format("localhost:{}", port)).status, 200);
}

TEST_F(View, SaysThatAPortIsTaken) {
  const int port = start({});
  ASSERT_GT(port, 0);
  const Ran second = run(common() + "--port " + std::to_string(port));
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find(fmt::format("port {} cannot be had", port)), std::string::npos) << second.err;
  EXPECT_NE(second.err.find("--port"), std::string::npos);
  EXPECT_EQ(get(port, "/").status, 200) << "the first one goes on";
}

TEST_F(View, SaysWhichFileIsNotThere) {
  const Ran r = run(common() + "nowhere.scenario.json");
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("nowhere.scenario.json: there is no such file"), std::string::npos) << r.err;
  EXPECT_EQ(r.out, "");
}

TEST_F(View, SaysHowToGetAPageThatIsNotBuilt) {
  std::filesystem::remove(folder_ / "web" / "index.html");
  const Ran r = run(common());
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("no built page"), std::string::npos) << r.err;
}

TEST_F(View, EndsInPeaceOnCtrlC) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const int port = start({});
    ASSERT_GT(port, 0);
    // A browser keeps its connections open.
    const int idle = connect_to(port);
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(end(signal), 0);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
    close(idle);
    EXPECT_NE(read_all((folder_ / "stderr").string()).find("has ended"), std::string::npos);
    EXPECT_LT(connect_to(port), 0) << "the port is free again";
  }
}

TEST_F(View, OpensAFileThatIsWrongAllTheSame) {
  const std::string broken = file("broken.scenario.json", "{ \"format\": ");
  const int port = start({broken});
  ASSERT_GT(port, 0) << "the page says what is wrong with it";
  EXPECT_NE(get(port, "/given/0").text.find("{ \"format\": "), std::string::npos);
}

}  // namespace surefoot::test
