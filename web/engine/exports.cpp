// What the page calls. One text goes in, one comes out; the drawing's numbers are fetched apart.
#include "web/viewer.hpp"

namespace {

surefoot::web::Viewer& viewer() {
  static surefoot::web::Viewer the_viewer;
  return the_viewer;
}

}  // namespace

#define SF_VIEW __attribute__((used, visibility("default")))

extern "C" {

/// The answer to a command (src/web/viewer.hpp); holds until the next call.
SF_VIEW const char* sf_view_call(const char* command) {
  static std::string answer;
  answer = viewer().call(command);
  return answer.c_str();
}

/// The numbers of the last "draw" command, 32 bits each; `draw` says how many there are.
SF_VIEW const std::uint32_t* sf_view_words() {
  return viewer().words().data();
}
}
