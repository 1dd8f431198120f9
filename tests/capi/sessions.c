/* Sessions: bodies that walk, jump and meet; saved, restored and hashed. */
#include "room.h"

static const float kQuantum = 1.0f / 30.0f;

static void add(sf_session session, uint32_t id, float x, float y) {
  sf_body body;
  OK(sf_body_defaults(&body, sizeof body));
  human(&body.mover);
  body.mover.object_id = id;
  body.position = at(x, y, 0);
  body.weenie = SF_WEENIE_EXISTS | SF_WEENIE_CREATURE | SF_WEENIE_PLAYER;
  body.transient = SF_TRANSIENT_CONTACT | SF_TRANSIENT_ON_WALKABLE;
  body.contact_plane.plane.normal.z = 1;
  body.contact_plane.cell_id = ROOM;
  OK(sf_session_add_body(session, &body));
}

static sf_body body_of(sf_session session, uint32_t id) {
  sf_body body;
  memset(&body, 0, sizeof body);
  body.size = sizeof body;
  OK(sf_session_get_body(session, id, &body));
  return body;
}

static void ticks(sf_session session, int n) {
  while (n-- > 0) OK(sf_session_tick(session, kQuantum, NULL, 0, NULL));
}

static uint64_t hash_of(sf_session session) {
  uint64_t hash = 0;
  OK(sf_session_hash(session, &hash));
  return hash;
}

static void bodies_walk_and_come_back(void) {
  sf_world world = build_room(0), now = {0};
  sf_session session = {0}, other = {0};
  sf_motion motion;
  sf_abilities abilities;
  sf_buffer saved = {0};
  sf_vec3 north = {0, 1, 0};
  const void* bytes;
  size_t size;
  uint64_t hash;
  uint32_t refusal = 99, ids[4], count;
  double seconds = 0;
  sf_world_info info;
  OK(sf_session_create(world, NULL, &session));
  OK(sf_session_create(world, NULL, &other));
  OK(sf_world_destroy(world)); /* the sessions have their own forks */
  add(session, 2, 5, 5);
  add(session, 1, 10, 5);
  OK(sf_session_body_ids(session, ids, 4, &count));
  CHECK(count == 2 && ids[0] == 1 && ids[1] == 2);
  OK(sf_session_set_walk(session, 1, &north, 0));
  OK(sf_motion_defaults(&motion, sizeof motion));
  OK(sf_abilities_defaults(&abilities, sizeof abilities));
  abilities.has_run_rate = 1;
  abilities.run_rate = 2;
  abilities.has_jump_skill = 1;
  abilities.jump_skill = 200;
  motion.forward = SF_COMMAND_WALK_FORWARD;
  motion.hold_key = SF_HOLD_RUN;
  OK(sf_session_command(session, 2, &motion, &abilities));
  ticks(session, 20);
  CHECK(body_of(session, 1).position.origin.y > 5.6f);
  CHECK(body_of(session, 2).position.origin.y > 8); /* runs 8 m/s */
  OK(sf_session_jump(session, 2, 1, &refusal));
  CHECK(refusal == 0);
  ticks(session, 5);
  CHECK(body_of(session, 2).position.origin.z > 0.5f);
  OK(sf_session_jump(session, 2, 1, &refusal));
  CHECK(refusal == 0x24);                                              /* in the air */
  EXPECT(SF_ERROR_DANGLING, sf_session_jump(session, 1, 1, &refusal)); /* never commanded */

  OK(sf_session_save(session, &saved));
  OK(sf_buffer_data(saved, &bytes, &size));
  ticks(session, 50);
  hash = hash_of(session);
  OK(sf_session_restore(session, bytes, size));
  ticks(session, 50);
  CHECK(hash_of(session) == hash);
  OK(sf_session_restore(other, bytes, size)); /* another session over the same world */
  ticks(other, 50);
  CHECK(hash_of(other) == hash);
  EXPECT(SF_ERROR_BAD_VALUE, sf_session_restore(other, bytes, size - 1));
  EXPECT(SF_ERROR_UNKNOWN_FORMAT, sf_session_restore(other, "nonsense", 8));
  CHECK(hash_of(other) == hash);
  OK(sf_session_time(session, &seconds));
  CHECK(seconds > 2.49 && seconds < 2.51);
  OK(sf_session_world(session, &now));
  info.size = sizeof info;
  OK(sf_world_get_info(now, &info));
  CHECK(info.objects == 2);
  OK(sf_buffer_destroy(saved));
  OK(sf_world_destroy(now));
  OK(sf_session_remove_body(session, 1));
  EXPECT(SF_ERROR_DANGLING, sf_session_remove_body(session, 1));
  OK(sf_session_destroy(session));
  OK(sf_session_destroy(other));
}

/* A post stands in the way and reports that it was touched; then it is carried away. */
static void bodies_meet_objects(void) {
  sf_world world = build_room(0);
  sf_session session = {0};
  sf_object post;
  sf_sphere sphere = {{0, 0, 1}, 1};
  sf_vec3 north = {0, 3, 0}, east = {3, 0, 0};
  sf_position away = at(3, 3, 0);
  sf_object_info info;
  sf_report reports[16];
  uint32_t count, outcome = 99;
  int i, touched = 0;
  OK(sf_session_create(world, NULL, &session));
  OK(sf_object_defaults(&post, sizeof post));
  post.id = 9;
  post.state = SF_STATE_DEFAULT;
  post.position = at(10, 10, 0);
  post.spheres = &sphere;
  post.sphere_count = 1;
  OK(sf_session_place_object(session, &post));
  add(session, 1, 10, 5);
  OK(sf_session_set_walk(session, 1, &north, 0));
  for (i = 0; i < 60; ++i) {
    uint32_t k;
    OK(sf_session_tick(session, kQuantum, reports, 16, &count));
    for (k = 0; k < count && k < 16; ++k)
      touched += reports[k].kind == SF_REPORT_OBJECT && reports[k].object_id == 9;
  }
  CHECK(touched != 0);
  CHECK(body_of(session, 1).position.origin.y < 9);
  OK(sf_session_set_object_state(session, 9, SF_STATE_DEFAULT | SF_STATE_ETHEREAL));
  OK(sf_session_move_object(session, 9, &away));
  EXPECT(SF_ERROR_BAD_VALUE, sf_session_move_object(session, 1, &away)); /* a body's object */
  EXPECT(SF_ERROR_BAD_VALUE, sf_session_remove_object(session, 1));
  info.size = sizeof info;
  OK(sf_session_get_object(session, 9, &info));
  CHECK(info.position.origin.x == 3);
  ticks(session, 10);
  CHECK(body_of(session, 1).position.origin.y <
        9); /* whoever leans keeps leaning, as in the client, until it turns */
  OK(sf_session_set_walk(session, 1, &east, 0));
  ticks(session, 5);
  OK(sf_session_set_walk(session, 1, &north, 0));
  ticks(session, 60);
  CHECK(body_of(session, 1).position.origin.y > 14);
  OK(sf_session_remove_object(session, 9));
  away = at(4, 4, 0);
  OK(sf_session_place_body(session, 1, &away, SF_PLACE_ENTER, &outcome));
  CHECK(outcome == 0 && body_of(session, 1).position.origin.x == 4);
  OK(sf_session_set_velocity(session, 1, &north));
  CHECK(body_of(session, 1).velocity.y == 3);
  OK(sf_session_destroy(session));
  OK(sf_world_destroy(world));
}

int main(void) {
  bodies_walk_and_come_back();
  bodies_meet_objects();
  return check_end("sessions");
}
