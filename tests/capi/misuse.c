/* Misuse gives a status, never a crash: NULL, wrong sizes, handles of nothing, numbers that are none, two threads at once. */
#define _POSIX_C_SOURCE 200112L
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "room.h"

static void null_pointers(void) {
  sf_world world = build_room(0);
  sf_session session = {0};
  sf_builder builder = {0};
  sf_mover mover;
  sf_state state;
  sf_position to = at(1, 1, 0);
  sf_result result;
  sf_request request;
  sf_cell cell;
  const void* data;
  size_t size;
  uint32_t count;
  human(&mover);
  standing(&state, 5, 5);
  OK(sf_result_defaults(&result, sizeof result));
  OK(sf_request_defaults(&request, sizeof request));
  OK(sf_session_create(world, NULL, &session));
  OK(sf_builder_create(NULL, &builder));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_load_file(NULL, &world));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_load_file("x", NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_load_memory(NULL, 5, NULL, &world));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_fork(world, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_get_info(world, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_json(world, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_place_object(world, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_move_object(world, 1, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_world_object_ids(world, NULL, 1, &count));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_resolve(world, NULL, NULL, &result));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_resolve(world, NULL, &request, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_resolve_batch(world, NULL, NULL, &result, 1, 1));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_move(world, NULL, NULL, &state, &to, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_move(world, NULL, &mover, NULL, &to, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_move(world, NULL, &mover, &state, NULL, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_mover_defaults(NULL, sizeof mover));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_profile_parse(NULL, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_port_resolve(world, NULL, NULL, NULL, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_scenario_load_file(NULL, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_session_add_body(session, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_session_tick(session, 0.1f, NULL, 3, &count));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_session_restore(session, NULL, 10));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_builder_add_cell(builder, NULL));
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_builder_finish(builder, NULL));
  room_cell(&cell);
  cell.mesh.vertices = NULL;
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_builder_add_cell(builder, &cell));
  room_cell(&cell);
  cell.portals = NULL;
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_builder_add_cell(builder, &cell));
  result.touched_capacity = 5;
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_resolve(world, NULL, &request, &result));
  {
    sf_buffer none = {0};
    EXPECT(SF_ERROR_NULL_ARGUMENT, sf_buffer_data(none, NULL, &size));
    EXPECT(SF_ERROR_BAD_HANDLE, sf_buffer_data(none, &data, &size));
  }
  sf_last_error(NULL, NULL);
  OK(sf_builder_destroy(builder));
  OK(sf_session_destroy(session));
  OK(sf_world_destroy(world));
}

/* Every size but the right one, of a struct with exactly so much memory behind it. */
static void sizes(void) {
  static const uint32_t wrong[] = {0,           1,          4, sizeof(sf_request) - 4, sizeof(sf_request) + 4,
                                   0xdeadbeefu, 0xffffffffu};
  sf_world world = build_room(0);
  sf_request* request = malloc(sizeof *request);
  sf_result* result = malloc(sizeof *result);
  sf_profile profile;
  size_t i;
  OK(sf_profile_defaults(&profile, sizeof profile));
  for (i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    OK(sf_request_defaults(request, sizeof *request));
    OK(sf_result_defaults(result, sizeof *result));
    request->size = wrong[i];
    EXPECT(SF_ERROR_BAD_SIZE, sf_resolve(world, NULL, request, result));
    EXPECT(SF_ERROR_BAD_SIZE, sf_resolve_batch(world, NULL, request, result, 1, 1));
    request->size = sizeof *request;
    request->mover.size = wrong[i];
    EXPECT(SF_ERROR_BAD_SIZE, sf_resolve(world, NULL, request, result));
    request->mover.size = sizeof request->mover;
    result->size = wrong[i];
    EXPECT(SF_ERROR_BAD_SIZE, sf_resolve(world, NULL, request, result));
    result->size = sizeof *result;
    profile.size = wrong[i];
    EXPECT(SF_ERROR_BAD_SIZE, sf_resolve(world, &profile, request, result));
    EXPECT(SF_ERROR_BAD_SIZE, sf_mover_defaults(&request->mover, wrong[i]));
  }
  profile.size = sizeof profile;
  profile.bits[3] = ~(uint64_t)0;
  EXPECT(SF_ERROR_BAD_VALUE, sf_resolve(world, &profile, request, result));
  free(request);
  free(result);
  OK(sf_world_destroy(world));
}

static void handles(void) {
  static const uint64_t never[] = {
      0, 1, 0xffffffffffffffffu, 0x0100000000000000u, 0x01ffffffffffffffu, 0xdeadbeefdeadbeefu};
  sf_world world = build_room(0), again;
  sf_world_info info;
  sf_session session;
  sf_builder builder;
  uint64_t hash;
  size_t i;
  info.size = sizeof info;
  for (i = 0; i < sizeof never / sizeof *never; ++i) {
    sf_world w = {0};
    sf_session s = {0};
    w.id = s.id = never[i];
    EXPECT(SF_ERROR_BAD_HANDLE, sf_world_get_info(w, &info));
    EXPECT(SF_ERROR_BAD_HANDLE, sf_world_destroy(w));
    EXPECT(SF_ERROR_BAD_HANDLE, sf_session_hash(s, &hash));
    EXPECT(SF_ERROR_BAD_HANDLE, sf_session_destroy(s));
  }
  session.id = world.id; /* of another kind */
  builder.id = world.id;
  EXPECT(SF_ERROR_BAD_HANDLE, sf_session_hash(session, &hash));
  EXPECT(SF_ERROR_BAD_HANDLE, sf_builder_destroy(builder));
  OK(sf_world_destroy(world));
  EXPECT(SF_ERROR_BAD_HANDLE, sf_world_destroy(world));
  again = build_room(0); /* takes the place of the old one, and not its name */
  EXPECT(SF_ERROR_BAD_HANDLE, sf_world_get_info(world, &info));
  OK(sf_world_get_info(again, &info));
  OK(sf_world_destroy(again));
}

static void numbers_that_are_none(void) {
  static const float bad[] = {NAN, INFINITY, -INFINITY};
  sf_world world = build_room(0);
  sf_session session = {0};
  sf_mover mover;
  sf_state state;
  sf_position to;
  sf_body body;
  sf_object object;
  sf_vec3 walk = {0, 0, 0};
  sf_motion motion;
  sf_port_call call;
  sf_port_body port;
  sf_port_answer answer;
  uint32_t refusal;
  size_t i;
  answer.size = sizeof answer;
  OK(sf_session_create(world, NULL, &session));
  human(&mover);
  OK(sf_body_defaults(&body, sizeof body));
  human(&body.mover);
  body.mover.object_id = 1;
  body.position = at(5, 5, 0);
  OK(sf_session_add_body(session, &body));
  for (i = 0; i < 3; ++i) {
    standing(&state, 5, 5);
    to = at(bad[i], 5, 0);
    EXPECT(SF_ERROR_BAD_REQUEST, sf_move(world, NULL, &mover, &state, &to, NULL));
    CHECK(state.position.origin.x == 5);
    to = at(6, 5, 0);
    to.rotation.w = bad[i];
    EXPECT(SF_ERROR_BAD_REQUEST, sf_move(world, NULL, &mover, &state, &to, NULL));
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_tick(session, bad[i], NULL, 0, NULL));
    walk.y = bad[i];
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_set_walk(session, 1, &walk, 0));
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_set_velocity(session, 1, &walk));
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_jump(session, 1, bad[i], &refusal));
    OK(sf_motion_defaults(&motion, sizeof motion));
    motion.forward_speed = bad[i];
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_command(session, 1, &motion, NULL));
    body.mover.object_id = 2;
    body.position = at(bad[i], 5, 0);
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_add_body(session, &body));
    body.position = at(5, 5, 0);
    body.omega.x = bad[i];
    EXPECT(SF_ERROR_BAD_VALUE, sf_session_add_body(session, &body));
    body.omega.x = 0;
    OK(sf_object_defaults(&object, sizeof object));
    object.position = at(5, bad[i], 0);
    EXPECT(SF_ERROR_BAD_VALUE, sf_world_place_object(world, &object));
    OK(sf_port_call_defaults(&call, sizeof call));
    OK(sf_port_body_defaults(&port, sizeof port));
    call.cell_id = ROOM;
    call.target.x = bad[i];
    EXPECT(SF_ERROR_BAD_REQUEST, sf_port_resolve(world, NULL, &call, &port, &answer));
  }
  EXPECT(SF_ERROR_BAD_VALUE, sf_session_tick(session, 0, NULL, 0, NULL));
  EXPECT(SF_ERROR_BAD_VALUE, sf_session_tick(session, 3, NULL, 0, NULL));
  body.drive = 77;
  EXPECT(SF_ERROR_BAD_VALUE, sf_session_add_body(session, &body));
  to = at(1e9f, 5, 0);
  standing(&state, 5, 5);
  EXPECT(SF_ERROR_BAD_REQUEST, sf_move(world, NULL, &mover, &state, &to, NULL)); /* too many sub-steps */
  OK(sf_session_destroy(session));
  OK(sf_world_destroy(world));
}

