#include "web/viewer.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/bits.hpp"
#include "core/float_bits.hpp"
#include "core/float_env.hpp"
#include "io/load_world.hpp"
#include "scenario/compare.hpp"
#include "web/telling.hpp"

namespace surefoot::web {

namespace {

tl::unexpected<Error> bad(std::string message, std::string where = {}) {
  return fail(ErrorCode::bad_value, std::move(message), std::move(where));
}

std::string text_of(const Json& j, const char* key) {
  const auto it = j.find(key);
  return it != j.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::int64_t number_of(const Json& j, const char* key, std::int64_t otherwise) {
  const auto it = j.find(key);
  return it != j.end() && it->is_number() ? it->get<std::int64_t>() : otherwise;
}

bool flag_of(const Json& j, const char* key) {
  const auto it = j.find(key);
  return it != j.end() && it->is_boolean() && it->get<bool>();
}

std::string hash_text(const Take& t) {
  return fmt::format("0x{:016x}", t.hash());
}

Json tell_register() {
  Json out;
  for (const FnInfo& f : fn_table())
    out["functions"].push_back(
        {{"id", f.id}, {"retail", f.retail}, {"address", f.address}, {"spec", f.spec}, {"layer", f.layer}});
  for (const ArmInfo& a : arm_table()) out["arms"].push_back({{"id", a.id}, {"meaning", a.meaning}});
  out["profiles"] = profile_names();
  for (const DivergenceInfo& d : divergence_table())
    out["divergences"].push_back({{"id", d.id},
                                  {"label", d.label},
                                  {"port", d.port},
                                  {"symptom", d.symptom},
                                  {"scenario", d.scenario}});
  return out;
}

std::optional<std::uint32_t> forward_of(const std::string& name) {
  if (name == "ready") return command::kReady;
  if (name == "walk") return command::kWalkForward;
  if (name == "backwards") return command::kWalkBackwards;
  return std::nullopt;
}

/// As a scenario's "command" is read (io/scenario_inputs.cpp): the same words, the same bits.
RawMotion raw_of(const Json& c) {
  RawMotion m;
  if (const auto forward = forward_of(text_of(c, "forward"))) m.forward.command = *forward;
  const std::string side = text_of(c, "sidestep");
  if (side == "left") m.sidestep.command = command::kSideStepLeft;
  if (side == "right") m.sidestep.command = command::kSideStepRight;
  const std::string turn = text_of(c, "turn");
  if (turn == "left") m.turn.command = command::kTurnLeft;
  if (turn == "right") m.turn.command = command::kTurnRight;
  m.hold_key = flag_of(c, "run_key") ? HoldKey::run : HoldKey::none;
  return m;
}

/// Of a crowd the member that is named; of a single mover 0.
Expected<std::size_t> member_of(const Json& c, const Take& t) {
  if (!t.is_crowd()) {
    if (c.contains("member")) return bad("there is a single mover: it has no members");
    return 0;
  }
  const auto n = number_of(c, "member", -1);
  if (n < 0) return bad("it is a crowd: say which member is meant", "member");
  if (static_cast<std::size_t>(n) >= t.scenario().crowd->members.size())
    return bad(fmt::format("there is no member {}", n), "member");
  return static_cast<std::size_t>(n);
}

Json tell_difference(const scenario::FirstDifference& d) {
  Json j{{"tick", d.tick}};
  for (const scenario::FieldPair& f : d.fields)
    j["fields"].push_back({{"name", f.name}, {"left", f.values[0]}, {"right", f.values[1]}});
  j["rule"] = scenario::rule_of(d.parting);
  const auto arm = [](const std::optional<Arm>& a) { return a ? Json(info(*a).id) : Json(); };
  j["arms"] = Json::array();
  if (d.parting) j["arms"] = {arm(d.parting->left_arm), arm(d.parting->right_arm)};
  j["causes"] = Json::array();
  for (const scenario::Cause& cause : d.causes) j["causes"].push_back(info(cause.flag).id);
  j["member"] = d.member ? Json(*d.member) : Json();
  for (const scenario::ComparedStep& side : d.sides)
    j["sides"].push_back({{"rule", side.rule}, {"summary", side.summary}});
  return j;
}

}  // namespace

Viewer::Viewer() = default;
Viewer::~Viewer() = default;

std::string Viewer::call(std::string_view text) {
  const Json command = Json::parse(text, nullptr, false);
  const auto written = [](const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); };
  if (!command.is_object())
    return written({{"error", tell_error({ErrorCode::bad_syntax, "no command", ""})}});
  const auto out = answer(command);
  if (!out) return written({{"error", tell_error(out.error())}});
  return written(*out);
}

Viewer::Answer Viewer::answer(const Json& c) {
  const std::string what = text_of(c, "do");
  if (what == "register") {
    if (const auto ok = check_float_environment(); !ok) return tl::unexpected<Error>(ok.error());
    return tell_register();
  }
  if (what == "look") return look(c);
  if (what == "open") return open(c);
  if (document_ == nullptr) return bad("nothing is open");
  if (what == "draw") return draw();
  if (what == "tree")
    return draw_tree(*document_->world, base_, static_cast<std::size_t>(number_of(c, "source", -1)));
  if (what == "start") return start(c);
  if (what == "copy") return copy(c);
  if (what == "play") return play(c);
  if (what == "walk") return walk(c);
  if (what == "undo") return undo(c);
  if (what == "tick") return tick(c);
  if (what == "trace") return trace(c);
  if (what == "moment") return moment(c);
  if (what == "member") return member(c);
  if (what == "stand") return stand(c);
  if (what == "part") return part(c);
  return bad(fmt::format("no such command \"{}\"", what));
}

Viewer::Answer Viewer::look(const Json& c) {
  const auto world = io::load_world(text_of(c, "path"));
  if (!world) return tl::unexpected<Error>(world.error());
  Json out{{"name", world->name}, {"about", world->about}, {"spawn", nullptr}};
  if (const auto at = find_spawn(*world))
    out["spawn"] = {{"cell", fmt::format("0x{:08X}", at->cell_id)},
                    {"position",
                     {format_bits(at->frame.origin.x), format_bits(at->frame.origin.y),
                      format_bits(at->frame.origin.z)}}};
  return out;
}

Viewer::Answer Viewer::open(const Json& c) {
  const std::string path = text_of(c, "path");
  const std::string dir =
      path.empty() ? text_of(c, "dir") : std::filesystem::path(path).parent_path().string();
  auto read = path.empty() ? io::read_scenario_text(text_of(c, "text"), dir) : io::read_scenario(path);
  if (!read) return tl::unexpected<Error>(read.error());
  takes_.clear();
  document_ = std::make_shared<const io::Scenario>(std::move(*read));
  dir_ = dir;
  const io::Scenario& s = *document_;
  base_ = s.crowd ? s.crowd->members.front().position.cell_id : s.body.position.cell_id;
  Json out{{"name", s.name},
           {"about", s.about},
           {"source", s.source},
           {"mode", s.crowd                    ? "crowd"
                    : s.mode == io::Mode::body ? "body"
                                               : "resolve"},
           {"ticks", s.total_ticks()},
           {"profile", s.profile.ids()},
           {"base", base_},
           {"world", {{"name", s.world->name}, {"about", s.world->about}}}};
  if (s.crowd) {
    out["members"] = Json::array();
    for (const PhysicsObject& m : s.crowd->members)
      out["members"].push_back({{"id", m.id}, {"at", tell_place(m.position, base_)}});
    out["mover"] = tell_mover(mover_from_object(s.crowd->members.front()));
  } else {
    out["mover"] = tell_mover(s.mover);
    out["begin"] = tell_body(s.body, *s.world, base_);
  }
  return out;
}

Viewer::Answer Viewer::draw() {
  const Drawing d = draw_world(*document_->world, base_);
  words_ = d.polygons;
  words_.reserve(words_.size() + d.vertices.size());
  for (const float f : d.vertices) words_.push_back(to_bits(f));
  return Json{{"polygons", d.polygons.size() / kPolygonWords},
              {"vertices", d.vertices.size() / 3},
              {"sources", d.sources}};
}

Expected<Take*> Viewer::take(const Json& c, const char* key) {
  const auto it = takes_.find(text_of(c, key));
  if (it == takes_.end()) return bad(fmt::format("no take \"{}\"", text_of(c, key)));
  return it->second.get();
}

Viewer::Answer Viewer::start(const Json& c) {
  auto scenario = std::make_shared<io::Scenario>(*document_);
  if (c.contains("profile")) {
    const auto profile = parse_profile(text_of(c, "profile"));
    if (!profile) return tl::unexpected<Error>(profile.error());
    scenario->profile = *profile;
  }
  if (flag_of(c, "walk")) {
    if (scenario->mode != io::Mode::body) return bad("only a body can be walked about");
    scenario->body_inputs.clear();
  }
  auto made = std::make_unique<Take>(scenario);
  Json out{{"profile", scenario->profile.ids()}, {"ticks", scenario->total_ticks()}};
  takes_[text_of(c, "take")] = std::move(made);
  return out;
}

Viewer::Answer Viewer::copy(const Json& c) {
  const auto of = take(c, "of");
  if (!of) return tl::unexpected<Error>(of.error());
  const auto profile = parse_profile(text_of(c, "profile"));
  if (!profile) return tl::unexpected<Error>(profile.error());
  auto scenario = std::make_shared<io::Scenario>((*of)->scenario());
  scenario->profile = *profile;
  Json out{{"profile", scenario->profile.ids()}, {"ticks", scenario->total_ticks()}};
  takes_[text_of(c, "take")] = std::make_unique<Take>(scenario);
  return out;
}

Json Viewer::news(const Take& t, std::uint32_t from) const {
  Json out{{"ticks", t.ticks()}, {"done", t.done()}, {"hash", hash_text(t)}};
  out["steps"] = Json::array();
  if (t.is_crowd()) {
    for (std::size_t i = from; i < t.crowd_steps().size(); ++i) {
      Json members = Json::array();
      for (const MemberAt& m : t.crowd_steps()[i]) members.push_back(tell_place(m.position, base_));
      out["steps"].push_back(std::move(members));
    }
  } else {
    for (std::size_t i = from; i < t.steps().size(); ++i)
      out["steps"].push_back(tell_brief(t.steps()[i], base_));
  }
  const auto& seen = t.sightings();
  out["sightings"] = tell_sightings({seen.lower_bound(from), seen.end()}, base_);
  return out;
}

Viewer::Answer Viewer::play(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  const std::uint32_t from = (*t)->ticks();
  const auto most = std::clamp<std::int64_t>(number_of(c, "most", 1), 0, io::kMaxTicks);
  const auto played = (*t)->play(static_cast<std::uint32_t>(most));
  if (!played) return tl::unexpected<Error>(played.error());
  return news(**t, from);
}

Viewer::Answer Viewer::walk(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  io::BodyInput in;
  if (const auto it = c.find("command"); it != c.end() && it->is_object()) in.command = raw_of(*it);
  if (const auto it = c.find("jump"); it != c.end() && it->is_number())
    in.jump_power = std::clamp(it->get<float>(), 0.0F, 1.0F);
  const std::uint32_t from = (*t)->ticks();
  if (const auto walked = (*t)->walk(in); !walked) return tl::unexpected<Error>(walked.error());
  Json out = news(**t, from);
  out["now"] = tell_tick((*t)->steps().back(), *document_->world, base_);
  return out;
}

Viewer::Answer Viewer::undo(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  const auto to = number_of(c, "ticks", -1);
  if (to < 0) return bad("there is no such tick to go back to");
  if (const auto undone = (*t)->undo(static_cast<std::uint32_t>(to)); !undone)
    return tl::unexpected<Error>(undone.error());
  return Json{{"ticks", (*t)->ticks()}, {"hash", hash_text(**t)}};
}

Viewer::Answer Viewer::tick(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  const auto m = member_of(c, **t);
  if (!m) return tl::unexpected<Error>(m.error());
  const auto at = number_of(c, "tick", -1);
  if ((*t)->is_crowd()) {
    if (at < 0 || (*t)->ticks() == 0) return tell_body((*t)->beginning(*m), *document_->world, base_);
    const auto last = static_cast<std::int64_t>((*t)->ticks()) - 1;
    const auto step = (*t)->look_at(static_cast<std::uint32_t>(std::min(at, last)), *m);
    if (!step) return tl::unexpected<Error>(step.error());
    return tell_tick(*step, *document_->world, base_);
  }
  const auto& steps = (*t)->steps();
  if (at < 0 || steps.empty()) return tell_body((*t)->scenario().body, *document_->world, base_);
  return tell_tick(steps[std::min(static_cast<std::size_t>(at), steps.size() - 1)], *document_->world, base_);
}

Viewer::Answer Viewer::trace(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  const auto m = member_of(c, **t);
  if (!m) return tl::unexpected<Error>(m.error());
  const auto traced = (*t)->trace(static_cast<std::uint32_t>(number_of(c, "tick", 0)), *m);
  if (!traced) return tl::unexpected<Error>(traced.error());
  Json out = tell_traced(*traced, base_);
  out["tree"] = Json::parse(traced->tree, nullptr, false);
  return out;
}

Viewer::Answer Viewer::moment(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  const auto m = member_of(c, **t);
  if (!m) return tl::unexpected<Error>(m.error());
  const auto traced = (*t)->trace(static_cast<std::uint32_t>(number_of(c, "tick", 0)), *m);
  if (!traced) return tl::unexpected<Error>(traced.error());
  if (!traced->tried) return bad("the body made no resolve in this tick");
  const auto world = c.find("world");
  if (world == c.end()) return bad("no world is named");
  const io::Scenario& of = (*t)->scenario();
  Json in = *world;
  if (of.crowd)
    in = with_crowd(in, of.crowd->members, traced->others, (*t)->listed(traced->tick, traced->member),
                    traced->member);
  const Json j = moment_of(*traced, of.name, in, of.profile);
  const std::string text = j.dump(2);
  const auto read = io::read_scenario_text(text, dir_);
  bool exact = false;
  std::string why;
  if (read) {
    const auto again = scenario::run(*read);
    if (!again)
      why = again.error().text();
    else {
      const Position& p = again->steps.back().body.position;
      const Vec3& got = p.frame.origin;
      const Position& before =
          traced->ok || !traced->request.begin ? traced->reached : *traced->request.begin;
      const Vec3& want = before.frame.origin;
      exact = again->failures.empty() && p.cell_id == before.cell_id && to_bits(got.x) == to_bits(want.x) &&
              to_bits(got.y) == to_bits(want.y) && to_bits(got.z) == to_bits(want.z);
      if (!again->failures.empty()) why = again->failures.front().text;
    }
  } else {
    why = read.error().text();
  }
  return Json{{"text", text}, {"exact", exact}, {"why", why}};
}

Viewer::Answer Viewer::member(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  if (!(*t)->is_crowd()) return bad("there is a single mover: it has no members");
  const auto m = member_of(c, **t);
  if (!m) return tl::unexpected<Error>(m.error());
  return Json{{"begin", tell_place((*t)->beginning(*m).position, base_)},
              {"steps", tell_member(**t, *m, base_)}};
}

Viewer::Answer Viewer::stand(const Json& c) {
  const auto t = take(c);
  if (!t) return tl::unexpected<Error>(t.error());
  if (!(*t)->is_crowd()) return bad("there is a single mover: it has no members");
  const auto m = member_of(c, **t);
  if (!m) return tl::unexpected<Error>(m.error());
  const auto world = c.find("world");
  if (world == c.end()) return bad("no world is named");
  const auto& members = (*t)->scenario().crowd->members;
  const auto at = number_of(c, "tick", -1);
  if (at >= static_cast<std::int64_t>((*t)->ticks())) return bad("that tick has not been played");
  std::vector<Position> places;
  for (std::size_t i = 0; i < members.size(); ++i)
    places.push_back(at < 0 ? members[i].position
                            : (*t)->crowd_steps()[static_cast<std::size_t>(at)][i].position);
  const std::vector<std::size_t> order = (*t)->listed(static_cast<std::uint32_t>(at + 1), 0);
  return with_crowd(*world, members, places, order, *m);
}

Viewer::Answer Viewer::part(const Json& c) {
  const auto left = take(c, "left");
  if (!left) return tl::unexpected<Error>(left.error());
  const auto right = take(c, "right");
  if (!right) return tl::unexpected<Error>(right.error());
  const auto found = scenario::compare((*left)->scenario(), (*right)->scenario());
  if (!found) return tl::unexpected<Error>(found.error());
  Json out{{"ticks", found->ticks}, {"apart", found->apart}, {"difference", nullptr}};
  if (found->difference != nullptr) out["difference"] = tell_difference(*found->difference);
  return out;
}

}  // namespace surefoot::web
