/*
 * Surefoot's C interface (C99). This header is its manual; examples are in docs/doors.md.
 *
 * UNITS. Metres, seconds, radians, metres per second. z is up. Positions are relative to the south-west corner of the
 * landblock (192 m) that their cell id names: 0xXXYYCCCC, column XX eastward, row YY northward, cell CCCC within. A world
 * of your own that knows no landblocks can put everything into the block of one cell.
 *
 * SAME BITS. Every float goes in and comes out by its bits; the same calls give the same bits on every platform this
 * library runs on, from every language.
 *
 * CALLS answer an `sf_status`: SF_OK (0) or what was wrong, and then `sf_last_error` says it in words with a place. After
 * an error nothing has changed and outputs are untouched, unless the call says otherwise. No call throws, aborts or exits;
 * NULL where it is not allowed, a wrong `size`, a handle that was never given or is destroyed, NaN and infinity are errors.
 * The memory a pointer names must be there: that nobody can check.
 *
 * STRUCTS that stand alone start with `size`: set it to sizeof, or let the `…_defaults` call do it; structs inside others
 * carry theirs too. A size this library does not know is SF_ERROR_BAD_SIZE. The plain values at the top (sf_vec3 …
 * sf_contact_plane) have none and never change.
 *
 * HANDLES are numbers, not pointers; {0} is none. Each lives until its `…_destroy`. What a call makes belongs to the caller.
 * Nothing keeps a pointer of yours after the call.
 *
 * THREADS. Behind each call stands its rule:
 *   [any]      from any thread at any time
 *   [shared h] any number of threads may have such calls on h running
 *   [alone h]  no other call on h may run
 * A call that comes while it may not answers SF_ERROR_BUSY and does nothing: it never waits. Different handles are
 * independent, forks of a world too.
 */
#ifndef SUREFOOT_H
#define SUREFOOT_H

/* NOLINTBEGIN: C, for C++ to read too */

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define SF_API
#elif defined(__EMSCRIPTEN__)
#define SF_API __attribute__((used, visibility("default")))
#else
#define SF_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ the library */

#define SF_VERSION_MAJOR 0
#define SF_VERSION_MINOR 1
#define SF_VERSION_PATCH 0

/* Goes up when a program compiled against an older header would no longer run right. New calls do not raise it. */
#define SF_ABI_VERSION 1

typedef int32_t sf_status;
enum {
  SF_OK = 0,
  /* What a reader or the solver refuses. */
  SF_ERROR_FILE_NOT_FOUND = 1,  /* the path names nothing that can be opened */
  SF_ERROR_FILE_UNREADABLE = 2, /* it is there, but reading failed */
  SF_ERROR_BAD_SYNTAX = 3,      /* not JSON, or cut off */
  SF_ERROR_UNKNOWN_FORMAT = 4,  /* a format or version that is not read */
  SF_ERROR_UNKNOWN_FIELD = 5,   /* a field the format has not */
  SF_ERROR_MISSING_FIELD = 6,   /* a field that must be there */
  SF_ERROR_WRONG_TYPE = 7,      /* another kind of value is needed */
  SF_ERROR_BAD_VALUE = 8,       /* the right kind, an impossible value */
  SF_ERROR_DANGLING = 9,        /* names something that is not there */
  SF_ERROR_TOO_DEEP = 10,       /* nested beyond the stated limit */
  SF_ERROR_DAMAGED = 11,     /* a prepared world that is not as it was written; the message names the part */
  SF_ERROR_BAD_REQUEST = 12, /* a resolve that the solver refuses: NaN, radius too small, move too long */
  SF_ERROR_INTERNAL = 13,    /* a fault of ours */
  /* What this interface refuses. */
  SF_ERROR_NULL_ARGUMENT = 32, /* a pointer is NULL where it may not be */
  SF_ERROR_BAD_SIZE = 33,      /* a struct's `size` is not one this library knows */
  SF_ERROR_BAD_HANDLE = 34,    /* never given, destroyed, or of another kind */
  SF_ERROR_BUSY = 35,          /* another call on the handle is running (see THREADS) */
  SF_ERROR_OUT_OF_MEMORY = 36,
  SF_ERROR_ABI = 37,         /* header and library do not belong together */
  SF_ERROR_ENVIRONMENT = 38, /* rounding mode, flushed denormals, a build that changes results */
  SF_ERROR_DONE = 39         /* there is no further step */
};

/* SF_ABI_VERSION of the library that is running. [any] */
SF_API uint32_t sf_abi_version(void);
/* "0.1.0". [any] */
SF_API const char* sf_version(void);
/* Call it once per thread that resolves, as sf_check(SF_ABI_VERSION): SF_ERROR_ABI when the library is another than the
 * header's, SF_ERROR_ENVIRONMENT when this thread's floating-point environment would change results. Microseconds. [any] */
SF_API sf_status sf_check(uint32_t abi_version);
/* "SF_ERROR_BUSY"; "?" for a number that is no status. [any] */
SF_API const char* sf_status_name(sf_status status);
/* The status of this thread's last failed call, a sentence in `*message` and its place in `*where`: a JSON pointer, a line, a
 * field ("" when it has none). Either may be NULL. The texts hold until this thread's next failed call. [any] */
SF_API sf_status sf_last_error(const char** message, const char** where);

typedef uint32_t sf_bool; /* 0 or 1; anything else counts as 1 */

/* -------------------------------------------------------------------------------------------------- plain values */

typedef struct sf_vec3 {
  float x, y, z;
} sf_vec3;

/* A rotation: the sum of its squares is 1 within 0.001. {1,0,0,0} turns nothing. */
typedef struct sf_quat {
  float w, x, y, z;
} sf_quat;

