// Resolves: one, many, explained; retail's set-up and commit; the call the ports have.
#include <thread>

#include <nlohmann/json.hpp>

#include "capi/convert.hpp"
#include "capi/explained.hpp"
#include "capi/objects.hpp"
#include "scenario/recorded_call.hpp"
#include "session/batch.hpp"
#include "trace/recorder.hpp"

using namespace surefoot;
using namespace surefoot::capi;

namespace {

/// A workspace a thread, for as long as the thread lives. An entry policy that resolves on the way would find it in use.
class ThreadWorkspace {
 public:
  explicit ThreadWorkspace(sf_status& status) {
    if (in_use()) {
      status = refuse(SF_ERROR_BUSY, "a resolve of this thread is running");
      return;
    }
    in_use() = taken_ = true;
  }
  ThreadWorkspace(const ThreadWorkspace&) = delete;
  ThreadWorkspace& operator=(const ThreadWorkspace&) = delete;
  ~ThreadWorkspace() {
    if (taken_) in_use() = false;
  }
  explicit operator bool() const { return taken_; }
  [[nodiscard]] static Workspace& get() {
    thread_local Workspace workspace;
    return workspace;
  }

 private:
  [[nodiscard]] static bool& in_use() {
    thread_local bool used = false;
    return used;
  }
  bool taken_ = false;
};

class HostPolicy final : public EntryPolicy {
 public:
  explicit HostPolicy(const sf_entry_policy* host) : host_(host) {}
  [[nodiscard]] bool can_bypass(std::uint32_t mover_id) const override {
    return host_->can_bypass(host_->user, mover_id) != 0;
  }
  [[nodiscard]] Answer can_move_into(std::uint32_t restriction_obj, std::uint32_t mover_id) const override {
    const std::uint32_t said = host_->can_move_into(host_->user, restriction_obj, mover_id);
    return said == 0 ? Answer::open : said == 1 ? Answer::refused : Answer::unknown;
  }

