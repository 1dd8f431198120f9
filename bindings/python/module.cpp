// The Python module: the C interface as classes. No logic of its own.
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <surefoot/surefoot.h>

namespace py = pybind11;
using namespace pybind11::literals;

namespace {

using Triple = std::array<float, 3>;
using Four = std::array<float, 4>;

struct Failure {
  sf_status status;
  std::string message;
  std::string where;
};

void check(sf_status status) {
  if (status == SF_OK) return;
  const char* message = "";
  const char* where = "";
  sf_last_error(&message, &where);
  throw Failure{status, message, where};
}

/// A call that may take long: other Python threads go on meanwhile.
template <class F>
void unlocked(const F& call) {
  sf_status status = SF_OK;
  std::string message;
  std::string where;
  {
    const py::gil_scoped_release released;
    status = call();
    if (status != SF_OK) {
      const char* m = "";
      const char* w = "";
      sf_last_error(&m, &w);
      message = m;
      where = w;
    }
  }
  if (status != SF_OK) throw Failure{status, message, where};
}

sf_vec3 vec(const Triple& v) {
  return {v[0], v[1], v[2]};
}
Triple triple(const sf_vec3& v) {
  return {v.x, v.y, v.z};
}

/// The handle's owner; `close` may come before the collector does.
template <class H, sf_status (*kDestroy)(H)>
class Owner {
 public:
  explicit Owner(H handle) : handle(handle) {}
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { kDestroy(handle); }
  void close() { check(kDestroy(handle)); }

  H handle;
};
using World = Owner<sf_world, sf_world_destroy>;
using Builder = Owner<sf_builder, sf_builder_destroy>;
using Scenario = Owner<sf_scenario, sf_scenario_destroy>;
using Runner = Owner<sf_runner, sf_runner_destroy>;
using Session = Owner<sf_session, sf_session_destroy>;
using Buffer = Owner<sf_buffer, sf_buffer_destroy>;

std::string text_of(sf_buffer buffer) {
  const Buffer owned(buffer);
  const void* data = nullptr;
  std::size_t size = 0;
  check(sf_buffer_data(buffer, &data, &size));
  return {static_cast<const char*>(data), size};
}
py::object json_of(sf_buffer buffer) {
  return py::module_::import("json").attr("loads")(text_of(buffer));
}
py::bytes bytes_of(sf_buffer buffer) {
  return py::bytes(text_of(buffer));
}

const sf_profile* profile_of(const std::optional<sf_profile>& p) {
  return p ? &*p : nullptr;
}

/// A result with the memory its lists point to.
struct Result {
  static constexpr std::uint32_t kRoom = 64;
  sf_result r{};
  std::array<std::uint32_t, kRoom> touched{};
  std::array<std::uint32_t, kRoom> cells{};

