/* The room of worlds/plain-room.world.json, built call by call: 20 by 20 m, 6 m high, open above. */
#ifndef SUREFOOT_TESTS_CAPI_ROOM_H
#define SUREFOOT_TESTS_CAPI_ROOM_H

#include "check.h"

#define ROOM 0x01010100u

static const float room_vertices[] = {0, 0, 0, 20, 0, 0, 20, 20, 0, 0, 20, 0,
                                      0, 0, 6, 20, 0, 6, 20, 20, 6, 0, 20, 6};
static const uint32_t room_indices[] = {0, 1, 2, 3, 0, 3, 7, 4, 2, 1, 5, 6,
                                        1, 0, 4, 5, 3, 2, 6, 7, 4, 7, 6, 5};
static const uint32_t room_corners[] = {4, 4, 4, 4, 4, 4};
static const sf_portal room_portal = {5, SF_OUTSIDE, -1, SF_AUTO};

static inline void room_cell(sf_cell* cell) {
  memset(cell, 0, sizeof *cell);
  cell->size = sizeof *cell;
  cell->id = ROOM;
  cell->rotation.w = 1;
  cell->mesh.size = sizeof cell->mesh;
  cell->mesh.tree = SF_TREE_BUILD;
  cell->mesh.vertices = room_vertices;
  cell->mesh.vertex_count = 8;
  cell->mesh.indices = room_indices;
  cell->mesh.index_count = 24;
  cell->mesh.corners = room_corners;
  cell->mesh.polygon_count = 6;
  cell->portals = &room_portal;
  cell->portal_count = 1;
  cell->seen_outside = SF_AUTO;
}

static inline sf_world build_room(uint32_t restriction) {
  sf_builder builder = {0};
  sf_world world = {0};
  sf_cell cell;
  OK(sf_builder_create("room", &builder));
  room_cell(&cell);
  cell.restriction = restriction;
  OK(sf_builder_add_cell(builder, &cell));
  OK(sf_builder_finish(builder, &world));
  OK(sf_builder_destroy(builder));
  return world;
}

static inline sf_position at(float x, float y, float z) {
  sf_position p = {ROOM, {0, 0, 0}, {1, 0, 0, 0}};
  p.origin.x = x;
  p.origin.y = y;
  p.origin.z = z;
  return p;
}

static inline void human(sf_mover* mover) {
  OK(sf_mover_defaults(mover, sizeof *mover));
  mover->sphere_count = 2;
  mover->spheres[0].center.z = 0.48f;
  mover->spheres[0].radius = 0.48f;
  mover->spheres[1].center.z = 1.355f;
  mover->spheres[1].radius = 0.48f;
  mover->step_up_height = 0.6f;
  mover->step_down_height = 1.5f;
  mover->flags = SF_INFO_IS_PLAYER;
}

/* On the floor. */
static inline void standing(sf_state* state, float x, float y) {
  OK(sf_state_defaults(state, sizeof *state));
  state->position = at(x, y, 0);
  state->transient = SF_TRANSIENT_CONTACT | SF_TRANSIENT_ON_WALKABLE;
  state->contact_plane.plane.normal.z = 1;
  state->contact_plane.cell_id = ROOM;
}

#endif