 private:
  const sf_entry_policy* host_;
};

/// A request of ours with what it points to.
struct Request {
  explicit Request(const sf_request& r)
      : policy(r.entry_policy), seed_vertices(r.walkable == nullptr ? 0 : r.walkable->vertex_count) {
    resolve.mover = in(r.mover);
    if (r.has_begin != 0) resolve.begin = in(r.begin);
    resolve.end = in(r.end);
    resolve.object_info_state = r.object_info;
    resolve.contact = static_cast<ResolveRequest::Contact>(r.contact);
    resolve.contact_plane = in(r.contact_plane);
    if (r.has_sliding_normal != 0) resolve.sliding_normal = in(r.sliding_normal);
    resolve.frames_stationary_fall = r.frames_stationary_fall;
    resolve.placement_allows_sliding = (r.options & SF_RESOLVE_PLACEMENT_MAY_NOT_SLIDE) == 0;
    resolve.do_not_load_cells = (r.options & SF_RESOLVE_DO_NOT_LOAD_CELLS) != 0;
    if (r.entry_policy != nullptr) resolve.entry_policy = &policy;
    if (r.walkable == nullptr) return;
    for (std::size_t i = 0; i < seed_vertices.size(); ++i) seed_vertices[i] = in(r.walkable->vertices[i]);
    resolve.walkable = WalkableSeed{in(r.walkable->plane), seed_vertices, in(r.walkable->up)};
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  Request(Request&&) = delete;
  Request& operator=(Request&&) = delete;
  ~Request() = default;

  HostPolicy policy;
  std::vector<Vec3> seed_vertices;
  ResolveRequest resolve;
};

bool unfit_request(const sf_request* r, sf_status& status) {
  if (unfit(r, "request", status) || unfit_member(r->mover, "request.mover", status)) return true;
  if (r->contact > SF_CONTACT_LEAVING) {
    status = refuse(SF_ERROR_BAD_VALUE, "no kind of contact", "request.contact");
    return true;
  }
  if (r->walkable != nullptr && (unfit(r->walkable, "request.walkable", status) ||
                                 (r->walkable->vertex_count != 0 &&
                                  absent(r->walkable->vertices, "request.walkable.vertices", status))))
    return true;
  const sf_entry_policy* policy = r->entry_policy;
  if (policy == nullptr) return false;
  if (unfit(policy, "request.entry_policy", status)) return true;
  if (policy->can_bypass != nullptr && policy->can_move_into != nullptr) return false;
  status = refuse(SF_ERROR_NULL_ARGUMENT, "a policy has both calls", "request.entry_policy");
  return true;
}

bool unfit_result(const sf_result* r, sf_status& status) {
  return unfit(r, "result", status) ||
         (r->touched_capacity != 0 && absent(r->touched, "result.touched", status)) ||
         (r->cells_capacity != 0 && absent(r->cells, "result.cells", status));
}

sf_bool flag(bool b) {
  return b ? 1U : 0U;
}

void fill(const ResolveResult& from, sf_result& to) {
  to.status = SF_OK;
  to.ok = flag(from.ok);
  to.cell_id = from.cell_id;
  to.position = out(from.position);
  to.check_position = out(from.check_position);
  to.object_info = from.object_info_state;
  to.velocity_killed = flag(from.velocity_killed);
  to.contact_plane_valid = flag(from.contact_plane_valid);
  to.contact_plane = out(from.contact_plane);
  to.last_known_contact_plane_valid = flag(from.last_known_contact_plane_valid);
  to.last_known_contact_plane = out(from.last_known_contact_plane);
  to.sliding_normal_valid = flag(from.sliding_normal_valid);
  to.sliding_normal = out(from.sliding_normal);
  to.collision_normal_valid = flag(from.collision_normal_valid);
  to.collision_normal = out(from.collision_normal);
  to.collided_with_environment = flag(from.collided_with_environment);
  to.frames_stationary_fall = from.frames_stationary_fall;
  to.on_walkable = flag(from.on_walkable());
  to.last_collided_object = from.last_collided_object;
  to.touched_count = static_cast<std::uint32_t>(from.collide_objects.size());
  for (std::uint32_t i = 0; i < to.touched_count && i < to.touched_capacity; ++i)
    to.touched[i] = from.collide_objects[i]->id;
  to.cells_count = static_cast<std::uint32_t>(from.cells.size());
  for (std::uint32_t i = 0; i < to.cells_count && i < to.cells_capacity; ++i) to.cells[i] = from.cells[i].id;
}

sf_request request_out(const ResolveRequest& r) {
  sf_request q{};
  q.size = sizeof q;
  q.has_begin = flag(r.begin.has_value());
  q.mover = out(r.mover);
  if (r.begin) q.begin = out(*r.begin);
  q.end = out(r.end);
  q.object_info = r.object_info_state;
  q.contact = static_cast<std::uint32_t>(r.contact);
  q.contact_plane = out(r.contact_plane);
  q.has_sliding_normal = flag(r.sliding_normal.has_value());
  if (r.sliding_normal) q.sliding_normal = out(*r.sliding_normal);
  q.frames_stationary_fall = r.frames_stationary_fall;
  return q;
}

io::CaptureRecord record_of(const sf_port_call& c, const sf_port_body& b) {
  io::CaptureRecord r;
  r.current_pos = in(c.current);
  r.target_pos = in(c.target);
  r.cell_id = c.cell_id;
  r.sphere_radius = c.sphere_radius;
  r.sphere_height = c.sphere_height;
  r.step_up_height = c.step_up_height;
  r.step_down_height = c.step_down_height;
  r.is_on_ground = c.is_on_ground != 0;
  r.mover_flags = c.mover_flags;
  r.moving_entity_id = c.entity_id;
  r.before.orientation = {b.orientation.w, b.orientation.x, b.orientation.y, b.orientation.z};
  r.before.velocity = in(b.velocity);
  r.before.sliding_normal = in(b.sliding_normal);
  r.before.contact_plane_valid = b.contact_plane_valid != 0;
  r.before.contact_plane = in(b.contact_plane.plane);
  r.before.contact_plane_cell_id = b.contact_plane.cell_id;
  r.before.contact_plane_is_water = b.contact_plane.is_water != 0;
  r.before.state = b.state;
  r.before.transient = b.transient;
  r.before.walkable_valid = b.walkable_valid != 0;
  if (r.before.walkable_valid) {
    r.before.walkable_plane = in(b.walkable_plane);
    r.before.walkable_up = in(b.walkable_up);
    for (std::uint32_t i = 0; i < b.walkable_count; ++i)
      r.before.walkable_vertices.push_back(in(b.walkable_vertices[i]));
  }
  return r;
}

void write_back(const scenario::RecordedCall& call, sf_port_body& body, sf_port_answer& answer) {
  const scenario::RecordedAnswer a = call.answer();
  answer.ok = flag(call.result.ok);
  answer.position = out(a.position);
  answer.cell_id = call.result.position.cell_id;
  answer.is_on_ground = flag(a.on_ground);
  answer.collision_normal_valid = flag(call.result.collision_normal_valid);
  answer.collision_normal = out(call.result.collision_normal);
  body.transient = call.body.transient;
  body.velocity = out(call.body.velocity);
  if (!call.result.ok) return;
  body.sliding_normal = out(call.body.sliding_normal);
  body.contact_plane_valid = flag((call.body.transient & transient_state::kContact) != 0);
  body.contact_plane = {out(a.contact_plane), call.body.contact_plane.cell_id,
                        flag(call.body.contact_plane.is_water)};
}

}  // namespace

extern "C" {

sf_status sf_mover_defaults(sf_mover* mover, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (!unfit_memory(mover, size, sizeof *mover, "mover", status)) *mover = out(Mover{});
    return status;
  });
}

