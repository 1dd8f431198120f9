#include "body/remote.hpp"

namespace surefoot {

namespace {

template <class Rules>
Expected<RemoteOutcome> move(const Rules& rules, World& world, Body& body, const RemotePosition& message,
                             double now, Workspace& workspace, const TickOptions& options) {
  [[maybe_unused]] auto scope = rules.enter(Fn::move_or_teleport);
  using Way = RemoteOutcome::Way;
  RemoteOutcome out;
  const auto put = [&](Way way) -> Expected<RemoteOutcome> {
    SetPositionRequest request;
    request.position = message.position;
    request.flags = kMoveThere;
    request.now = now;
    auto placed = set_position(world, body, request, workspace, options);
    if (!placed) return tl::unexpected<Error>(placed.error());
    out.way = way;
    out.placed = std::move(*placed);
    return out;
  };
  if (message.teleport == RemotePosition::Stamp::stale) {
    rules.arm(Arm::move_or_teleport_stale);
    return out;
  }
  if (message.teleport == RemotePosition::Stamp::newer || !body.in_world) {
    rules.arm(Arm::move_or_teleport_teleports, trace::vec("place", message.position.frame.origin));
    const Body before = body;
    teleport_hook(body, {options.objects, now, options.profile, &out.reports});
    auto done = put(Way::teleported);
    if (!done) body = before;
    return done;
  }
  if (!message.in_contact) {
    rules.arm(Arm::move_or_teleport_flies);
    return out;
  }
  if (message.player_distance >= kActiveDistance) {
    rules.arm(Arm::move_or_teleport_far,
              trace::cmp("distance", message.player_distance, ">=", kActiveDistance));
    if (body.position_manager) stop_interpolating(*body.position_manager);
    return put(Way::set_down);
  }
  rules.arm(Arm::move_or_teleport_follows);
  make_position_manager(body, now);
  if (const auto queued = interpolate_to(rules, body, message.position, message.is_moving_to); !queued)
    return tl::unexpected<Error>(queued.error());
  out.way = Way::queued;
  return out;
}

}  // namespace

Expected<RemoteOutcome> move_or_teleport(World& world, Body& body, const RemotePosition& message, double now,
                                         Workspace& workspace, const TickOptions& options) {
  return with_rules(options.profile, options.sink, [&](const auto& rules) {
    return move(rules, world, body, message, now, workspace, options);
  });
}

}  // namespace surefoot
