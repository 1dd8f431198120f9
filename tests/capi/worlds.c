/* Worlds: built call by call and loaded, with the same bits; objects that come, move, open and go; batches.
 *
 *   worlds ROOT */
#include <math.h>
#include <stdlib.h>

#include "room.h"

enum { kSteps = 60 };

/* Walks by one call a step; the places go to `way`. */
static void walk(sf_world world, float x, float y, float dx, float dy, sf_vec3* way) {
  sf_mover mover;
  sf_state state;
  sf_position to;
  int i;
  human(&mover);
  standing(&state, x, y);
  for (i = 0; i < kSteps; ++i) {
    to = state.position;
    to.origin.x += dx;
    to.origin.y += dy;
    OK(sf_move(world, NULL, &mover, &state, &to, NULL));
    way[i] = state.position.origin;
  }
}

static void built_equals_loaded(const char* root) {
  char path[1024];
  sf_world built, loaded = {0}, read = {0};
  sf_buffer json = {0};
  const void* text;
  size_t size;
  sf_vec3 a[kSteps], b[kSteps], c[kSteps];
  sf_world_info info;
  snprintf(path, sizeof path, "%s/worlds/plain-room.world.json", root);
  OK(sf_world_load_file(path, &loaded));
  built = build_room(0);
  walk(built, 3, 3, 0.31f, 0.17f, a);
  walk(loaded, 3, 3, 0.31f, 0.17f, b);
  CHECK(memcmp(a, b, sizeof a) == 0);
  CHECK(a[kSteps - 1].x > 19 && a[kSteps - 1].y > 10); /* it slid along the east wall */
  info.size = sizeof info;
  OK(sf_world_get_info(built, &info));
  CHECK(info.interior_cells == 1 && info.objects == 0 && info.landblocks == 0);
  OK(sf_world_json(built, &json));
  OK(sf_buffer_data(json, &text, &size));
  OK(sf_world_load_memory(text, size, NULL, &read));
  walk(read, 3, 3, 0.31f, 0.17f, c);
  CHECK(memcmp(a, c, sizeof a) == 0);
  OK(sf_buffer_destroy(json));
  OK(sf_world_destroy(read));
  OK(sf_world_destroy(built));
  OK(sf_world_destroy(loaded));
}

/* A column in the way, moved aside, made ethereal, taken away: in one fork, while the other stays as it was. */
static void objects_are_met(void) {
  sf_world world = build_room(0), fork = {0};
  sf_object column;
  sf_object_info seen;
  sf_sphere sphere = {{0, 0, 1}, 1};
  sf_position aside = at(10, 17, 0);
  sf_vec3 way[kSteps];
  uint32_t ids[4], count = 0;
  OK(sf_object_defaults(&column, sizeof column));
  column.id = 0x77;
  column.state = SF_STATE_DEFAULT;
  column.position = at(10, 10, 0);
  column.spheres = &sphere;
  column.sphere_count = 1;
  OK(sf_world_place_object(world, &column));
  EXPECT(SF_ERROR_BAD_VALUE, sf_world_place_object(world, &column)); /* defined twice */
  OK(sf_world_fork(world, &fork));
  walk(fork, 5, 10, 0.1f, 0, way);
  CHECK(way[kSteps - 1].x < 9);
  OK(sf_world_move_object(fork, 0x77, &aside));
  walk(fork, 5, 10, 0.1f, 0, way);
  CHECK(way[kSteps - 1].x > 10.9f);
  walk(world, 5, 10, 0.1f, 0, way);
  CHECK(way[kSteps - 1].x < 9);
  OK(sf_world_set_object_state(world, 0x77,
                               SF_STATE_DEFAULT | SF_STATE_ETHEREAL | SF_STATE_IGNORE_COLLISIONS));
  walk(world, 5, 10, 0.1f, 0, way);
  CHECK(way[kSteps - 1].x > 10.9f);
  memset(&seen, 0, sizeof seen);
  seen.size = sizeof seen;
  OK(sf_world_get_object(world, 0x77, &seen));
  CHECK(seen.position.origin.x == 10 && (seen.state & SF_STATE_ETHEREAL) != 0 && seen.in_world == 1);
  OK(sf_world_object_ids(world, ids, 4, &count));
  CHECK(count == 1 && ids[0] == 0x77);
  OK(sf_world_remove_object(world, 0x77));
  EXPECT(SF_ERROR_DANGLING, sf_world_get_object(world, 0x77, &seen));
  EXPECT(SF_ERROR_DANGLING, sf_world_remove_object(world, 0x77));
  OK(sf_world_destroy(world));
  OK(sf_world_destroy(fork));
}