sf_status sf_request_defaults(sf_request* request, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(request, size, sizeof *request, "request", status)) return status;
    *request = request_out(ResolveRequest{});
    request->begin.rotation.w = 1.0F;
    return status;
  });
}

sf_status sf_result_defaults(sf_result* result, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(result, size, sizeof *result, "result", status)) return status;
    *result = {};
    result->size = sizeof *result;
    return status;
  });
}

sf_status sf_state_defaults(sf_state* state, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (!unfit_memory(state, size, sizeof *state, "state", status)) *state = out(ResolveBody{});
    return status;
  });
}

sf_status sf_hash_states(const sf_state* states, size_t count, uint64_t* hash) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (absent(hash, "hash", status) || (count != 0 && absent(states, "states", status))) return status;
    StateHash digest;
    for (size_t i = 0; i < count; ++i) {
      if (unfit(&states[i], "states", status)) return status;
      hash_body(digest, in(states[i]));
    }
    *hash = digest.digest();
    return status;
  });
}

sf_status sf_resolve(sf_world world, const sf_profile* profile, const sf_request* request,
                     sf_result* result) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit_request(request, status) || unfit_result(result, status) || unfit_profile(profile, p, status))
      return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    const ThreadWorkspace workspace(status);
    if (!workspace) return status;
    const Request ours(*request);
    const auto r = resolve(*held, ours.resolve, ThreadWorkspace::get(), &p);
    if (!r) return refuse(r.error());
    fill(*r, *result);
    return status;
  });
}

sf_status sf_resolve_batch(sf_world world, const sf_profile* profile, const sf_request* requests,
                           sf_result* results, size_t count, uint32_t threads) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit_profile(profile, p, status)) return status;
    if (count != 0 && (absent(requests, "requests", status) || absent(results, "results", status)))
      return status;
    for (size_t i = 0; i < count; ++i) {
      if (unfit_request(&requests[i], status) || unfit_result(&results[i], status)) return status;
    }
    const Shared<sf_world> held(world, status);
    if (!held || count == 0) return status;
    // Requests first: what they point to must not move while others are made.
    std::vector<std::unique_ptr<Request>> with_more;
    std::vector<ResolveRequest> ours;
    ours.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      if (requests[i].walkable == nullptr && requests[i].entry_policy == nullptr) {
        ours.push_back(Request(requests[i]).resolve);
      } else {
        with_more.push_back(std::make_unique<Request>(requests[i]));
        ours.push_back(with_more.back()->resolve);
      }
    }
#ifdef __EMSCRIPTEN__
    threads = 1;  // there are no others
#endif
    BatchResolver resolver(threads);
    resolver.resolve_each(
        *held, ours,
        [&](std::size_t i, const Expected<ResolveResult>& r) {
          if (r)
            fill(*r, results[i]);
          else
            results[i].status = status_of(r.error().code);
        },
        &p);
    return status;
  });
}

