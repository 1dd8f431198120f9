// What the page may ask of the engine: a command as JSON, an answer as JSON. `{"error":{code,message,where}}` when it
// cannot be done; then nothing changed.
//
//   {"do":"register"}                                     rules, profiles, divergences
//   {"do":"look","path"}                                  what a world file holds: its name, and where to begin in it
//   {"do":"open","path"} or {"do":"open","text","dir"}    a scenario; every take is of this one
//   {"do":"draw"}                                         its world; the numbers are in words()
//   {"do":"tree","source"}                                the BSP of one source of the drawing
//   {"do":"start","take","profile"?,"walk"?}              a take under its own or another profile; walk: without inputs
//   {"do":"copy","take","of","profile"}                   a take with the inputs another has by now
//   {"do":"play","take","most"}                           plays on
//   {"do":"walk","take","command"?,"jump"?}               one tick more; what is not said is held
//   {"do":"undo","take","ticks"}                          back to after so many ticks
//   {"do":"tick","take","tick","member"?}                 everything about a tick; -1: the beginning
//   {"do":"trace","take","tick","member"?}                its rule tree and the sentence
//   {"do":"moment","take","tick","member"?,"world"}       it as a scenario; "exact" says that running it gives the same bits
//   {"do":"member","take","member"}                       of a crowd: one member's ticks
//   {"do":"stand","take","tick","member","world"}         the world with the others as they stood after the tick
//   {"do":"part","left","right"}                          where two takes part, and by which rule
//
// "member" is a crowd's, counted from 0; of a single mover there is none to name.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "web/drawing.hpp"
#include "web/take.hpp"

namespace surefoot::web {

/// One page's engine. One thread.
class Viewer {
 public:
  Viewer();
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  [[nodiscard]] std::string call(std::string_view text);
  /// Of the last "draw": its polygon table, then the bits of its vertices.
  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  using Json = nlohmann::ordered_json;
  using Answer = Expected<Json>;

  [[nodiscard]] Answer answer(const Json& command);
  [[nodiscard]] Answer look(const Json& command);
  [[nodiscard]] Answer open(const Json& command);
  [[nodiscard]] Answer draw();
  [[nodiscard]] Answer start(const Json& command);
  [[nodiscard]] Answer copy(const Json& command);
  [[nodiscard]] Answer play(const Json& command);
  [[nodiscard]] Answer walk(const Json& command);
  [[nodiscard]] Answer undo(const Json& command);
  [[nodiscard]] Answer tick(const Json& command);
  [[nodiscard]] Answer trace(const Json& command);
  [[nodiscard]] Answer moment(const Json& command);
  [[nodiscard]] Answer member(const Json& command);
  [[nodiscard]] Answer stand(const Json& command);
  [[nodiscard]] Answer part(const Json& command);
  [[nodiscard]] Expected<Take*> take(const Json& command, const char* key = "take");
  /// What a page that holds the ticks up to `from` has to learn.
  [[nodiscard]] Json news(const Take& take, std::uint32_t from) const;

  std::shared_ptr<const io::Scenario> document_;
  CellId base_ = 0;
  std::string dir_;  ///< where the document's file names start
  std::map<std::string, std::unique_ptr<Take>> takes_;
  std::vector<std::uint32_t> words_;
};

}  // namespace surefoot::web