/* Points p with normal·p + d = 0; the front is where it is positive. */
typedef struct sf_plane {
  sf_vec3 normal;
  float d;
} sf_plane;

typedef struct sf_sphere {
  sf_vec3 center;
  float radius;
} sf_sphere;

/* Upright whatever its object's rotation. */
typedef struct sf_cylinder {
  sf_vec3 low; /* middle of the bottom */
  float radius;
  float height;
} sf_cylinder;

typedef struct sf_position {
  uint32_t cell_id;
  sf_vec3 origin; /* block coordinates */
  sf_quat rotation;
} sf_position;

/* A surface stood on, in the block coordinates of `cell_id`. */
typedef struct sf_contact_plane {
  sf_plane plane;
  uint32_t cell_id;
  sf_bool is_water;
} sf_contact_plane;

/* `cell_id` of a portal that leads outdoors. */
#define SF_OUTSIDE 0xFFFFFFFFu

/* ObjectInfo bits: what the mover of one resolve is. */
#define SF_INFO_CONTACT 0x1u
#define SF_INFO_ON_WALKABLE 0x2u
#define SF_INFO_IS_VIEWER 0x4u
#define SF_INFO_PATH_CLIPPED 0x8u
#define SF_INFO_FREE_ROTATE 0x10u
#define SF_INFO_PERFECT_CLIP 0x40u
#define SF_INFO_IS_IMPENETRABLE 0x80u
#define SF_INFO_IS_PLAYER 0x100u
#define SF_INFO_EDGE_SLIDE 0x200u
#define SF_INFO_IGNORE_CREATURES 0x400u
#define SF_INFO_IS_PK 0x800u
#define SF_INFO_IS_PKLITE 0x1000u

/* PhysicsState bits: of a body or object. */
#define SF_STATE_STATIC 0x1u
#define SF_STATE_ETHEREAL 0x4u
#define SF_STATE_REPORT_COLLISIONS 0x8u
#define SF_STATE_IGNORE_COLLISIONS 0x10u
#define SF_STATE_NODRAW 0x20u
#define SF_STATE_MISSILE 0x40u
#define SF_STATE_PUSHABLE 0x80u
#define SF_STATE_ALIGN_PATH 0x100u
#define SF_STATE_PATH_CLIPPED 0x200u
#define SF_STATE_GRAVITY 0x400u
#define SF_STATE_LIGHTING_ON 0x800u
#define SF_STATE_HIDDEN 0x4000u
#define SF_STATE_SCRIPTED_COLLISION 0x8000u
#define SF_STATE_HAS_PHYSICS_BSP \
  0x10000u /* set and cleared by the library where it makes an object's parts */
#define SF_STATE_INELASTIC 0x20000u
#define SF_STATE_REPORT_AS_ENVIRONMENT 0x200000u
#define SF_STATE_EDGE_SLIDE 0x400000u
#define SF_STATE_SLEDDING 0x800000u
#define SF_STATE_FROZEN 0x1000000u
#define SF_STATE_DEFAULT 0x00400C08u /* EDGE_SLIDE | LIGHTING_ON | GRAVITY | REPORT_COLLISIONS */

/* TransientState bits: what a body remembers from its last resolve. */
#define SF_TRANSIENT_CONTACT 0x1u
#define SF_TRANSIENT_ON_WALKABLE 0x2u
#define SF_TRANSIENT_SLIDING 0x4u
#define SF_TRANSIENT_WATER_CONTACT 0x8u
#define SF_TRANSIENT_STATIONARY_FALL 0x10u
#define SF_TRANSIENT_STATIONARY_STOP 0x20u
#define SF_TRANSIENT_STATIONARY_STUCK 0x40u
#define SF_TRANSIENT_ACTIVE 0x80u
#define SF_TRANSIENT_CHECK_ETHEREAL 0x100u

/* Weenie bits: what the game says a thing is. EXISTS is added to an object's unless it is STATIC and has no other. */
#define SF_WEENIE_EXISTS 0x1u
#define SF_WEENIE_CREATURE 0x2u
#define SF_WEENIE_PLAYER 0x4u
#define SF_WEENIE_PK 0x8u
#define SF_WEENIE_PKLITE 0x10u
#define SF_WEENIE_IMPENETRABLE 0x20u

/* ------------------------------------------------------------------------------------------------------- handles */

typedef struct sf_world {
  uint64_t id;
} sf_world;
typedef struct sf_builder {
  uint64_t id;
} sf_builder;
typedef struct sf_scenario {
  uint64_t id;
} sf_scenario;
typedef struct sf_runner {
  uint64_t id;
} sf_runner;
typedef struct sf_session {
  uint64_t id;
} sf_session;
typedef struct sf_buffer {
  uint64_t id;
} sf_buffer;

/* Bytes or text that a call made. `*data` holds until the buffer is destroyed; text has a NUL behind its `*size` bytes.
 * [shared buffer] */
SF_API sf_status sf_buffer_data(sf_buffer buffer, const void** data, size_t* size);
/* [alone buffer] */
SF_API sf_status sf_buffer_destroy(sf_buffer buffer);

/* ------------------------------------------------------------------------------------------------------ profiles */

/* A set of divergences: what known ports do differently from retail (docs/divergences.md). All bits 0 is retail, and so is
 * a NULL profile anywhere. The bits are of this build of the library: keep names, not bits. */
typedef struct sf_profile {
  uint32_t size;
  uint32_t reserved; /* 0 */
  uint64_t bits[4];
} sf_profile;

