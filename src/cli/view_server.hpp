// A web server for one person on this machine: the built page, and the files it was given. Nothing else can be asked for:
// what it serves is listed before it starts.
#pragma once

#include <memory>
#include <string>

#include "cli/view_files.hpp"

namespace surefoot::cli {

class ViewServer {
 public:
  /// `web` is the folder of the built page.
  ViewServer(const std::string& web, ViewFiles files);
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  /// On 127.0.0.1; 0: a free port is chosen. The port, or an error where it is taken.
  [[nodiscard]] Expected<int> bind(int port);
  /// Serves until `stop` is called from another thread; false when it could not go on.
  [[nodiscard]] bool serve();
  /// Whether `serve` has begun: before that there is nothing to stop.
  [[nodiscard]] bool is_serving() const;
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace surefoot::cli
