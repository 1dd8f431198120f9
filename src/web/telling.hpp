// Ticks, errors and moments as the page reads them.
#pragma once

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "web/take.hpp"

namespace surefoot::web {

using Json = nlohmann::ordered_json;

/// Coordinates below are metres from the corner of the landblock of `base`.
[[nodiscard]] Json tell_place(const Position& p, CellId base);
/// What the timeline and the path need of a tick.
[[nodiscard]] Json tell_brief(const scenario::StepRecord& s, CellId base);
/// Everything the readout shows.
[[nodiscard]] Json tell_tick(const scenario::StepRecord& s, const World& world, CellId base);
/// How a mover begins, with no tick behind it.
[[nodiscard]] Json tell_body(const Body& b, const World& world, CellId base);
[[nodiscard]] Json tell_mover(const Mover& m);
[[nodiscard]] Json tell_sightings(const std::map<std::uint32_t, std::vector<Sighting>>& all, CellId base);
[[nodiscard]] Json tell_traced(const Traced& t, CellId base);
[[nodiscard]] Json tell_error(const Error& e);

/// Of a crowd: what the timeline and the path need of a member, every tick.
[[nodiscard]] Json tell_member(const Take& take, std::size_t member, CellId base);

/// The body as the "body" of a scenario, every float as bits. `moving`: with the fields only mode "body" has.
[[nodiscard]] Json body_fields(const Body& b, bool moving);
/// The mover as the "mover" of a resolve scenario.
[[nodiscard]] Json mover_fields(const Mover& m, std::uint32_t object_info_state);

/// `world`, as a scenario names it, with the members of a crowd but `left_out` standing about in it, entered in `order`.
[[nodiscard]] Json with_crowd(const Json& world, const std::vector<PhysicsObject>& members,
                              const std::vector<Position>& places, const std::vector<std::size_t>& order,
                              std::size_t left_out);

/// One resolve as a scenario of one input. `world` as a scenario names it: a file, or a world itself.
[[nodiscard]] Json moment_of(const Traced& t, const std::string& name, const Json& world,
                             const Profile& profile);

}  // namespace surefoot::web
