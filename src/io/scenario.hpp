// The `surefoot-scenario/1` format (spec 07 §7): a mover, a world, inputs, and what is expected of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "body/motion_state.hpp"
#include "body/placement.hpp"
#include "core/divergence.hpp"
#include "core/error.hpp"
#include "io/json.hpp"
#include "world/entry_policy.hpp"
#include "world/world.hpp"

namespace surefoot::io {

/// What the next step of a resolve scenario starts from.
enum class Carry : std::uint8_t { all, position, none };

/// Something that happens to an object between two steps. All parts that are given happen, in this order.
struct WorldChange {
  std::uint32_t object = 0;
  std::shared_ptr<const PhysicsObject> add;  ///< it enters the world
  std::uint32_t set_state = 0;               ///< PhysicsState bits, as by a state message
  std::uint32_t clear_state = 0;
  std::optional<bool> ethereal;      ///< the animation hook: closing waits until nobody stands in the way
  std::optional<Position> position;  ///< it stands elsewhere now
  bool remove = false;
};

/// One step, repeated `ticks` times.
struct Input {
  std::uint32_t ticks = 1;
  std::vector<WorldChange> world;  ///< before the first of the ticks
};

/// Metres.
struct ResolveInput : Input {
  std::optional<Vec3> offset;     ///< added to the present position
  std::optional<Vec3> target;     ///< or an absolute one, in the block of `to_cell` or of the present cell
  std::optional<CellId> to_cell;  ///< cell the wished position is given in
  Carry carry = Carry::all;
  std::optional<bool> on_ground;  ///< sets or clears CONTACT|ON_WALKABLE for this step; absent: as carried
};

/// What a body is told before the first of the ticks: set down first, then the rest in this order. What is not given
/// goes on as it was.
struct BodyInput : Input {
  float dt = kTickQuantum;    ///< seconds, of every tick
  std::optional<float> gap;   ///< or seconds on a host's clock a tick: the client's rule makes quanta of it
  std::optional<Vec3> walk;   ///< m/s, body axes
  std::optional<float> turn;  ///< rad/s about the body's z axis
  std::optional<RawMotion> command;  ///< what its keys say, instead of `walk` and `turn`; held until changed
  std::optional<Vec3> omega;         ///< rad/s, world axes
  std::optional<Vec3> set_velocity;
  std::optional<Vec3> add_velocity;
  std::optional<float> jump_vz;  ///< m/s upward; told in the air it waits for the next leaving of the ground
  std::optional<float> jump_power;  ///< 0..1 of what the mover can; refused where the client refuses it
  std::optional<SetPositionRequest> set_position;
  bool teleport = false;                   ///< the set_position is one from the network
  std::optional<Frame> root_motion;        ///< delta of each tick, instead of the walk
  std::optional<Position> interpolate_to;  ///< where the network says it is: it goes there (spec 06 §13)
  bool keep_heading = false;               ///< on its way there
};

/// When an expectation is looked at.
struct ExpectAt {
  enum class Kind : std::uint8_t { end, tick, range, all, some };
  Kind kind = Kind::end;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

enum class ExpectOp : std::uint8_t { bits, eq, near, lt, le, gt, ge, in, has, lacks };

/// The right side of an expectation: floats (1 to 4 of them), an integer, a boolean or a text.
using ExpectValue = std::variant<std::vector<float>, std::uint32_t, bool, std::string>;

struct Expect {
  ExpectAt at;
  std::string field;
  std::optional<std::uint32_t> integer;  ///< of `eq`: the number as written, where a word is compared
  ExpectOp op = ExpectOp::eq;
  ExpectValue value;
  float tolerance = 0.0F;  ///< of `near`, per component
  std::string because;     ///< a spec section, printed on failure
  bool port = false;       ///< documents a port's behaviour under a profile
  std::string pointer;     ///< its place in the file
};

/// Many movers of one shape, each an object the others meet: they walk to one point by resolves, or each its way as a
/// body.
struct Crowd {
  std::vector<PhysicsObject> members;  ///< in the order they enter the world and move
  std::vector<Body> bodies;            ///< one a member, or none; then `target` and `step` are not looked at
  float dt = kTickQuantum;             ///< seconds a tick, of bodies
  Vec3 target;                         ///< horizontal, in the landblock of the first member
  float step = 0.0F;                   ///< metres a tick
  std::uint32_t ticks = 0;
};

enum class Mode : std::uint8_t { resolve, body, crowd };

struct Scenario {
  Mode mode = Mode::resolve;
  std::string name;
  std::string about;
  std::string source;
  std::vector<std::string> pins;
  std::string path;  ///< of the file, "" for one read from text
  std::shared_ptr<const World> world;
  std::uint64_t world_hash = 0;
  Profile profile;
  Mover mover;
  Abilities abilities;                                   ///< of a body that is commanded or jumps by power
  std::optional<std::int32_t> run_skill;                 ///< what its run rate is worked out from
  Body body;                                             ///< of resolve scenarios the part a resolve reads
  std::optional<ContactPlane> last_known_contact_plane;  ///< of the first step only; retail bodies have none
  Plane walkable_plane;                                  ///< seed for the ports that have one
  std::vector<Vec3> walkable_vertices;
  Vec3 walkable_up{0.0F, 0.0F, 1.0F};
  std::vector<ResolveInput> inputs;           ///< of mode resolve
  std::shared_ptr<const EntryPolicy> guards;  ///< of mode resolve; null: every cell is open
  std::vector<BodyInput> body_inputs;         ///< of mode body
  std::optional<PhysicsObject> mover_object;  ///< the mover as others meet it; absent: nobody does
  std::optional<Crowd> crowd;                 ///< of mode crowd, instead of body and inputs
  std::vector<Expect> expects;
  std::string golden;  ///< path of a surefoot-trace/1 file, "" = none

  [[nodiscard]] std::size_t input_count() const { return inputs.size() + body_inputs.size(); }
  [[nodiscard]] const Input& input(std::size_t i) const;
  [[nodiscard]] std::uint32_t total_ticks() const;
  /// Whether running it changes its world: then every run needs a fork of its own.
  [[nodiscard]] bool changes_world() const;
};

/// More movers than this in one crowd are refused.
inline constexpr std::size_t kMaxCrowd = 10'000;

/// More ticks than this in one scenario are refused.
inline constexpr std::uint32_t kMaxTicks = 1'000'000;

struct ScenarioOptions {
  std::string world;  ///< path of a world that takes the place of the scenario's own; "" = its own
  TreeForm form = TreeForm::flat;  ///< what the world's trees are walked as
};

[[nodiscard]] Expected<Scenario> read_scenario(const std::string& path, const ScenarioOptions& options = {});

/// `base_dir` is where relative file names start.
[[nodiscard]] Expected<Scenario> read_scenario_text(std::string_view text, const std::string& base_dir,
                                                    const ScenarioOptions& options = {});

}  // namespace surefoot::io