/* Retail, with `size` set. `size` is sizeof(sf_profile), here and in all `…_defaults` calls. [any] */
SF_API sf_status sf_profile_defaults(sf_profile* profile, uint32_t size);
/* Names of profiles ("ace", "openac", "acdream-2026-08-08" …) or ids of divergences, separated by commas; "" is retail. An
 * unknown name is SF_ERROR_BAD_VALUE, and its message lists the known ones. [any] */
SF_API sf_status sf_profile_parse(const char* names, sf_profile* profile);
/* JSON: the ids in the profile, as a list. [any] */
SF_API sf_status sf_profile_ids(const sf_profile* profile, sf_buffer* json);
/* JSON: {"profiles": [name …], "divergences": [{"id","label","ports","retail","port","symptom","scenario"} …]}. [any] */
SF_API sf_status sf_divergences(sf_buffer* json);
/* JSON: [{"id","function","address","spec","meaning"} …], every branch arm of the solver. [any] */
SF_API sf_status sf_rules(sf_buffer* json);

/* -------------------------------------------------------------------------------------------------------- worlds */

/* A `surefoot-world/1` file, an OpenAC dump or a folder of dumps, told apart by content. `where` of an error: the file and a
 * JSON pointer. [any] */
SF_API sf_status sf_world_load_file(const char* path, sf_world* world);
/* The same from text of `length` bytes. Includes are looked for in `base_dir` (NULL: the working directory). [any] */
SF_API sf_status sf_world_load_memory(const char* text, size_t length, const char* base_dir, sf_world* world);
/* The same world with objects of its own. What stands (shapes, cells, landblocks) is shared, and lives while any fork
 * does. [shared world] */
SF_API sf_status sf_world_fork(sf_world world, sf_world* fork);
/* [alone world] */
SF_API sf_status sf_world_destroy(sf_world world);

typedef struct sf_world_info {
  uint32_t size;
  uint32_t interior_cells;
  uint32_t landblocks; /* named one by one; ranges are not counted */
  uint32_t buildings;
  uint32_t objects;
  uint32_t shapes; /* graphics objects */
  uint32_t setups;
  uint32_t reserved;
} sf_world_info;
/* [shared world] */
SF_API sf_status sf_world_get_info(sf_world world, sf_world_info* info);
/* The world as `surefoot-world/1`, so that loading it gives the same bits. [shared world] */
SF_API sf_status sf_world_json(sf_world world, sf_buffer* json);
/* JSON: what looks wrong in it, [{"severity","rule","place","message"} …] (docs of `surefoot check`). [shared world] */
SF_API sf_status sf_world_check(sf_world world, sf_buffer* json);
/* *is_loaded: whether the world has this cell. [shared world] */
SF_API sf_status sf_world_has_cell(sf_world world, uint32_t cell_id, sf_bool* is_loaded);

/* What collides, as triangles, for drawing. */
typedef struct sf_geometry_options {
  uint32_t size;
  uint32_t origin_cell;  /* points are given in the coordinates of this cell's block; must be on the map */
  uint32_t block_radius; /* landblocks at most so many columns and rows from it, 0 (that block alone) to 16 */
  uint32_t land;         /* 0: no terrain */
} sf_geometry_options;

enum { SF_GEOMETRY_LAND = 1, SF_GEOMETRY_CELL = 2, SF_GEOMETRY_BUILDING = 3, SF_GEOMETRY_OBJECT = 4 };

/* Little-endian: u32 groups, u32 triangles, 2 × u32 0; then a group is u32 kind (SF_GEOMETRY_…), u32 id (landblock, cell,
 * building or object), u32 cell, u32 first triangle, u32 triangles, u32 0; then of every triangle 9 × f32; then of every
 * triangle the id of its polygon, u32. Interior cells, buildings and objects come with the blocks they stand in. Cylinders
 * and spheres are approximated by 16 sides. [shared world] */
SF_API sf_status sf_world_geometry(sf_world world, const sf_geometry_options* options, sf_buffer* bytes);

/* ------------------------------------------------------------------------------------------------ building a world */

/* Parts in any order; names and numbers are looked up when the world is made. `where` of an error there is a JSON pointer
 * into the same world as JSON: "/cells/3/portals/0" is the first portal of the fourth cell added. Limits: docs/limits.md. */

/* `name` may be NULL. [any] */
SF_API sf_status sf_builder_create(const char* name, sf_builder* builder);
/* [alone builder] */
SF_API sf_status sf_builder_destroy(sf_builder builder);

enum { SF_TREE_BUILD = 0, SF_TREE_LEAF = 1 };

/* Polygons, flat and convex, counter-clockwise seen from the side that stops movers. */
typedef struct sf_mesh {
  uint32_t size;
  uint32_t
      tree; /* SF_TREE_BUILD: a BSP; SF_TREE_LEAF: one leaf, polygons tried in their order (at most a few) */
  const float* vertices; /* x y z of each */
  uint32_t vertex_count;
  uint32_t index_count;
  const uint32_t* indices; /* corners of all polygons, one after the other */
  const uint32_t* corners; /* how many each polygon has, 3 to 127; NULL: all are triangles */
  const uint32_t* ids;     /* of the polygons, each once; NULL: their positions */
  uint32_t polygon_count;
  uint32_t reserved;
} sf_mesh;

/* A shape that objects, setups and buildings name by `id` (above 0, each once). [alone builder] */
SF_API sf_status sf_builder_add_shape(sf_builder builder, uint32_t id, const sf_mesh* mesh);

typedef struct sf_setup_part {
  uint32_t shape; /* id */
  sf_vec3 origin; /* object axes */
  sf_quat rotation;
  sf_vec3 scale; /* 0.001 to 1000 each; only z counts */
} sf_setup_part;

