// Surefoot for C++: everything a program needs to load a world, move bodies in it and ask what they met.
//
//   io      worlds out of files: load_world, read_gltf, read_obj, make_mesh_world
//   motion  resolve(): one move of a body's spheres, without time
//   body    tick(): a body through time, with gravity, walking, jumping
//   session many bodies, saved and restored
//   trace   why a mover stopped
//
// Metres, seconds, radians; z up. Nothing throws; what can fail answers Expected<T>.
#pragma once

#include "body/jump.hpp"
#include "body/motion_state.hpp"
#include "body/placement.hpp"
#include "body/tick.hpp"
#include "body/velocity.hpp"
#include "io/load_world.hpp"
#include "io/mesh/mesh_world.hpp"
#include "io/mesh/read_mesh.hpp"
#include "io/world_check.hpp"
#include "io/world_writer.hpp"
#include "motion/resolve.hpp"
#include "motion/resolve_body.hpp"
#include "session/session.hpp"
#include "trace/explain.hpp"
#include "trace/recorder.hpp"
#include "world/world.hpp"