sf_status sf_resolve_explain(sf_world world, const sf_profile* profile, const sf_request* request,
                             sf_buffer* json) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit_request(request, status) || absent(json, "json", status) || unfit_profile(profile, p, status))
      return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    const ThreadWorkspace workspace(status);
    if (!workspace) return status;
    const Request ours(*request);
    trace::Recorder recorder;
    const auto r = resolve(*held, ours.resolve, ThreadWorkspace::get(), p, &recorder);
    if (!r) return refuse(r.error());
    *json = make_buffer(explained(0, recorder, ours.resolve, *r));
    return status;
  });
}

sf_status sf_request_from_body(const sf_state* state, const sf_mover* mover, const sf_position* to,
                               const sf_profile* profile, sf_request* request) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit(state, "state", status) || unfit(mover, "mover", status) || absent(to, "to", status) ||
        unfit(request, "request", status) || unfit_profile(profile, p, status))
      return status;
    *request = request_out(with_rules(&p, nullptr, [&](const auto& rules) {
      return request_from_body(rules, in(*state), in(*mover), in(*to));
    }));
    return status;
  });
}

sf_status sf_move(sf_world world, const sf_profile* profile, const sf_mover* mover, sf_state* state,
                  const sf_position* to, sf_result* result) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit(mover, "mover", status) || unfit(state, "state", status) || absent(to, "to", status) ||
        (result != nullptr && unfit_result(result, status)) || unfit_profile(profile, p, status))
      return status;
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    const ThreadWorkspace workspace(status);
    if (!workspace) return status;
    ResolveBody body = in(*state);
    return with_rules(&p, nullptr, [&](const auto& rules) {
      const ResolveRequest request = request_from_body(rules, body, in(*mover), in(*to));
      const auto r = resolve(*held, request, ThreadWorkspace::get(), &p);
      if (!r) return refuse(r.error());
      commit(rules, body, *r, request.end);
      *state = out(body);
      if (result != nullptr) fill(*r, *result);
      return status;
    });
  });
}

sf_status sf_port_body_defaults(sf_port_body* body, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(body, size, sizeof *body, "body", status)) return status;
    *body = {};
    body->size = sizeof *body;
    body->state = SF_STATE_DEFAULT;
    body->orientation.w = 1.0F;
    body->walkable_up.z = 1.0F;
    return status;
  });
}

sf_status sf_port_call_defaults(sf_port_call* call, uint32_t size) {
  return guarded([&] {
    sf_status status = SF_OK;
    if (unfit_memory(call, size, sizeof *call, "call", status)) return status;
    *call = {};
    call->size = sizeof *call;
    call->centre = -1;
    return status;
  });
}

sf_status sf_port_resolve(sf_world world, const sf_profile* profile, const sf_port_call* call,
                          sf_port_body* body, sf_port_answer* answer) {
  return guarded([&] {
    sf_status status = SF_OK;
    Profile p;
    if (unfit(call, "call", status) || unfit(body, "body", status) || unfit(answer, "answer", status) ||
        unfit_profile(profile, p, status))
      return status;
    if (body->walkable_valid != 0 && body->walkable_count != 0 &&
        absent(body->walkable_vertices, "body.walkable_vertices", status))
      return status;
    if (call->centre > 0xFFFF) return refuse(SF_ERROR_BAD_VALUE, "no landblock", "call.centre");
    const Shared<sf_world> held(world, status);
    if (!held) return status;
    if (held->get_visible(call->cell_id) == nullptr)
      return refuse(SF_ERROR_DANGLING, "the cell is not in the world", "call.cell_id");
    const ThreadWorkspace workspace(status);
    if (!workspace) return status;
    std::optional<std::uint32_t> centre;
    if (call->centre >= 0) centre = static_cast<std::uint32_t>(call->centre);
    scenario::RecordedCall ours(record_of(*call, *body), centre);
    if (const auto done = ours.run(*held, ThreadWorkspace::get(), p, nullptr); !done)
      return refuse(done.error());
    write_back(ours, *body, *answer);
    return status;
  });
}
}