/* A kind of object. Of cylinders and spheres the former collide where there are any, and a part's tree before both. */
typedef struct sf_setup {
  uint32_t size;
  uint32_t part_count;
  const sf_setup_part* parts;
  const sf_cylinder* cylinders;
  const sf_sphere* spheres;
  uint32_t cylinder_count;
  uint32_t sphere_count;
  float height, radius, step_up_height, step_down_height; /* metres, 0 or more */
  sf_bool allow_free_heading;
  uint32_t reserved;
} sf_setup;
/* [alone builder] */
SF_API sf_status sf_builder_add_setup(sf_builder builder, uint32_t id, const sf_setup* setup);

typedef struct sf_landblock {
  uint32_t size;
  uint32_t block;       /* 0xXXYY, 0x0000 to 0xFEFE */
  float z[81];          /* metres, element x·9 + y, x east, y north */
  uint16_t terrain[81]; /* bits 0–1 road, 2–6 type (0x10 to 0x14 are water), 11–15 scenery */
  uint8_t split[64];    /* element x·8 + y: 1 = the diagonal goes south-west to north-east */
  uint8_t has_split;    /* 0: the client's own hash decides about diagonals */
  uint8_t reserved[5];
} sf_landblock;
/* [alone builder] */
SF_API sf_status sf_builder_add_landblock(sf_builder builder, const sf_landblock* block);

#define SF_AUTO (-2)

typedef struct sf_portal {
  uint32_t polygon;  /* id of the cell's polygon; movers go through it */
  uint32_t to;       /* id of the neighbour (its low 16 bits count), or SF_OUTSIDE */
  int32_t to_portal; /* position of the neighbour's portal that leads back; −1: none; SF_AUTO: found */
  int32_t side;      /* on which side of the polygon the cell lies, 0 front, 1 back; SF_AUTO: found */
} sf_portal;

typedef struct sf_cell {
  uint32_t size;
  uint32_t id;    /* low word 0x0100 to 0xFFFD */
  sf_vec3 origin; /* block coordinates */
  sf_quat rotation;
  sf_mesh mesh; /* walls and portals; faces look inward */
  const sf_portal* portals;
  uint32_t portal_count;
  int32_t seen_outside; /* 0, 1, or SF_AUTO: where a portal leads outdoors */
  sf_bool
      any_point_inside; /* the volume is not worked out: every point is inside, as of a dungeon of one cell */
  uint32_t restriction; /* the object that guards its entrance; 0: open */
} sf_cell;
/* [alone builder] */
SF_API sf_status sf_builder_add_cell(sf_builder builder, const sf_cell* cell);

typedef struct sf_building {
  uint32_t size;
  uint32_t block; /* 0xXXYY */
  uint32_t model; /* a shape or a setup */
  uint32_t portal_count;
  sf_vec3 origin;
  sf_quat rotation;
  const sf_portal* portals; /* into its cells; `polygon` and `side` are not looked at */
} sf_building;
/* [alone builder] */
SF_API sf_status sf_builder_add_building(sf_builder builder, const sf_building* building);

/* A placed object. Give `setup` or `shape`, or cylinders and spheres. */
typedef struct sf_object {
  uint32_t size;
  uint32_t id; /* each once; 0 in a builder: the next free from 0x80000000 */
  /* Indoors its cell; outdoors any cell of the block will do (low word 0xFFFF too), what counts is the place. */
  sf_position position;
  float scale;                  /* 0.001 to 1000 */
  uint32_t state;               /* SF_STATE_… */
  uint32_t weenie;              /* SF_WEENIE_… */
  uint32_t setup;               /* id or 0 */
  uint32_t shape;               /* id or 0 */
  float radius_hint;            /* of the spheres it is listed by, instead of theirs; below 0: theirs */
  const sf_cylinder* cylinders; /* builder only */
  const sf_sphere* spheres;
  uint32_t cylinder_count;
  uint32_t sphere_count;
} sf_object;
/* scale 1, STATIC, no rotation, no hint. [any] */
SF_API sf_status sf_object_defaults(sf_object* object, uint32_t size);
/* [alone builder] */
SF_API sf_status sf_builder_add_object(sf_builder builder, const sf_object* object);

/* The world of all that was added. The builder stays as it is and may go on. [alone builder] */
SF_API sf_status sf_builder_finish(sf_builder builder, sf_world* world);

/* ----------------------------------------------------------------------------------------- objects of a world */

/* The bodies of your own host, doors, things: what movers meet. */

/* Enters the world: STATIC as scenery, anything else as a thing that may move. `cylinders` must be empty; `setup` and
 * `shape` are the world's. [alone world] */
SF_API sf_status sf_world_place_object(sf_world world, const sf_object* object);
/* It stands elsewhere now, and is listed there. [alone world] */
SF_API sf_status sf_world_move_object(sf_world world, uint32_t id, const sf_position* to);
/* The whole word of SF_STATE_… bits, at once: an open door is ETHEREAL. [alone world] */
SF_API sf_status sf_world_set_object_state(sf_world world, uint32_t id, uint32_t state);
/* [alone world] */
SF_API sf_status sf_world_remove_object(sf_world world, uint32_t id);

typedef struct sf_object_info {
  uint32_t size;
  uint32_t id;
  sf_position position;
  float scale;
  uint32_t state, transient, weenie;
  uint32_t setup; /* 0: none, or one without an id */
  sf_bool in_world;
} sf_object_info;
/* SF_ERROR_DANGLING when there is none of this id. [shared world] */
SF_API sf_status sf_world_get_object(sf_world world, uint32_t id, sf_object_info* info);
/* The first `capacity` ids, in the order they entered, and in `*count` how many there are. `ids` may be NULL with capacity
 * 0. [shared world] */
