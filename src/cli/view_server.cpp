#include "cli/view_server.hpp"

#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <httplib.h>
#include <nlohmann/json.hpp>

#include "io/json.hpp"

namespace surefoot::cli {

namespace {

namespace fs = std::filesystem;

const char* type_of(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  if (ending == ".html") return "text/html; charset=utf-8";
  if (ending == ".js" || ending == ".mjs") return "text/javascript";
  if (ending == ".css") return "text/css";
  if (ending == ".json" || ending == ".jsonl") return "application/json";
  if (ending == ".wasm") return "application/wasm";
  if (ending == ".svg") return "image/svg+xml";
  if (ending == ".png") return "image/png";
  return "application/octet-stream";
}

/// Every file of the page by its address.
std::map<std::string, std::string> page_files(const std::string& web) {
  std::map<std::string, std::string> out;
  std::error_code ec;
  for (fs::recursive_directory_iterator it(web, ec), end; !ec && it != end; it.increment(ec)) {
    if (it->is_regular_file(ec))
      out["/" + it->path().lexically_relative(web).generic_string()] = it->path().string();
  }
  return out;
}

/// Tells the page that there is someone to ask for given files.
std::string with_mark(std::string html) {
  const std::string head = "<head>";
  const std::size_t at = html.find(head);
  if (at != std::string::npos)
    html.insert(at + head.size(), "\n    <meta name=\"surefoot-view\" content=\"1\" />");
  return html;
}

std::string given_json(const ViewFiles& files) {
  nlohmann::ordered_json j{{"files", nlohmann::json::array()}, {"open", files.open}};
  for (const ViewFile& f : files.files) j["files"].push_back(f.shown);
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void send(const std::string& path, bool is_page, httplib::Response& out) {
  auto text = io::read_file(path);
  if (!text) {
    out.status = 404;
    out.set_content(text.error().text(), "text/plain; charset=utf-8");
    return;
  }
  out.set_content(is_page ? with_mark(std::move(*text)) : std::move(*text), type_of(path));
}

}  // namespace

struct ViewServer::Parts {
  httplib::Server server;
  std::map<std::string, std::string> page;
  ViewFiles files;
  int port = 0;
};

ViewServer::ViewServer(const std::string& web, ViewFiles files) : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.page = page_files(web);
  p.files = std::move(files);
  p.server.set_keep_alive_timeout(1);  // seconds; stopping waits for open connections
  // A port that another program listens on is not shared with it.
  p.server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  p.server.set_default_headers(
      {{"Cache-Control", "no-store"},
       {"X-Content-Type-Options", "nosniff"},
       {"Content-Security-Policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:"}});
  // A page elsewhere whose name was made to lead here may not read the files.
  p.server.set_pre_routing_handler([&p](const httplib::Request& in, httplib::Response& out) {
    const std::string host = in.get_header_value("Host");
    if (host == fmt::format("127.0.0.1:{}", p.port) || host == fmt::format("localhost:{}", p.port))
      return httplib::Server::HandlerResponse::Unhandled;
    out.status = 403;
    out.set_content("this server is for this machine only\n", "text/plain; charset=utf-8");
    return httplib::Server::HandlerResponse::Handled;
  });
  p.server.Get("/given.json", [&p](const httplib::Request&, httplib::Response& out) {
    out.set_content(given_json(p.files), "application/json");
  });
  p.server.Get(R"(/given/(\d{1,6}))", [&p](const httplib::Request& in, httplib::Response& out) {
    const std::size_t number = std::stoul(in.matches[1].str());
    if (number < p.files.files.size())
      send(p.files.files[number].path, false, out);
    else
      out.status = 404;
  });
  p.server.Get(".*", [&p](const httplib::Request& in, httplib::Response& out) {
    const auto it = p.page.find(in.path == "/" ? "/index.html" : in.path);
    if (it == p.page.end())
      out.status = 404;
    else
      send(it->second, it->first == "/index.html", out);
  });
}

ViewServer::~ViewServer() = default;

Expected<int> ViewServer::bind(int port) {
  Parts& p = *parts_;
  if (port == 0)
    p.port = p.server.bind_to_any_port("127.0.0.1");
  else
    p.port = p.server.bind_to_port("127.0.0.1", port) ? port : -1;
  if (p.port > 0) return p.port;
  if (port == 0) return fail(ErrorCode::internal, "no port of this machine can be listened on");
  return fail(ErrorCode::bad_value,
              fmt::format("port {} cannot be had: another program listens on it, or it is reserved; without "
                          "--port a free one is chosen",
                          port),
              "--port");
}

bool ViewServer::serve() {
  return parts_->server.listen_after_bind();
}

bool ViewServer::is_serving() const {
  return parts_->server.is_running();
}

void ViewServer::stop() {
  parts_->server.stop();
}

}  // namespace surefoot::cli