/* A hill with a house-sized box on it, a setup, a building: what a host with worlds of its own hands over. */
static void land_is_built(void) {
  static const float box[] = {-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0, -2, -2, 3, 2, -2, 3, 2, 2, 3, -2, 2, 3};
  static const uint32_t sides[] = {4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
  static const uint32_t corners[] = {4, 4, 4, 4, 4};
  sf_builder builder = {0};
  sf_world world = {0};
  sf_landblock land;
  sf_mesh mesh;
  sf_setup setup;
  sf_setup_part part = {0x01000001u, {0, 0, 0}, {1, 0, 0, 0}, {1, 1, 1}};
  sf_object object;
  sf_building building;
  sf_world_info info;
  sf_bool has = 0;
  sf_state state;
  sf_mover mover;
  sf_position to;
  sf_geometry_options options = {sizeof options, 0x20200001u, 0, 1};
  sf_buffer geometry = {0};
  const void* bytes;
  size_t size;
  uint32_t head[2];
  int i;
  memset(&land, 0, sizeof land);
  land.size = sizeof land;
  land.block = 0x2020;
  for (i = 0; i < 81; ++i) land.z[i] = 10.0f + 0.5f * (float)(i / 9);
  memset(&mesh, 0, sizeof mesh);
  mesh.size = sizeof mesh;
  mesh.vertices = box;
  mesh.vertex_count = 8;
  mesh.indices = sides;
  mesh.index_count = 20;
  mesh.corners = corners;
  mesh.polygon_count = 5;
  memset(&setup, 0, sizeof setup);
  setup.size = sizeof setup;
  setup.parts = &part;
  setup.part_count = 1;
  OK(sf_object_defaults(&object, sizeof object));
  object.setup = 0x02000001u;
  object.position.cell_id = 0x2020ffffu;
  object.position.origin.x = 100;
  object.position.origin.y = 100;
  object.position.origin.z = 12;
  memset(&building, 0, sizeof building);
  building.size = sizeof building;
  building.block = 0x2020;
  building.model = 0x01000001u;
  building.origin.x = 30;
  building.origin.y = 30;
  building.origin.z = 10;
  building.rotation.w = 1;
  OK(sf_builder_create(NULL, &builder));
  /* In any order: names are looked up at the end. */
  OK(sf_builder_add_object(builder, &object));
  OK(sf_builder_add_building(builder, &building));
  OK(sf_builder_add_setup(builder, 0x02000001u, &setup));
  OK(sf_builder_add_landblock(builder, &land));
  EXPECT(SF_ERROR_DANGLING, sf_builder_finish(builder, &world)); /* the part's shape is not there yet */
  OK(sf_builder_add_shape(builder, 0x01000001u, &mesh));
  OK(sf_builder_finish(builder, &world));
  info.size = sizeof info;
  OK(sf_world_get_info(world, &info));
  CHECK(info.landblocks == 1 && info.buildings == 1 && info.objects == 1 && info.shapes == 1 &&
        info.setups == 1);
  OK(sf_world_has_cell(world, 0x20200001u, &has));
  CHECK(has == 1);
  OK(sf_world_has_cell(world, 0x20210001u, &has));
  CHECK(has == 0);
  /* Up the slope, then into the box. */
  human(&mover);
  standing(&state, 5, 100);
  state.position.cell_id = state.contact_plane.cell_id = 0x20200005u;
  state.position.origin.z = 10.0f + 0.5f * 5 / 24;
  state.contact_plane.plane.normal.x = -0.0208288f;
  state.contact_plane.plane.normal.z = 0.999783f;
  state.contact_plane.plane.d = -9.99783f;
  for (i = 0; i < 2000; ++i) {
    to = state.position;
    to.origin.x += 0.1f;
    OK(sf_move(world, NULL, &mover, &state, &to, NULL));
  }
  CHECK((state.transient & SF_TRANSIENT_ON_WALKABLE) != 0);
  CHECK(state.position.origin.x > 95 && state.position.origin.x < 98);
  CHECK(state.position.origin.z > 11.9f && state.position.origin.z < 12.1f);
  OK(sf_world_geometry(world, &options, &geometry));
  OK(sf_buffer_data(geometry, &bytes, &size));
  memcpy(head, bytes, sizeof head);
  CHECK(head[0] == 3 && head[1] == 128 + 2 * 10); /* land, building, object */
  CHECK(size == 16 + 24 * head[0] + 40 * head[1]);
  OK(sf_buffer_destroy(geometry));
  OK(sf_builder_destroy(builder));
  OK(sf_world_destroy(world));
}

static void errors_have_places(void) {
  sf_builder builder = {0};
  sf_world world = {0};
  sf_cell cell;
  sf_portal portal = {77, SF_OUTSIDE, -1, SF_AUTO};
  const char *message, *where;
  static const char text[] =
      "{\"format\": \"surefoot-world/1\", \"name\": \"x\", \"cells\": [{\"id\": \"seven\"}]}";
  OK(sf_builder_create("faulty", &builder));
  room_cell(&cell);
  OK(sf_builder_add_cell(builder, &cell));
  cell.id = ROOM + 1;
  cell.portals = &portal;
  OK(sf_builder_add_cell(builder, &cell));
  EXPECT(SF_ERROR_DANGLING, sf_builder_finish(builder, &world));
  CHECK(sf_last_error(&message, &where) == SF_ERROR_DANGLING);
  CHECK(strcmp(where, "/cells/1/portals/0/polygon") == 0);
  CHECK(strstr(message, "77") != NULL);
  OK(sf_builder_destroy(builder));
  EXPECT(SF_ERROR_BAD_VALUE, sf_world_load_memory(text, sizeof text - 1, NULL, &world));
  sf_last_error(NULL, &where);
  CHECK(strcmp(where, "/cells/0/id") == 0);
  EXPECT(SF_ERROR_BAD_SYNTAX, sf_world_load_memory("{", 1, NULL, &world));
  EXPECT(SF_ERROR_FILE_NOT_FOUND, sf_world_load_file("/no/such/file", &world));
  CHECK(world.id == 0);
}

enum { kBatch = 500 };

static void batches_equal_single_calls(void) {
  sf_world world = build_room(0);
  sf_request* requests = calloc(kBatch, sizeof *requests);
  sf_result* one = calloc(kBatch, sizeof *one);
  sf_result* many = calloc(kBatch, sizeof *many);
  uint32_t* cells = calloc(kBatch, sizeof *cells);
  sf_mover mover;
  sf_state state;
  sf_position to;
  uint32_t threads;
  int i;
  human(&mover);
  for (i = 0; i < kBatch; ++i) {
    standing(&state, 1 + (float)(i % 18), 1 + (float)(i / 28));
    to = state.position;
    to.origin.x += 3.0f * (float)((i * 7) % 11) / 11.0f - 1.5f;
    to.origin.y += 3.0f * (float)((i * 5) % 13) / 13.0f - 1.5f;
    requests[i].size = sizeof *requests;
    OK(sf_request_from_body(&state, &mover, &to, NULL, &requests[i]));
    OK(sf_result_defaults(&one[i], sizeof *one));
    one[i].cells = &cells[i];
    one[i].cells_capacity = 1;
  }
  requests[3].end.origin.x = NAN;
  requests[4].mover.sphere_count = 9;
  for (i = 0; i < kBatch; ++i) {
    if (i == 3 || i == 4)
      EXPECT(SF_ERROR_BAD_REQUEST, sf_resolve(world, NULL, &requests[i], &one[i]));
    else
      OK(sf_resolve(world, NULL, &requests[i], &one[i]));
  }
  CHECK(cells[0] == ROOM);
  for (threads = 0; threads <= 3; ++threads) {
    for (i = 0; i < kBatch; ++i) {
      OK(sf_result_defaults(&many[i], sizeof *many));
      many[i].cells = &cells[i];
      many[i].cells_capacity = 1;
    }
    OK(sf_resolve_batch(world, NULL, requests, many, kBatch, threads));
    CHECK(many[3].status == SF_ERROR_BAD_REQUEST && many[4].status == SF_ERROR_BAD_REQUEST);
    many[3].status = many[4].status = SF_OK;
    CHECK(memcmp(one, many, kBatch * sizeof *one) == 0);
  }
  OK(sf_resolve_batch(world, NULL, NULL, NULL, 0, 1));
  free(requests);
  free(one);
  free(many);
  free(cells);
  OK(sf_world_destroy(world));
}

static void explains(void) {
  sf_world world = build_room(0);
  sf_mover mover;
  sf_state state;
  sf_position to = at(19.9f, 10, 0);
  sf_request request;
  sf_profile profile;
  sf_buffer json = {0};
  const void* text;
  size_t size;
  human(&mover);
  standing(&state, 19, 10);
  request.size = sizeof request;
  OK(sf_request_from_body(&state, &mover, &to, NULL, &request));
  OK(sf_resolve_explain(world, NULL, &request, &json));
  OK(sf_buffer_data(json, &text, &size));
  CHECK(strlen(text) == size && strstr(text, "\"rule\":\"slide_sphere") != NULL);
  OK(sf_buffer_destroy(json));
  profile.size = sizeof profile;
  OK(sf_profile_parse("ace,ad66_scaled_radius", &profile));
  OK(sf_profile_ids(&profile, &json));
  OK(sf_buffer_data(json, &text, &size));
  CHECK(strstr(text, "\"ad66_scaled_radius\"") != NULL);
  OK(sf_buffer_destroy(json));
  OK(sf_resolve_explain(world, &profile, &request, &json));
  OK(sf_buffer_destroy(json));
  EXPECT(SF_ERROR_BAD_VALUE, sf_profile_parse("nonesuch", &profile));
  OK(sf_divergences(&json));
  OK(sf_buffer_destroy(json));
  OK(sf_rules(&json));
  OK(sf_buffer_destroy(json));
  OK(sf_world_check(world, &json));
  OK(sf_buffer_destroy(json));
  OK(sf_world_destroy(world));
}

/* The ports' call: world metres from the centre block, three blocks away. */
static void answers_ports(void) {
  sf_world world = build_room(0);
  sf_port_call call;
  sf_port_body body;
  sf_port_answer answer;
  int centre;
  for (centre = 0; centre < 2; ++centre) {
    const float east = centre ? -192.0f : 0.0f;
    OK(sf_port_call_defaults(&call, sizeof call));
    OK(sf_port_body_defaults(&body, sizeof body));
    memset(&answer, 0, sizeof answer);
    answer.size = sizeof answer;
    if (centre) call.centre = 0x0201;
    call.cell_id = ROOM;
    call.current.x = 18.5f + east;
    call.current.y = call.target.y = 10;
    call.target.x = 19.9f + east;
    call.sphere_radius = 0.48f;
    call.sphere_height = 1.835f;
    call.step_up_height = 0.6f;
    call.step_down_height = 1.5f;
    call.is_on_ground = 1;
    call.mover_flags = SF_INFO_IS_PLAYER;
    body.transient = SF_TRANSIENT_CONTACT | SF_TRANSIENT_ON_WALKABLE;
    body.contact_plane_valid = 1;
    body.contact_plane.plane.normal.z = 1;
    body.contact_plane.cell_id = ROOM;
    OK(sf_port_resolve(world, NULL, &call, &body, &answer));
    CHECK(answer.ok && answer.is_on_ground && answer.cell_id == ROOM);
    CHECK(answer.collision_normal_valid && answer.collision_normal.x == -1);
    CHECK(answer.position.x - east > 19 && answer.position.x - east < 19.5202f);
    CHECK(body.contact_plane_valid == 1);
  }
  call.cell_id = 0x05050100u;
  EXPECT(SF_ERROR_DANGLING, sf_port_resolve(world, NULL, &call, &body, &answer));
  OK(sf_world_destroy(world));
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  built_equals_loaded(argv[1]);
  objects_are_met();
  land_is_built();
  errors_have_places();
  batches_equal_single_calls();
  explains();
  answers_ports();
  return check_end("worlds");
}