SF_API sf_status sf_world_object_ids(sf_world world, uint32_t* ids, uint32_t capacity, uint32_t* count);

/* ------------------------------------------------------------------------------------------------------- resolving */

/* Who moves. */
typedef struct sf_mover {
  uint32_t size;
  uint32_t sphere_count;  /* 0 to 2; 0: the client's dummy sphere of 0.1 m */
  sf_sphere spheres[2];   /* body axes, unscaled; 0 the foot, 1 the head; radius × scale at least 0.001 m */
  float scale;            /* above 0 */
  float step_up_height;   /* 0 or more; how much a step may lift it */
  float step_down_height; /* 0 or more; how far ground is looked for below it */
  uint32_t state;         /* SF_STATE_… */
  uint32_t flags;         /* SF_INFO_… that a body's move adds: IS_PLAYER, EDGE_SLIDE … */
  uint32_t object_id;     /* its own object, which it does not meet; 0: none */
  uint32_t target_id;     /* a missile's target; 0: none */
  uint32_t reserved;
} sf_mover;
/* No spheres, scale 1, SF_STATE_DEFAULT. [any] */
SF_API sf_status sf_mover_defaults(sf_mover* mover, uint32_t size);

/* A remembered support polygon; only ports have one (divergence `openac_walkable_seed`). */
typedef struct sf_walkable {
  uint32_t size;
  uint32_t vertex_count; /* at least 3 */
  const sf_vec3* vertices;
  sf_plane plane;
  sf_vec3 up;
  uint32_t reserved;
} sf_walkable;

/* Who may enter guarded cells. Called on the thread of the resolve; answers must not change while it runs. Must return
 * normally. */
typedef struct sf_entry_policy {
  uint32_t size;
  uint32_t reserved;
  void* user;
  sf_bool (*can_bypass)(void* user, uint32_t mover_id);
  /* 0 open, 1 refused, 2 the guard is not known (nobody gets in) */
  uint32_t (*can_move_into)(void* user, uint32_t restriction, uint32_t mover_id);
} sf_entry_policy;

enum { SF_CONTACT_NONE = 0, SF_CONTACT_STANDING = 1, SF_CONTACT_LEAVING = 2 };
enum {
  SF_RESOLVE_PLACEMENT_MAY_NOT_SLIDE = 1, /* a placement ends at its place or not at all */
  SF_RESOLVE_DO_NOT_LOAD_CELLS = 2        /* indoors only cells that the cell of `end` sees are looked at */
};

/* Everything one resolve starts from. For retail's own set-up from a body use sf_request_from_body. */
typedef struct sf_request {
  uint32_t size;
  sf_bool has_begin; /* 0: a placement at `end` */
  sf_mover mover;
  sf_position begin;
  sf_position end;
  uint32_t object_info; /* SF_INFO_…, complete: `mover.flags` are not added here */
  uint32_t contact;     /* SF_CONTACT_…: standing on `contact_plane`, leaving it, or neither */
  sf_contact_plane contact_plane;
  sf_bool has_sliding_normal;
  sf_vec3 sliding_normal;
  int32_t frames_stationary_fall;      /* 0 to 3 */
  uint32_t options;                    /* SF_RESOLVE_… */
  const sf_walkable* walkable;         /* or NULL */
  const sf_entry_policy* entry_policy; /* or NULL: everybody may enter everywhere */
} sf_request;
/* [any] */
SF_API sf_status sf_request_defaults(sf_request* request, uint32_t size);

/* What came out. Values whose `…_valid` is 0 are what the solver last held there. */
typedef struct sf_result {
  uint32_t size;
  sf_status status; /* in a batch: of this request alone; the rest is untouched when it is no SF_OK */
  sf_bool ok;       /* 0: a caller that follows retail keeps its old place */
  uint32_t cell_id; /* loaded cell the mover is in; 0: none */
  sf_position position;
  sf_position check_position; /* the last candidate; after a success equal to `position` */
  uint32_t object_info;
  sf_bool velocity_killed; /* the caller zeroes its velocity */
  sf_bool contact_plane_valid;
  sf_contact_plane contact_plane;
  sf_bool last_known_contact_plane_valid;
  sf_contact_plane last_known_contact_plane;
  sf_bool sliding_normal_valid;
  sf_vec3 sliding_normal;
  sf_bool collision_normal_valid;
  sf_vec3 collision_normal;
  sf_bool collided_with_environment;
  int32_t frames_stationary_fall;
  sf_bool on_walkable; /* contact, and flat enough to walk on */
  uint32_t last_collided_object;
  /* In: arrays of yours (or NULL) and their capacities. Out: filled as far as they reach; the counts are the whole. */
  uint32_t touched_capacity;
  uint32_t touched_count;
  uint32_t* touched; /* ids of the objects touched, in order */
  uint32_t* cells;   /* ids of the cells the mover reaches, in order */
  uint32_t cells_capacity;
  uint32_t cells_count;
} sf_result;
/* Zeros, and `size`. [any] */
SF_API sf_status sf_result_defaults(sf_result* result, uint32_t size);

/* One resolve. Nothing is allocated once the thread is warm. SF_ERROR_BAD_REQUEST names what is refused: numbers that are not
 * finite, a rotation that is none, a radius or scale out of range, a cell of 0, more than 1,048,576 sub-steps.
 * Not from within an entry policy's calls (SF_ERROR_BUSY). [shared world] */
