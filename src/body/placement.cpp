#include "body/placement.hpp"

#include <fmt/format.h>

#include "body/adjust_position.hpp"
#include "body/velocity.hpp"

namespace surefoot {

namespace {

/// What `OBJECTINFO::init` 0x0050CF30 adds by itself. A placement knows no contact, no edge slide, no free heading.
constexpr std::uint32_t kKind = object_info_flag::kIsImpenetrable | object_info_flag::kIsPlayer |
                                object_info_flag::kIsPk | object_info_flag::kIsPkLite;

/// One `set_position`: its tries share one transition, and what it touched.
template <class Rules>
class Placing {
 public:
  Placing(const Rules& rules, World& world, Body& body, const SetPositionRequest& request,
          Workspace& workspace, const TickOptions& options)
      : rules_(rules),
        world_(world),
        body_(body),
        request_(request),
        workspace_(workspace),
        options_(options),
        now_(request.now.value_or(body.update_time)) {}

  Expected<SetPositionOutcome> run() {
    using namespace set_position_flag;
    auto scope = rules_.enter(Fn::set_position);
    Expected<void> done;
    if (!has(kRandomScatter)) done = place(request_.position);
    const bool again = has(kScatter) && out_.result != SetPositionResult::Ok;
    if (done && (has(kRandomScatter) || again)) done = scatter();
    if (!done) return tl::unexpected<Error>(done.error());
    scope(out_.result == SetPositionResult::Ok);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool has(std::uint32_t flag) const { return (request_.flags & flag) != 0; }

  void answer(SetPositionResult result, std::string reason = {}) {
    out_.result = result;
    out_.reason = std::move(reason);
  }

  Expected<void> scatter() {
    answer(SetPositionResult::GeneralFailure, "no try was allowed");
    while (out_.scattered < request_.tries) {
      ++out_.scattered;
      Position p = request_.position;
      p.frame.origin.x += request_.random->roll(-1.0F, 1.0F) * request_.scatter_x;
      p.frame.origin.y += request_.random->roll(-1.0F, 1.0F) * request_.scatter_y;
      rules_.arm(Arm::set_position_scatter, trace::vec("place", p.frame.origin));
      if (auto done = place(p); !done) return done;
      if (out_.result == SetPositionResult::Ok) return {};
    }
    rules_.arm(Arm::set_position_scatter_ends,
               trace::count("tries", static_cast<std::uint32_t>(out_.scattered)));
    return {};
  }

  /// 0x00515BD0
  Expected<void> place(Position p) {
    [[maybe_unused]] auto scope = rules_.enter(Fn::place);
    if (!body_.in_world) {
      rules_.arm(Arm::place_enters_world);
      body_.update_time = now_;
      activate(rules_, body_, now_);
    }
    const Mover& mover = body_.mover;
    const Vec3 low =
        mover.num_spheres > 0 ? mover.spheres[0].center * mover.scale : Vec3{0.0F, 0.0F, kDummySphereRadius};
    const CellId told = p.cell_id;
    const ObjCell* cell = adjust_position(rules_, world_, p, low);
    if (cell == nullptr) {
      rules_.arm(Arm::place_lost, trace::id("cell", told));
      return lose(p, told);
    }
    if (request_.untested) {
      rules_.arm(Arm::place_untested, trace::vec("place", p.frame.origin));
      set_frame(body_, p.frame);
      body_.position.cell_id = p.cell_id;
      body_.in_world = true;
      answer(SetPositionResult::Ok);
      return is_known() ? world_.move_object(body_.mover.object_id, body_.position) : Expected<void>{};
    }
    const auto r = check_position(p);
    if (!r) return tl::unexpected<Error>(r.error());
    if (r->velocity_killed) set_velocity(rules_, body_, {});
    const CommitContext context{options_.objects, now_, rules_.profile(), &out_.reports};
    if (!r->ok || !is_where_told(*r, p, *cell)) {
      if (r->ok)
        rules_.arm(Arm::place_beside, trace::vec("told", p.frame.origin),
                   trace::vec("room at", r->position.frame.origin), trace::id("cell", r->position.cell_id));
      else
        rules_.arm(Arm::place_no_room, trace::vec("told", p.frame.origin),
                   trace::id("object", r->last_collided_object));
      const bool told_of = handle_all_collisions(rules_, body_, *r, false, false, context);
      answer(told_of ? SetPositionResult::Collided : SetPositionResult::NoValidPosition, why_not(*r));
      return {};
    }
    if (r->cell_id == 0) {
      rules_.arm(Arm::place_no_cell, trace::id("cell", r->position.cell_id));
      answer(SetPositionResult::NoCell,
             fmt::format("the place is in cell 0x{:08X}, which is not loaded", r->position.cell_id));
      return {};
    }
    body_.in_world = true;
    rules_.arm(Arm::place_placed, trace::vec("place", r->position.frame.origin));
    set_position_internal(rules_, body_, *r, context);
    answer(SetPositionResult::Ok);
    return is_known() ? world_.move_object(body_.mover.object_id, body_.position, r->cells)
                      : Expected<void>{};
  }

  /// The search of 0x00511E90, without its last test.
  Expected<ResolveResult> check_position(const Position& p) {
    ResolveRequest r;
    r.mover = body_.mover;
    r.end = p;
    r.object_info_state = body_.mover.flags & kKind;
    r.placement_allows_sliding = has(set_position_flag::kSlide);
    r.do_not_load_cells = has(set_position_flag::kDoNotCreateCells);
    r.further_try = searched_;
    searched_ = true;
    auto result = resolve(world_, r, workspace_, rules_.profile(), rules_.sink());
    if (result && options_.result != nullptr) *options_.result = *result;
    return result;
  }

  /// Signed, as in the client: shifts to the west and south pass.
  [[nodiscard]] bool is_where_told(const ResolveResult& r, const Position& p, const ObjCell& cell) const {
    if (has(set_position_flag::kSlide)) return true;
    const bool inclusive = surefoot::has(options_.profile, Divergence::openac_placement_slack);
    const auto within = [&](float shift) {
      return inclusive ? shift <= kPlacementSlack : shift < kPlacementSlack;
    };
    const Vec3 shift = r.position.frame.origin - p.frame.origin;
    return within(shift.x) && within(shift.y) && r.position.cell_id == cell.id;
  }

  [[nodiscard]] std::string why_not(const ResolveResult& r) const {
    if (r.ok) return "there is room beside the place only, and no leave to slide";
    std::string by = r.last_collided_object != 0
                         ? fmt::format("object 0x{:08X} is in the way", r.last_collided_object)
                         : std::string("something is in the way");
    if (has(set_position_flag::kSlide)) by += ", and around it too";
    return by;
  }

  /// The lost cell: nothing is tested, and the client counts it as a success.
  Expected<void> lose(const Position& p, CellId told) {
    body_.position = p;
    body_.set(transient_state::kActive, false);
    body_.in_world = false;
    out_.lost = true;
    answer(SetPositionResult::Ok, fmt::format("no loaded cell holds the place (told 0x{:08X})", told));
    return is_known() ? world_.lose_object(body_.mover.object_id, p) : Expected<void>{};
  }

  [[nodiscard]] bool is_known() const { return object_of(world_, body_) != nullptr; }

  const Rules& rules_;
  World& world_;
  Body& body_;
  const SetPositionRequest& request_;
  Workspace& workspace_;
  const TickOptions& options_;
  double now_;
  bool searched_ = false;
  SetPositionOutcome out_;
};

Expected<void> check(const SetPositionRequest& r) {
  if (!is_finite(r.position.frame.origin) || !r.position.frame.is_valid())
    return fail(ErrorCode::bad_request, "a place is finite and its rotation a unit quaternion", "position");
  const std::uint32_t scatters = set_position_flag::kScatter | set_position_flag::kRandomScatter;
  if ((r.flags & scatters) == 0) return {};
  if (r.random == nullptr)
    return fail(ErrorCode::bad_request, "a scatter needs a source of numbers", "random");
  if (!std::isfinite(r.scatter_x) || !std::isfinite(r.scatter_y) || r.scatter_x < 0.0F || r.scatter_y < 0.0F)
    return fail(ErrorCode::bad_request, "scatter distances are finite and not negative", "scatter_x");
  return {};
}

}  // namespace

const char* to_string(SetPositionResult result) {
  switch (result) {
    case SetPositionResult::Ok:
      return "Ok";
    case SetPositionResult::GeneralFailure:
      return "GeneralFailure";
    case SetPositionResult::NoValidPosition:
      return "NoValidPosition";
    case SetPositionResult::NoCell:
      return "NoCell";
    case SetPositionResult::Collided:
      break;
  }
  return "Collided";
}

Expected<SetPositionOutcome> set_position(World& world, Body& body, const SetPositionRequest& request,
                                          Workspace& workspace, const TickOptions& options) {
  if (const auto fine = check(request); !fine) return tl::unexpected<Error>(fine.error());
  const Body before = body;
  auto out = with_rules(options.profile, options.sink, [&](const auto& rules) {
    return Placing(rules, world, body, request, workspace, options).run();
  });
  if (!out) body = before;
  return out;
}

void teleport_hook(Body& body, const CommitContext& context) {
  if (body.position_manager) {
    unstick(*body.position_manager);
    stop_interpolating(*body.position_manager);
    unconstrain(*body.position_manager);
  }
  const ReportingMover me{
      body.mover.physics_state, body.weenie != 0, body.velocity, false, false, body.transient};
  auto outcome = end_all_collisions(body.collisions, me, known_objects(context));
  if (context.reports != nullptr)
    context.reports->insert(context.reports->end(), outcome.reports.begin(), outcome.reports.end());
}

}  // namespace surefoot