  void prepare() {
    check(sf_result_defaults(&r, sizeof r));
    r.touched = touched.data();
    r.cells = cells.data();
    r.touched_capacity = r.cells_capacity = kRoom;
  }
};

std::vector<std::uint32_t> listed(const std::array<std::uint32_t, Result::kRoom>& ids, std::uint32_t count) {
  return {ids.begin(), ids.begin() + std::min(count, Result::kRoom)};
}

sf_object make_object(std::uint32_t id, const sf_position& position, std::uint32_t setup, std::uint32_t shape,
                      const std::vector<Four>& spheres, std::uint32_t state, std::uint32_t weenie,
                      float scale, std::vector<sf_sphere>& memory) {
  sf_object o;
  check(sf_object_defaults(&o, sizeof o));
  for (const Four& s : spheres) memory.push_back({{s[0], s[1], s[2]}, s[3]});
  o.id = id;
  o.position = position;
  o.setup = setup;
  o.shape = shape;
  o.spheres = memory.data();
  o.sphere_count = static_cast<std::uint32_t>(memory.size());
  o.state = state;
  o.weenie = weenie;
  o.scale = scale;
  return o;
}

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

sf_mesh mesh_of(const Floats& vertices) {
  if (vertices.ndim() != 2 || vertices.shape(1) != 3) throw py::value_error("vertices have the shape (n, 3)");
  sf_mesh m{};
  m.size = sizeof m;
  m.vertices = vertices.data();
  m.vertex_count = static_cast<std::uint32_t>(vertices.shape(0));
  return m;
}

/// The engine's structs in an array of the layout's type.
template <class T>
T* structs(py::array& array, std::size_t& count) {
  if (array.ndim() != 1 || array.itemsize() != static_cast<py::ssize_t>(sizeof(T)) ||
      (array.flags() & py::array::c_style) == 0)
    throw py::value_error("an array of the layout's type, one after the other, is needed");
  count = static_cast<std::size_t>(array.shape(0));
  return static_cast<T*>(array.mutable_data());
}

py::dict report_dict(const sf_report& r) {
  constexpr const char* kKinds[] = {"object", "attack", "environment", "end"};
  return py::dict("body"_a = r.body, "kind"_a = kKinds[r.kind & 3U], "to_object"_a = r.to_object != 0,
                  "object_id"_a = r.object_id, "velocity"_a = triple(r.velocity),
                  "me_in_contact"_a = r.me_in_contact != 0, "other_in_contact"_a = r.other_in_contact != 0,
                  "other_is_missile"_a = r.other_is_missile != 0);
}

/// A member that is a vector, as three floats.
template <class C, class S>
void vec_property(C& c, const char* name, sf_vec3 S::*member) {
  c.def_property(
      name, [member](const S& s) { return triple(s.*member); },
      [member](S& s, const Triple& v) { s.*member = vec(v); });
}

void define_values(py::module_& m) {
  py::class_<sf_profile>(m, "Profile", "A set of divergences; without names, retail.")
      .def(py::init([](const std::string& names) {
             sf_profile p;
             check(sf_profile_defaults(&p, sizeof p));
             check(sf_profile_parse(names.c_str(), &p));
             return p;
           }),
           "names"_a = "")
      .def_property_readonly("ids", [](const sf_profile& p) {
        sf_buffer json{};
        check(sf_profile_ids(&p, &json));
        return json_of(json);
      });

  py::class_<sf_position> position(m, "Position",
                                   "A place and a rotation (w x y z), relative to the block of `cell_id`.");
  position
      .def(py::init([](std::uint32_t cell, const Triple& origin, const Four& q) {
             return sf_position{cell, vec(origin), {q[0], q[1], q[2], q[3]}};
           }),
           "cell_id"_a, "origin"_a, "rotation"_a = Four{1, 0, 0, 0})
      .def_readwrite("cell_id", &sf_position::cell_id)
      .def_property(
          "rotation",
          [](const sf_position& p) {
            return Four{p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z};
          },
          [](sf_position& p, const Four& q) {
            p.rotation = {q[0], q[1], q[2], q[3]};
          })
      .def(
          "moved",
          [](sf_position p, float dx, float dy, float dz) {
            p.origin = {p.origin.x + dx, p.origin.y + dy, p.origin.z + dz};
            return p;
          },
          "dx"_a, "dy"_a, "dz"_a = 0.0F, "The same place, so many metres on.");
  vec_property(position, "origin", &sf_position::origin);

  py::class_<sf_mover>(m, "Mover",
                       "Who moves: foot (0,0,radius), and for a height a head (0,0,height - radius).")
      .def(py::init(
               [](float radius, float height, float up, float down, std::uint32_t flags, std::uint32_t id) {
                 sf_mover v;
                 check(sf_mover_defaults(&v, sizeof v));
                 v.sphere_count = radius > 0 ? (height > 0 ? 2 : 1) : 0;
                 v.spheres[0] = {{0, 0, radius}, radius};
                 v.spheres[1] = {{0, 0, height - radius}, radius};
                 v.step_up_height = up;
                 v.step_down_height = down;
                 v.flags = flags;
                 v.object_id = id;
                 return v;
               }),
           "radius"_a = 0.0F, "height"_a = 0.0F, "step_up_height"_a = 0.0F, "step_down_height"_a = 0.0F,
           "flags"_a = 0, "object_id"_a = 0)
      .def_readwrite("scale", &sf_mover::scale)
      .def_readwrite("step_up_height", &sf_mover::step_up_height)
      .def_readwrite("step_down_height", &sf_mover::step_down_height)
      .def_readwrite("state", &sf_mover::state)
      .def_readwrite("flags", &sf_mover::flags)
      .def_readwrite("object_id", &sf_mover::object_id)
      .def_readwrite("target_id", &sf_mover::target_id);

  py::class_<sf_state> state(m, "State", "What a body carries from one resolve to the next.");
  state
      .def(py::init([] {
        sf_state s;
        check(sf_state_defaults(&s, sizeof s));
        return s;
      }))
      .def_static(
          "standing",
          [](std::uint32_t cell, const Triple& origin) {
            sf_state s;
            check(sf_state_defaults(&s, sizeof s));
            s.position = {cell, vec(origin), {1, 0, 0, 0}};
            s.transient = SF_TRANSIENT_CONTACT | SF_TRANSIENT_ON_WALKABLE;
            s.contact_plane.plane = {{0, 0, 1}, -origin[2]};
            s.contact_plane.cell_id = cell;
            return s;
          },
          "cell_id"_a, "origin"_a, "On level ground.")
      .def_readwrite("position", &sf_state::position)
      .def_readwrite("transient", &sf_state::transient)
      .def(
          "set_contact_plane",
          [](sf_state& s, const Triple& normal, float d, std::uint32_t cell, bool water) {
            s.contact_plane = {{vec(normal), d}, cell, water ? 1U : 0U};
          },
          "normal"_a, "d"_a, "cell_id"_a, "is_water"_a = false);
  vec_property(state, "velocity", &sf_state::velocity);
  vec_property(state, "sliding_normal", &sf_state::sliding_normal);

  py::class_<Result>(m, "Result", "What a resolve came to.")
      .def_property_readonly("ok", [](const Result& r) { return r.r.ok != 0; })
      .def_property_readonly("cell_id", [](const Result& r) { return r.r.cell_id; })
      .def_property_readonly("position", [](const Result& r) { return r.r.position; })
      .def_property_readonly("on_walkable", [](const Result& r) { return r.r.on_walkable != 0; })
      .def_property_readonly("contact_plane",
                             [](const Result& r) -> std::optional<Four> {
                               if (r.r.contact_plane_valid == 0) return std::nullopt;
                               const sf_plane& p = r.r.contact_plane.plane;
                               return Four{p.normal.x, p.normal.y, p.normal.z, p.d};
                             })
      .def_property_readonly(
          "sliding_normal",
          [](const Result& r) {
            return r.r.sliding_normal_valid != 0 ? std::optional(triple(r.r.sliding_normal)) : std::nullopt;
          })
      .def_property_readonly("collision_normal",
                             [](const Result& r) {
                               return r.r.collision_normal_valid != 0
                                          ? std::optional(triple(r.r.collision_normal))
                                          : std::nullopt;
                             })
      .def_property_readonly("touched", [](const Result& r) { return listed(r.touched, r.r.touched_count); })
      .def_property_readonly("cells", [](const Result& r) { return listed(r.cells, r.r.cells_count); });

  py::class_<sf_body> body(m, "Body", "What lives in a session; its id is the mover's object_id.");
  body.def(py::init([](const sf_mover& mover, const sf_position& at) {
             sf_body b;
             check(sf_body_defaults(&b, sizeof b));
             b.mover = mover;
             b.position = at;
             return b;
           }),
           "mover"_a, "position"_a)
      .def_readwrite("position", &sf_body::position)
      .def_readwrite("transient", &sf_body::transient)
      .def_readwrite("friction", &sf_body::friction)
      .def_readwrite("elasticity", &sf_body::elasticity)
      .def_readwrite("weenie", &sf_body::weenie)
      .def_readwrite("drive", &sf_body::drive)
      .def_readwrite("turn", &sf_body::turn)
      .def_property_readonly("in_world", [](const sf_body& b) { return b.in_world != 0; });
  vec_property(body, "velocity", &sf_body::velocity);
  vec_property(body, "omega", &sf_body::omega);
  vec_property(body, "walk", &sf_body::walk);
}

void define_world(py::module_& m) {
  py::class_<World, std::shared_ptr<World>>(m, "World", "Shapes, cells, terrain, and the objects in them.")
      .def_static(
          "load",
          [](const std::string& path) {
            sf_world w{};
            unlocked([&] { return sf_world_load_file(path.c_str(), &w); });
            return std::make_shared<World>(w);
          },
          "path"_a, "A world file, an OpenAC dump, or a folder of dumps.")
      .def_static(
          "from_json",
          [](const std::string& text, const std::string& base_dir) {
            sf_world w{};
            unlocked([&] { return sf_world_load_memory(text.data(), text.size(), base_dir.c_str(), &w); });
            return std::make_shared<World>(w);
          },
          "text"_a, "base_dir"_a = "")
      .def("close", &World::close)
      .def("fork",
           [](const World& w) {
             sf_world f{};
             check(sf_world_fork(w.handle, &f));
             return std::make_shared<World>(f);
           })
      .def("json",
           [](const World& w) {
             sf_buffer b{};
             check(sf_world_json(w.handle, &b));
             return text_of(b);
           })
      .def("check",
           [](const World& w) {
             sf_buffer b{};
             check(sf_world_check(w.handle, &b));
             return json_of(b);
           })
      .def("has_cell",
           [](const World& w, std::uint32_t id) {
             sf_bool has = 0;
             check(sf_world_has_cell(w.handle, id, &has));
             return has != 0;
           })
      .def(
          "geometry",
          [](const World& w, std::uint32_t cell, std::uint32_t radius, bool land) {
            const sf_geometry_options options{sizeof options, cell, radius, land ? 1U : 0U};
            sf_buffer b{};
            check(sf_world_geometry(w.handle, &options, &b));
            auto* owner = new Buffer(b);
            const py::capsule keep(owner, [](void* p) { delete static_cast<Buffer*>(p); });
            const void* data = nullptr;
            std::size_t size = 0;
            check(sf_buffer_data(b, &data, &size));
            const auto* words = static_cast<const std::uint32_t*>(data);
            const auto groups = static_cast<py::ssize_t>(words[0]);
            const auto triangles = static_cast<py::ssize_t>(words[1]);
            const auto* points = reinterpret_cast<const float*>(words + 4 + 6 * groups);
            const std::uint32_t* ids = words + 4 + 6 * groups + 9 * triangles;
            return py::make_tuple(
                py::array_t<std::uint32_t>({groups, py::ssize_t{6}}, words + 4, keep),
                py::array_t<float>({triangles, py::ssize_t{3}, py::ssize_t{3}}, points, keep),
                py::array_t<std::uint32_t>(std::vector<py::ssize_t>{triangles}, ids, keep));
          },
          "cell_id"_a, "block_radius"_a = 0, "land"_a = true,
          "What collides: groups (kind, id, cell, first, count, 0), triangles (n, 3, 3), polygon ids; no "
          "copies.")
      .def(
          "move",
          [](const World& w, const sf_mover& mover, sf_state& state, const sf_position& to,
             const std::optional<sf_profile>& profile) {
            Result r;
            r.prepare();
            check(sf_move(w.handle, profile_of(profile), &mover, &state, &to, &r.r));
            return r;
          },
          "mover"_a, "state"_a, "to"_a, "profile"_a = py::none(),
          "Set-up, resolve and commit as the client does them; `state` moves along.")
      .def(
          "explain",
          [](const World& w, const sf_mover& mover, const sf_state& state, const sf_position& to,
             const std::optional<sf_profile>& profile) {
            sf_request request{};
            request.size = sizeof request;
            check(sf_request_from_body(&state, &mover, &to, profile_of(profile), &request));
            sf_buffer b{};
            check(sf_resolve_explain(w.handle, profile_of(profile), &request, &b));
            return json_of(b);
          },
          "mover"_a, "state"_a, "to"_a, "profile"_a = py::none(), "Which rule decides that move, and why.")
      .def(
          "place",
          [](World& w, std::uint32_t id, const sf_position& at, std::uint32_t setup, std::uint32_t shape,
             const std::vector<Four>& spheres, std::uint32_t state, std::uint32_t weenie, float scale) {
            std::vector<sf_sphere> memory;
            const sf_object o = make_object(id, at, setup, shape, spheres, state, weenie, scale, memory);
            check(sf_world_place_object(w.handle, &o));
          },
          "id"_a, "position"_a, "setup"_a = 0, "shape"_a = 0, "spheres"_a = std::vector<Four>{},
          "state"_a = SF_STATE_DEFAULT, "weenie"_a = 0, "scale"_a = 1.0F)
      .def("move_object", [](World& w, std::uint32_t id,
                             const sf_position& to) { check(sf_world_move_object(w.handle, id, &to)); })
      .def("set_object_state", [](World& w, std::uint32_t id,
                                  std::uint32_t s) { check(sf_world_set_object_state(w.handle, id, s)); })
      .def("remove_object", [](World& w, std::uint32_t id) { check(sf_world_remove_object(w.handle, id)); })
      .def("object_ids", [](const World& w) {
        std::uint32_t count = 0;
        check(sf_world_object_ids(w.handle, nullptr, 0, &count));
        std::vector<std::uint32_t> ids(count);
        check(sf_world_object_ids(w.handle, ids.data(), count, &count));
        return ids;
      });

  py::class_<Builder>(m, "Builder", "A world built call by call.")
      .def(py::init([](const std::string& name) {
             sf_builder b{};
             check(sf_builder_create(name.c_str(), &b));
             return std::make_unique<Builder>(b);
           }),
           "name"_a = "")
      .def(
          "shape",
          [](Builder& b, std::uint32_t id, const Floats& vertices, const Indices& triangles) {
            if (triangles.ndim() != 2 || triangles.shape(1) != 3)
              throw py::value_error("triangles have the shape (n, 3)");
            sf_mesh mesh = mesh_of(vertices);
            mesh.indices = triangles.data();
            mesh.index_count = static_cast<std::uint32_t>(triangles.size());
            mesh.polygon_count = static_cast<std::uint32_t>(triangles.shape(0));
            check(sf_builder_add_shape(b.handle, id, &mesh));
          },
          "id"_a, "vertices"_a, "triangles"_a)
      .def(
          "cell",
          [](Builder& b, std::uint32_t id, const Floats& vertices,
             const std::vector<std::vector<std::uint32_t>>& polygons,
             const std::vector<std::array<std::uint32_t, 2>>& portals, const Triple& origin) {
            sf_cell c{};
            c.size = sizeof c;
            c.id = id;
            c.origin = vec(origin);
            c.rotation.w = 1;
            c.mesh = mesh_of(vertices);
            std::vector<std::uint32_t> indices;
            std::vector<std::uint32_t> corners;
            for (const auto& p : polygons) {
              corners.push_back(static_cast<std::uint32_t>(p.size()));
              indices.insert(indices.end(), p.begin(), p.end());
            }
            c.mesh.indices = indices.data();
            c.mesh.index_count = static_cast<std::uint32_t>(indices.size());
            c.mesh.corners = corners.data();
            c.mesh.polygon_count = static_cast<std::uint32_t>(polygons.size());
            std::vector<sf_portal> doors;
            doors.reserve(portals.size());
            for (const auto& [polygon, to] : portals) doors.push_back({polygon, to, SF_AUTO, SF_AUTO});
            c.portals = doors.data();
            c.portal_count = static_cast<std::uint32_t>(doors.size());
            c.seen_outside = SF_AUTO;
            check(sf_builder_add_cell(b.handle, &c));
          },
          "id"_a, "vertices"_a, "polygons"_a, "portals"_a, "origin"_a = Triple{0, 0, 0},
          "Polygons face inward; portals are (polygon, cell they lead to or 0xFFFFFFFF).")
      .def(
          "landblock",
          [](Builder& b, std::uint32_t block, const Floats& z) {
            if (z.size() != 81) throw py::value_error("81 heights are needed, 9 x 9, x first");
            sf_landblock l{};
            l.size = sizeof l;
            l.block = block;
            std::memcpy(l.z, z.data(), sizeof l.z);
            check(sf_builder_add_landblock(b.handle, &l));
          },
          "block"_a, "z"_a)
      .def(
          "object",
          [](Builder& b, std::uint32_t id, const sf_position& at, std::uint32_t shape,
             const std::vector<Four>& spheres, std::uint32_t state, float scale) {
            std::vector<sf_sphere> memory;
            const sf_object o = make_object(id, at, 0, shape, spheres, state, 0, scale, memory);
            check(sf_builder_add_object(b.handle, &o));
          },
          "id"_a, "position"_a, "shape"_a = 0, "spheres"_a = std::vector<Four>{}, "state"_a = SF_STATE_STATIC,
          "scale"_a = 1.0F)
      .def("finish", [](Builder& b) {
        sf_world w{};
        unlocked([&] { return sf_builder_finish(b.handle, &w); });
        return std::make_shared<World>(w);
      });
}

void define_scenario(py::module_& m) {
  py::class_<Scenario, std::shared_ptr<Scenario>>(m, "Scenario",
                                                  "A world, a mover, what it tries, what is expected.")
      .def_static(
          "load",
          [](const std::string& path) {
            sf_scenario s{};
            unlocked([&] { return sf_scenario_load_file(path.c_str(), &s); });
            return std::make_shared<Scenario>(s);
          },
          "path"_a)
      .def_static(
          "from_json",
          [](const std::string& text, const std::string& base_dir) {
            sf_scenario s{};
            unlocked([&] { return sf_scenario_load_memory(text.data(), text.size(), base_dir.c_str(), &s); });
            return std::make_shared<Scenario>(s);
          },
          "text"_a, "base_dir"_a = "")
      .def("close", &Scenario::close)
      .def("info",
           [](const Scenario& s) {
             sf_buffer b{};
             check(sf_scenario_info(s.handle, &b));
             return json_of(b);
           })
      .def("world",
           [](const Scenario& s) {
             sf_world w{};
             check(sf_scenario_world(s.handle, &w));
             return std::make_shared<World>(w);
           })
      .def(
          "run",
          [](const Scenario& s, const std::optional<sf_profile>& profile) {
            sf_run r{};
            r.size = sizeof r;
            unlocked([&] { return sf_scenario_run(s.handle, profile_of(profile), &r); });
            return py::dict("ticks"_a = r.ticks, "expectations"_a = r.expectations, "failed"_a = r.failed,
                            "hash"_a = r.hash, "end"_a = r.end, "transient"_a = r.transient,
                            "movers"_a = r.movers);
          },
          "profile"_a = py::none())
      .def(
          "trace",
          [](const Scenario& s, const std::optional<sf_profile>& profile) {
            sf_buffer b{};
            unlocked([&] { return sf_scenario_trace(s.handle, profile_of(profile), &b); });
            return json_of(b);
          },
          "profile"_a = py::none(), "Every step, with the rule that decided it.")
      .def(
          "explain",
          [](const Scenario& s, std::uint32_t tick, const std::optional<sf_profile>& profile) {
            sf_buffer b{};
            unlocked([&] { return sf_scenario_explain(s.handle, profile_of(profile), tick, &b); });
            return json_of(b);
          },
          "tick"_a, "profile"_a = py::none())
      .def(
          "runner",
          [](const Scenario& s, const std::optional<sf_profile>& profile) {
            sf_runner r{};
            check(sf_runner_create(s.handle, profile_of(profile), &r));
            return std::make_unique<Runner>(r);
          },
          "profile"_a = py::none());

  py::class_<Runner>(m, "Runner", "A scenario tick by tick.")
      .def("step",
           [](Runner& r) -> std::optional<sf_state> {
             sf_step step{};
             step.size = sizeof step;
             const sf_status status = sf_runner_step(r.handle, &step);
             if (status == SF_ERROR_DONE) return std::nullopt;
             check(status);
             return step.state;
           })
      .def("save",
           [](const Runner& r) {
             sf_buffer b{};
             check(sf_runner_save(r.handle, &b));
             return bytes_of(b);
           })
      .def("restore", [](Runner& r, const std::string& bytes) {
        check(sf_runner_restore(r.handle, bytes.data(), bytes.size()));
      });
}

void define_session(py::module_& m) {
  py::class_<Session, std::shared_ptr<Session>>(m, "Session",
                                                "A fork of a world, and bodies that live in it.")
      .def(py::init([](const World& w, const std::optional<sf_profile>& profile) {
             sf_session s{};
             check(sf_session_create(w.handle, profile_of(profile), &s));
             return std::make_shared<Session>(s);
           }),
           "world"_a, "profile"_a = py::none())
      .def("close", &Session::close)
      .def("add", [](Session& s, const sf_body& b) { check(sf_session_add_body(s.handle, &b)); })
      .def("remove", [](Session& s, std::uint32_t id) { check(sf_session_remove_body(s.handle, id)); })
      .def("body",
           [](const Session& s, std::uint32_t id) {
             sf_body b{};
             b.size = sizeof b;
             check(sf_session_get_body(s.handle, id, &b));
             return b;
           })
      .def("body_ids",
           [](const Session& s) {
             std::uint32_t count = 0;
             check(sf_session_body_ids(s.handle, nullptr, 0, &count));
             std::vector<std::uint32_t> ids(count);
             check(sf_session_body_ids(s.handle, ids.data(), count, &count));
             return ids;
           })
      .def(
          "walk",
          [](Session& s, std::uint32_t id, const Triple& v, float turn) {
            const sf_vec3 w = vec(v);
            check(sf_session_set_walk(s.handle, id, &w, turn));
          },
          "id"_a, "velocity"_a, "turn"_a = 0.0F)
      .def(
          "command",
          [](Session& s, std::uint32_t id, std::uint32_t forward, std::uint32_t sidestep, std::uint32_t turn,
             bool run, std::optional<float> run_rate, std::optional<std::int32_t> jump_skill) {
            sf_motion motion;
            sf_abilities abilities;
            check(sf_motion_defaults(&motion, sizeof motion));
            check(sf_abilities_defaults(&abilities, sizeof abilities));
            motion.forward = forward;
            motion.sidestep = sidestep;
            motion.turn = turn;
            if (run) motion.hold_key = SF_HOLD_RUN;
            abilities.has_run_rate = run_rate ? 1 : 0;
            abilities.run_rate = run_rate.value_or(0);
            abilities.has_jump_skill = jump_skill ? 1 : 0;
            abilities.jump_skill = jump_skill.value_or(0);
            check(sf_session_command(s.handle, id, &motion, &abilities));
          },
          "id"_a, "forward"_a = SF_COMMAND_READY, "sidestep"_a = SF_COMMAND_NONE, "turn"_a = SF_COMMAND_NONE,
          "run"_a = false, "run_rate"_a = py::none(), "jump_skill"_a = py::none())
      .def("jump",
           [](Session& s, std::uint32_t id, float extent) {
             std::uint32_t refusal = 0;
             check(sf_session_jump(s.handle, id, extent, &refusal));
             return refusal;
           })
      .def(
          "tick",
          [](Session& s, float quantum) {
            std::vector<sf_report> reports(256);
            std::uint32_t count = 0;
            unlocked([&] { return sf_session_tick(s.handle, quantum, reports.data(), 256, &count); });
            py::list out;
            for (std::uint32_t i = 0; i < count && i < 256; ++i) out.append(report_dict(reports[i]));
            return out;
          },
          "quantum"_a = 1.0F / 30.0F, "One quantum for everybody; the first 256 reports of touches.")
      .def(
          "positions",
          [](const Session& s) {
            std::uint32_t count = 0;
            check(sf_session_body_ids(s.handle, nullptr, 0, &count));
            std::vector<std::uint32_t> ids(count);
            check(sf_session_body_ids(s.handle, ids.data(), count, &count));
            py::array_t<float> out({static_cast<py::ssize_t>(count), py::ssize_t{3}});
            for (std::uint32_t i = 0; i < count; ++i) {
              sf_body b{};
              b.size = sizeof b;
              check(sf_session_get_body(s.handle, ids[i], &b));
              out.mutable_at(i, 0) = b.position.origin.x;
              out.mutable_at(i, 1) = b.position.origin.y;
              out.mutable_at(i, 2) = b.position.origin.z;
            }
            return out;
          },
          "Origins of all bodies, in the order of body_ids.")
      .def_property_readonly("time",
                             [](const Session& s) {
                               double t = 0;
                               check(sf_session_time(s.handle, &t));
                               return t;
                             })
      .def_property_readonly("hash",
                             [](const Session& s) {
                               std::uint64_t h = 0;
                               check(sf_session_hash(s.handle, &h));
                               return h;
                             })
      .def("save",
           [](const Session& s) {
             sf_buffer b{};
             check(sf_session_save(s.handle, &b));
             return bytes_of(b);
           })
      .def("restore",
           [](Session& s, const std::string& bytes) {
             check(sf_session_restore(s.handle, bytes.data(), bytes.size()));
           })
      .def("world", [](const Session& s) {
        sf_world w{};
        check(sf_session_world(s.handle, &w));
        return std::make_shared<World>(w);
      });
}

}  // namespace