struct Host {
  sf_world world;
  int calls;
  sf_status destroy, place, fork, nested;
};

/* Another thread's calls while a resolve is running: whoever changes the world is turned away, whoever reads it is not. */
static void* other_thread(void* argument) {
  struct Host* host = argument;
  sf_position to = at(1, 1, 0);
  sf_world fork = {0};
  host->destroy = sf_world_destroy(host->world);
  host->place = sf_world_move_object(host->world, 1, &to);
  host->fork = sf_world_fork(host->world, &fork);
  if (host->fork == SF_OK) sf_world_destroy(fork);
  return NULL;
}

static sf_bool never_bypasses(void* user, uint32_t mover) {
  struct Host* host = user;
  pthread_t thread;
  (void)mover;
  if (host->calls++ == 0 && pthread_create(&thread, NULL, other_thread, host) == 0)
    pthread_join(thread, NULL);
  return 0;
}

static uint32_t always_open(void* user, uint32_t restriction, uint32_t mover) {
  struct Host* host = user;
  sf_request request;
  sf_result result;
  (void)mover;
  CHECK(restriction == 0x99);
  OK(sf_request_defaults(&request, sizeof request));
  OK(sf_result_defaults(&result, sizeof result));
  host->nested = sf_resolve(host->world, NULL, &request, &result);
  return 0;
}

