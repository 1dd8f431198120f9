// surefoot view: the viewer in the browser, from this program.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "cli/view_server.hpp"

namespace surefoot::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> files;
  std::string web;
  int port = 0;
  bool no_open = false;
  bool json = false;
};

/// Beside the program, built or installed: bin/surefoot and share/surefoot/web.
Expected<std::string> find_web(const std::string& named) {
  std::error_code ec;
  fs::path folder = named;
  if (named.empty()) {
    const fs::path self = fs::read_symlink("/proc/self/exe", ec);
    folder = self.parent_path().parent_path() / "share" / "surefoot" / "web";
  }
  if (fs::is_regular_file(folder / "index.html", ec)) return folder.string();
  if (!named.empty()) return fail(ErrorCode::file_not_found, "there is no built page in this folder", named);
  return fail(ErrorCode::file_not_found,
              "the page is not built: `make web` in the repository builds it (with npm and Emscripten, which "
              "`scripts/bootstrap.sh --web` installs), or --web names a folder that has it",
              folder.string());
}

/// Waits for nobody: a child that is not there any more is no matter of ours.
void open_browser(const std::string& url) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const pid_t child = fork();
  if (child != 0) return;
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  if (freopen("/dev/null", "w", stdout) == nullptr || freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
  execlp("xdg-open", "xdg-open", url.c_str(), static_cast<char*>(nullptr));
  _exit(1);
}

int view(const Options& options) {
  auto files = gather_view_files(options.files);
  if (!files) return report(files.error());
  const auto web = find_web(options.web);
  if (!web) return report(web.error());
  ViewServer server(*web, std::move(*files));
  const auto port = server.bind(options.port);
  if (!port) return report(port.error());

  // Ctrl-C is waited for here; no thread is interrupted by it.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  signal(SIGCHLD, SIG_IGN);
  std::atomic<bool> served = true;
  std::thread serving([&] {
    served = server.serve();
    if (!served) kill(getpid(), SIGTERM);
  });
  while (served && !server.is_serving()) std::this_thread::sleep_for(std::chrono::milliseconds(1));

  const std::string url = fmt::format("http://127.0.0.1:{}/", *port);
  print(options.json ? nlohmann::ordered_json{{"url", url}, {"port", *port}}.dump() + "\n"
                     : fmt::format("The viewer is at {}\nCtrl-C ends it.\n", url));
  std::fflush(stdout);
  if (!options.no_open) open_browser(url);

  int signal_number = 0;
  sigwait(&ends, &signal_number);
  server.stop();
  serving.join();
  if (!served) return report({ErrorCode::internal, "the server could not go on", url});
  message("\nsurefoot: the viewer has ended\n");
  return kDone;
}

}  // namespace

void add_view(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("view", "Walk, replay, explain and compare in the browser");
  verb->add_option("files", options->files,
                   "Worlds (also prepared ones) and scenarios to open, traces and captures to lay over them; "
                   "none: those shipped with the page");
  verb->add_option("--port", options->port, "Port to listen on, on this machine only (default: a free one)")
      ->check(CLI::Range(1, 65535));
  verb->add_option("--web", options->web, "Folder of the built page, instead of share/surefoot/web");
  verb->add_flag("--no-open", options->no_open, "Leave the browser alone");
  verb->add_flag("--json", options->json, "Print the address as JSON");
  verb->footer(
      "Example:\n  surefoot view worlds/roof-landing.scenario.json\n  surefoot view --no-open --port 8080");
  verb->callback([options, &action] { action = [options] { return view(*options); }; });
}

}  // namespace surefoot::cli