PYBIND11_MODULE(_surefoot, m) {
  // pybind11 says how it is called. NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const Failure& f) {
      const py::object type = py::module_::import("surefoot._errors").attr("Error");
      PyErr_SetObject(type.ptr(), type(sf_status_name(f.status), f.message, f.where).ptr());
    }
  });
  check(sf_check(SF_ABI_VERSION));
  m.def("version", &sf_version);
  m.def("abi_version", &sf_abi_version);
  m.def("struct_sizes", [] { return py::make_tuple(sizeof(sf_request), sizeof(sf_result)); });
  m.def("divergences_json", [] {
    sf_buffer b{};
    check(sf_divergences(&b));
    return text_of(b);
  });
  define_values(m);
  define_world(m);
  define_scenario(m);
  define_session(m);
  m.def("request_defaults", [](py::array requests) {
    std::size_t count = 0;
    auto* all = structs<sf_request>(requests, count);
    for (std::size_t i = 0; i < count; ++i) check(sf_request_defaults(&all[i], sizeof *all));
  });
  m.def("resolve_batch", [](const World& w, py::array requests, py::array results, std::uint32_t threads,
                            const std::optional<sf_profile>& profile) {
    std::size_t count = 0;
    std::size_t room = 0;
    auto* in = structs<sf_request>(requests, count);
    auto* out = structs<sf_result>(results, room);
    if (room != count) throw py::value_error("results are as many as requests");
    for (std::size_t i = 0; i < count; ++i) {
      in[i].walkable = nullptr;  // no address comes from an array
      in[i].entry_policy = nullptr;
      check(sf_result_defaults(&out[i], sizeof *out));
    }
    unlocked([&] { return sf_resolve_batch(w.handle, profile_of(profile), in, out, count, threads); });
  });
}