SF_API sf_status sf_resolve(sf_world world, const sf_profile* profile, const sf_request* request,
                            sf_result* result);
/* `count` of them by `threads` threads (0: as many as the machine runs at once; the calling thread is one of them). Results
 * lie in the order of the requests and do not depend on the number of threads; none sees another's outcome. `requests` and
 * `results` are arrays of exactly these structs, each with its `size`. SF_OK when all were tried: see each `status`.
 * SF_ERROR_NULL_ARGUMENT, BAD_SIZE of any element and BAD_HANDLE: nothing was done. [shared world] */
SF_API sf_status sf_resolve_batch(sf_world world, const sf_profile* profile, const sf_request* requests,
                                  sf_result* results, size_t count, uint32_t threads);
/* JSON: {"tick":0,"rule","summary","chain","tree":[…]}: which rule decided, in a sentence, with the numbers, and the calls and branches that led there
 * with their numbers. Slower by far than a resolve, and the same bits. [shared world] */
SF_API sf_status sf_resolve_explain(sf_world world, const sf_profile* profile, const sf_request* request,
                                    sf_buffer* json);

/* What a body carries from one resolve to the next. */
typedef struct sf_state {
  uint32_t size;
  uint32_t transient; /* SF_TRANSIENT_… */
  sf_position position;
  sf_vec3 velocity;               /* m/s; only decides whether the body leaves its contact plane */
  sf_contact_plane contact_plane; /* in force with CONTACT */
  sf_vec3 sliding_normal;         /* in force with SLIDING */
} sf_state;
/* [any] */
SF_API sf_status sf_state_defaults(sf_state* state, uint32_t size);
/* XXH3 over cell, position, rotation, velocity and transient bits of each, in order: what `surefoot run` prints of a run, for
 * hosts that keep states of their own. [any] */
SF_API sf_status sf_hash_states(const sf_state* states, size_t count, uint64_t* hash);
/* The request that retail makes of a body on its way to `to` (CPhysicsObj::transition 0x00512DC0). [any] */
SF_API sf_status sf_request_from_body(const sf_state* state, const sf_mover* mover, const sf_position* to,
                                      const sf_profile* profile, sf_request* request);
/* Set-up, resolve and commit as retail does them: one call moves a body. `result` may be NULL. A resolve that fails (`ok` 0) is
 * SF_OK: the state has kept its place. The world's object of the mover's id, when there is one, does not move along. [shared
 * world] */
SF_API sf_status sf_move(sf_world world, const sf_profile* profile, const sf_mover* mover, sf_state* state,
                         const sf_position* to, sf_result* result);

/* ------------------------------------------------------------------------------- the call the ports have (captures) */

/* A port's body, in the port's coordinates: metres from the south-west corner of its centre landblock. */
typedef struct sf_port_body {
  uint32_t size;
  uint32_t state;     /* SF_STATE_… */
  uint32_t transient; /* SF_TRANSIENT_… */
  sf_quat orientation;
  sf_vec3 velocity;
  sf_vec3 sliding_normal;
  sf_bool contact_plane_valid;
  sf_contact_plane contact_plane;
  sf_bool walkable_valid;
  sf_plane walkable_plane;
  sf_vec3 walkable_up;
  uint32_t walkable_count; /* vertices; looked at with `walkable_valid` */
  const sf_vec3* walkable_vertices;
} sf_port_body;
/* [any] */
SF_API sf_status sf_port_body_defaults(sf_port_body* body, uint32_t size);

typedef struct sf_port_call {
  uint32_t size;
  uint32_t cell_id; /* of `current` */
  sf_vec3 current;  /* the feet */
  sf_vec3 target;
  float
      sphere_radius; /* foot (0,0,radius); for a height above 0 a head (0,0,height − radius) of the same radius */
  float sphere_height;
  float step_up_height;
  float step_down_height;
  sf_bool is_on_ground; /* what the caller believes */
  uint32_t mover_flags; /* SF_INFO_… */
  uint32_t entity_id;
  int32_t centre; /* landblock 0xXXYY that coordinates are relative to; below 0: that of `cell_id` */
} sf_port_call;
/* [any] */
SF_API sf_status sf_port_call_defaults(sf_port_call* call, uint32_t size);

typedef struct sf_port_answer {
  uint32_t size;
  sf_bool ok;
  sf_vec3 position;
  uint32_t cell_id;
  sf_bool is_on_ground;
  sf_bool collision_normal_valid;
  sf_vec3 collision_normal;
} sf_port_answer;

/* Resolves a call as `surefoot replay` does, and writes what is committed back into `body`: contact plane, transient bits,
 * sliding normal, a killed velocity. The walkable polygon stays as it is. SF_ERROR_DANGLING: `cell_id` is not in the
 * world. [shared world] */
SF_API sf_status sf_port_resolve(sf_world world, const sf_profile* profile, const sf_port_call* call,
                                 sf_port_body* body, sf_port_answer* answer);

/* ------------------------------------------------------------------------------------------------------ scenarios */

/* A `surefoot-scenario/1` file. [any] */
SF_API sf_status sf_scenario_load_file(const char* path, sf_scenario* scenario);
/* The same from text; files it names are looked for in `base_dir` (NULL: the working directory). [any] */
SF_API sf_status sf_scenario_load_memory(const char* text, size_t length, const char* base_dir,
                                         sf_scenario* scenario);
/* [alone scenario] */
SF_API sf_status sf_scenario_destroy(sf_scenario scenario);
/* Its world as it is before the first tick. [shared scenario] */
SF_API sf_status sf_scenario_world(sf_scenario scenario, sf_world* world);
/* JSON: {"name","about","mode","ticks","profile":[…],"start":{"cell","position"}|null,"expectations"}. [shared scenario] */
SF_API sf_status sf_scenario_info(sf_scenario scenario, sf_buffer* json);