static void two_threads(void) {
  struct Host host;
  sf_mover mover;
  sf_state state;
  sf_position to = at(7, 5, 0);
  sf_request request;
  sf_result result;
  sf_entry_policy policy;
  memset(&host, 0, sizeof host);
  host.world = build_room(0x99);
  memset(&policy, 0, sizeof policy);
  policy.size = sizeof policy;
  policy.user = &host;
  human(&mover);
  mover.object_id = 5;
  standing(&state, 5, 5);
  request.size = sizeof request;
  OK(sf_request_from_body(&state, &mover, &to, NULL, &request));
  OK(sf_result_defaults(&result, sizeof result));
  request.entry_policy = &policy;
  EXPECT(SF_ERROR_NULL_ARGUMENT, sf_resolve(host.world, NULL, &request, &result));
  policy.can_bypass = never_bypasses;
  policy.can_move_into = always_open;
  OK(sf_resolve(host.world, NULL, &request, &result));
  CHECK(host.calls > 0);
  CHECK(host.destroy == SF_ERROR_BUSY && host.place == SF_ERROR_BUSY && host.fork == SF_OK);
  CHECK(host.nested == SF_ERROR_BUSY);
  CHECK(result.ok == 1);
  OK(sf_world_destroy(host.world));
}

/* Many threads on one session: each call works or says it is busy, and none is lost. */
struct Crowd {
  sf_session session;
  unsigned done, busy, other;
};

static void* tick_along(void* argument) {
  struct Crowd* crowd = argument;
  int i;
  for (i = 0; i < 300; ++i) {
    const sf_status status = sf_session_tick(crowd->session, 1.0f / 30.0f, NULL, 0, NULL);
    crowd->done += status == SF_OK;
    crowd->busy += status == SF_ERROR_BUSY;
    crowd->other += status != SF_OK && status != SF_ERROR_BUSY;
  }
  return NULL;
}

static void many_threads(void) {
  sf_world world = build_room(0);
  struct Crowd crowds[4];
  pthread_t threads[4];
  sf_session session = {0};
  double seconds = 0;
  unsigned done = 0;
  int i;
  OK(sf_session_create(world, NULL, &session));
  for (i = 0; i < 4; ++i) {
    memset(&crowds[i], 0, sizeof crowds[i]);
    crowds[i].session = session;
    CHECK(pthread_create(&threads[i], NULL, tick_along, &crowds[i]) == 0);
  }
  for (i = 0; i < 4; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(crowds[i].other == 0 && crowds[i].done + crowds[i].busy == 300);
    done += crowds[i].done;
  }
  OK(sf_session_time(session, &seconds));
  CHECK(fabs(seconds - (double)done / 30.0) < 0.001);
  OK(sf_session_destroy(session));
  OK(sf_world_destroy(world));
}

int main(void) {
  EXPECT(SF_ERROR_ABI, sf_check(SF_ABI_VERSION + 1));
  OK(sf_check(SF_ABI_VERSION));
  CHECK(sf_abi_version() == SF_ABI_VERSION);
  CHECK(strcmp(sf_version(), "0.1.0") == 0);
  CHECK(strcmp(sf_status_name(12345), "?") == 0);
  null_pointers();
  sizes();
  handles();
  numbers_that_are_none();
  two_threads();
  many_threads();
  return check_end("misuse");
}