typedef struct sf_run {
  uint32_t size;
  uint32_t ticks;
  uint32_t expectations;
  uint32_t failed;
  uint64_t
      hash; /* XXH3 over cell, position, rotation, velocity, transient of every tick, as `surefoot run` prints it */
  sf_position end; /* of a single mover */
  uint32_t transient;
  uint32_t movers;
} sf_run;
/* From the first tick to the last; `profile` is added to the scenario's own. [shared scenario] */
SF_API sf_status sf_scenario_run(sf_scenario scenario, const sf_profile* profile, sf_run* run);
/* JSON: the same, with "failures" and of every tick a step: {"tick","cell","position","rotation","velocity","transient",
 * "ok","moved","rule","contact_plane","touched"}; of a crowd {"tick","moving","overlap","positions"}. [shared scenario] */
SF_API sf_status sf_scenario_trace(sf_scenario scenario, const sf_profile* profile, sf_buffer* json);
/* JSON as of sf_resolve_explain, of the resolve of one tick (0 is the first). Not of crowds. [shared scenario] */
SF_API sf_status sf_scenario_explain(sf_scenario scenario, const sf_profile* profile, uint32_t tick,
                                     sf_buffer* json);

/* A scenario tick by tick, to be saved and gone back to. Not of crowds. The runner keeps what it needs: the scenario may be
 * destroyed before it. [shared scenario] */
SF_API sf_status sf_runner_create(sf_scenario scenario, const sf_profile* profile, sf_runner* runner);
/* [alone runner] */
SF_API sf_status sf_runner_destroy(sf_runner runner);

typedef struct sf_step {
  uint32_t size;
  uint32_t tick;
  sf_bool tried; /* a resolve was made */
  sf_bool ok;
  sf_state state;
  uint32_t cell_id;
  float moved; /* metres */
} sf_step;
/* SF_ERROR_DONE after the last. [alone runner] */
SF_API sf_status sf_runner_step(sf_runner runner, sf_step* step);
/* The same step, and why: JSON as of sf_resolve_explain. [alone runner] */
SF_API sf_status sf_runner_step_explained(sf_runner runner, sf_step* step, sf_buffer* json);
/* [shared runner] */
SF_API sf_status sf_runner_save(sf_runner runner, sf_buffer* bytes);
/* Bytes of a runner of the same scenario and profile; damaged ones are refused. [alone runner] */
SF_API sf_status sf_runner_restore(sf_runner runner, const void* bytes, size_t size);

/* ------------------------------------------------------------------------------------------------ bodies and sessions */

enum { SF_DRIVE_NONE = 0, SF_DRIVE_ROOT_MOTION = 1, SF_DRIVE_STATE_VELOCITY = 2 };

/* What moves through time. */
typedef struct sf_body {
  uint32_t size;
  uint32_t transient; /* SF_TRANSIENT_… */
  sf_mover mover;     /* `object_id` is the body's id: above 0, and no other's */
  sf_position position;
  sf_vec3 velocity;
  sf_contact_plane contact_plane;
  sf_vec3 sliding_normal;
  sf_vec3 acceleration;    /* out: worked out by the session */
  sf_vec3 omega;           /* rad/s, world axes */
  sf_vec3 cached_velocity; /* out: what the last quantum came to */
  float friction;          /* 0 to 1 */
  float elasticity;        /* 0 to 0.1 */
  uint32_t weenie;         /* SF_WEENIE_…; 0: nobody is told of its collisions */
  sf_bool in_world;        /* out: 0 when it fell out of the loaded world */
  sf_bool has_motion;      /* 0: at rest on walkable ground it goes to sleep */
  uint32_t
      drive; /* SF_DRIVE_…: nothing, its legs as an animation would, its legs as a velocity set anew each tick */
  sf_vec3 walk; /* m/s, body axes; held until changed */
  float turn;   /* rad/s about its z axis, to the left positive; held until changed */
} sf_body;
/* A standing creature's values: friction 0.95, elasticity 0.05, root motion, the mover of sf_mover_defaults. [any] */
SF_API sf_status sf_body_defaults(sf_body* body, uint32_t size);

/* A fork of `world` with bodies that tick in the order of their ids. The world may be destroyed before it. [shared world] */
SF_API sf_status sf_session_create(sf_world world, const sf_profile* profile, sf_session* session);
/* [alone session] */
SF_API sf_status sf_session_destroy(sf_session session);
/* Enters where it stands; nothing is tested (sf_session_place_body does). [alone session] */
SF_API sf_status sf_session_add_body(sf_session session, const sf_body* body);
/* [alone session] */
SF_API sf_status sf_session_remove_body(sf_session session, uint32_t id);
/* [shared session] */
SF_API sf_status sf_session_get_body(sf_session session, uint32_t id, sf_body* body);
/* As sf_world_object_ids, of bodies, in their order. [shared session] */
SF_API sf_status sf_session_body_ids(sf_session session, uint32_t* ids, uint32_t capacity, uint32_t* count);
/* Walk and turn until told otherwise; ends a command. [alone session] */
SF_API sf_status sf_session_set_walk(sf_session session, uint32_t id, const sf_vec3* walk, float turn);
/* m/s, as the client sets it: a change of at most 0.2 mm/s on every axis is ignored, more than 50 m/s is shortened. [alone
 * session] */
SF_API sf_status sf_session_set_velocity(sf_session session, uint32_t id, const sf_vec3* velocity);

/* SetPosition flags. ENTER shifts to where there is room; TELEPORT is the network's. */
#define SF_PLACE_ENTER 0x11u
#define SF_PLACE_TELEPORT 0x1012u
/* Sets a body down. *outcome: 0 there, 1 failure, 2 no room, 3 no such cell, 4 no room and somebody was told. [alone
 * session] */
SF_API sf_status sf_session_place_body(sf_session session, uint32_t id, const sf_position* to, uint32_t flags,
                                       uint32_t* outcome);

/* Motion commands of the client; speeds are the body's at a command speed of 1. */
#define SF_COMMAND_NONE 0u
#define SF_COMMAND_READY 0x41000003u
#define SF_COMMAND_RUN_FORWARD 0x44000007u  /* 4 m/s */
#define SF_COMMAND_WALK_FORWARD 0x45000005u /* 3.12 m/s */
#define SF_COMMAND_WALK_BACKWARDS 0x45000006u
#define SF_COMMAND_TURN_RIGHT 0x6500000Du /* 1.5 rad/s */
#define SF_COMMAND_TURN_LEFT 0x6500000Eu
#define SF_COMMAND_SIDESTEP_RIGHT 0x6500000Fu /* 1.25 m/s */
#define SF_COMMAND_SIDESTEP_LEFT 0x65000010u

enum { SF_HOLD_INVALID = 0, SF_HOLD_NONE = 1, SF_HOLD_RUN = 2 };

typedef struct sf_motion {
  uint32_t size;
  uint32_t hold_key;                /* SF_HOLD_RUN: the run key is down */
  uint32_t forward, sidestep, turn; /* SF_COMMAND_… */
  float forward_speed, sidestep_speed, turn_speed;
} sf_motion;
/* Standing ready, speeds 1, no key. [any] */
SF_API sf_status sf_motion_defaults(sf_motion* motion, uint32_t size);

/* What the client asks the game about a mover; read only for bodies with weenie bits. */
typedef struct sf_abilities {
  uint32_t size;
  sf_bool has_run_rate;
  float run_rate; /* a factor, 1 to 4.5; absent: the last one commanded */
  sf_bool has_jump_skill;
  int32_t jump_skill; /* absent: jumps 0 m/s high */
  float load;         /* carried ÷ capacity; above 1 it hinders */
  sf_bool has_stamina;
  int32_t stamina; /* absent: never short of it */
  sf_bool pk_jump_cost;
  sf_bool can_jump;
} sf_abilities;
/* [any] */
SF_API sf_status sf_abilities_defaults(sf_abilities* abilities, uint32_t size);
/* What a creature's keys say, until told otherwise. `abilities` may be NULL: the defaults. [alone session] */
SF_API sf_status sf_session_command(sf_session session, uint32_t id, const sf_motion* motion,
                                    const sf_abilities* abilities);
/* Jumps with `extent` 0 to 1 of what it can. *refusal: 0, or the client's error code (0x24 in the air, 0x47 held or out of
 * stamina, 0x48 not from this position, 0x49 too loaded). SF_ERROR_DANGLING: it was never commanded. [alone session] */
SF_API sf_status sf_session_jump(sf_session session, uint32_t id, float extent, uint32_t* refusal);

enum { SF_REPORT_OBJECT = 0, SF_REPORT_ATTACK = 1, SF_REPORT_ENVIRONMENT = 2, SF_REPORT_END = 3 };

/* A touch that began or ended. "Me" is who is told. */
typedef struct sf_report {
  uint32_t body;      /* id of the body that moved */
  uint32_t kind;      /* SF_REPORT_… */
  uint32_t to_object; /* 0: the mover is told; 1: the object */
  uint32_t object_id; /* 0: the environment */
  sf_vec3 velocity;
  sf_bool me_in_contact, other_in_contact, other_is_missile;
} sf_report;

/* One quantum for everybody, above 0 and at most 2 s; the client's is 1/30. Reports go into `reports` as far as `capacity`
 * reaches (NULL with 0), and `*count` (or NULL) says how many there were. After SF_ERROR_BAD_REQUEST the bodies before the one
 * that is named have moved. [alone session] */
SF_API sf_status sf_session_tick(sf_session session, float quantum, sf_report* reports, uint32_t capacity,
                                 uint32_t* count);
/* Seconds. [shared session] */
SF_API sf_status sf_session_time(sf_session session, double* seconds);
/* XXH3 over all bodies in order. [shared session] */
SF_API sf_status sf_session_hash(sf_session session, uint64_t* hash);
/* Everything that ticks depend on but what stands. [shared session] */
SF_API sf_status sf_session_save(sf_session session, sf_buffer* bytes);
/* Into a session over the same world; from there on the same bits. Damaged bytes are refused. [alone session] */
SF_API sf_status sf_session_restore(sf_session session, const void* bytes, size_t size);
/* Its world as it is now, in a fork. [shared session] */
SF_API sf_status sf_session_world(sf_session session, sf_world* world);

/* Objects of the session's world that are no bodies; as the calls on worlds. [alone session] */
SF_API sf_status sf_session_place_object(sf_session session, const sf_object* object);
SF_API sf_status sf_session_move_object(sf_session session, uint32_t id, const sf_position* to);
SF_API sf_status sf_session_set_object_state(sf_session session, uint32_t id, uint32_t state);
SF_API sf_status sf_session_remove_object(sf_session session, uint32_t id);
/* [shared session] */
SF_API sf_status sf_session_get_object(sf_session session, uint32_t id, sf_object_info* info);

#ifdef __cplusplus
}
#endif

/* NOLINTEND */

#endif
