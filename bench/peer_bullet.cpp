// Bullet's kinematic character controller: a capsule of the same size over the same triangles.
#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletCollisionCommon.h>

#include <cmath>

#include "bench/peer.hpp"

namespace surefoot::bench {

namespace {

constexpr float kGravityOfAll = 9.8F;  // m/s², ours too
constexpr float kJumpSpeed = 4.0F;     // m/s

btVector3 to_bullet(const Vec3& v) {
  return {v.x, v.y, v.z};
}

/// Polygons as fans of triangles, in one bounding volume hierarchy.
class Ground {
 public:
  explicit Ground(const WalkWorld& world) {
    for (const Vec3& v : world.vertices) {
      for (const float f : {v.x, v.y, v.z}) points_.push_back(f);
    }
    for (const auto& p : world.polygons) {
      for (std::size_t i = 2; i < p.size(); ++i) {
        for (const std::uint32_t v : {p[0], p[i - 1], p[i]}) indices_.push_back(static_cast<int>(v));
      }
    }
    constexpr int kTriangle = 3 * sizeof(int);
    constexpr int kPoint = 3 * sizeof(float);
    mesh_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(indices_.size() / 3), indices_.data(), kTriangle,
        static_cast<int>(points_.size() / 3), points_.data(), kPoint);
    shape_ = std::make_unique<btBvhTriangleMeshShape>(mesh_.get(), true);
    object_.setCollisionShape(shape_.get());
  }
  [[nodiscard]] btCollisionObject& object() { return object_; }

 private:
  std::vector<float> points_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> mesh_;
  std::unique_ptr<btBvhTriangleMeshShape> shape_;
  btCollisionObject object_;
};

class BulletWalk final : public PeerWalk {
 public:
  BulletWalk(const WalkWorld& data, const Script& script)
      : script_(script),
        ground_(data),
        half_height_(0.5F * data.character.height),
        capsule_(data.character.radius, data.character.height - 2.0F * data.character.radius),
        controller_(&ghost_, &capsule_, data.character.step_up, btVector3(0.0F, 0.0F, 1.0F)) {
    pairs_.getOverlappingPairCache()->setInternalGhostPairCallback(&ghost_pairs_);
    ghost_.setCollisionShape(&capsule_);
    ghost_.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
    world_.addCollisionObject(&ground_.object(), btBroadphaseProxy::StaticFilter,
                              btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter);
    add_character();
    controller_.setGravity(btVector3(0.0F, 0.0F, -kGravityOfAll));
    controller_.setMaxSlope(std::acos(data.character.floor_z));
  }
  ~BulletWalk() override {
    world_.removeCollisionObject(&ghost_);
    world_.removeCollisionObject(&ground_.object());
  }

  [[nodiscard]] std::string name() const override { return "bullet"; }
  void pass() override {
    for (const ScriptLine& line : script_.lines) {
      if (line.kind == ScriptLine::Kind::teleport) {
        teleport(line.v);
        continue;
      }
      controller_.setWalkDirection(to_bullet(line.v) * script_.dt);
      if (line.jump && controller_.onGround()) controller_.jump(btVector3(0.0F, 0.0F, kJumpSpeed));
      controller_.updateAction(&world_, script_.dt);
    }
  }
  [[nodiscard]] Vec3 feet() const override {
    const btVector3& at = ghost_.getWorldTransform().getOrigin();
    return {at.x(), at.y(), at.z() - half_height_};
  }

 private:
  /// `reset` drops the pair of character and ground as well as the speed of the fall. Without the pair the controller
  /// never looks for penetration again and is a third faster, so the character is put into the world anew.
  void teleport(const Vec3& feet) {
    controller_.reset(&world_);
    world_.removeCollisionObject(&ghost_);
    controller_.warp(to_bullet(feet) + btVector3(0.0F, 0.0F, half_height_));
    add_character();
  }
  void add_character() {
    world_.addCollisionObject(&ghost_, btBroadphaseProxy::CharacterFilter,
                              btBroadphaseProxy::StaticFilter | btBroadphaseProxy::DefaultFilter);
  }

  const Script& script_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btGhostPairCallback ghost_pairs_;
  btDbvtBroadphase pairs_;
  btCollisionWorld world_{&dispatcher_, &pairs_, &configuration_};
  Ground ground_;
  float half_height_;
  btCapsuleShapeZ capsule_;
  btPairCachingGhostObject ghost_;
  btKinematicCharacterController controller_;
};

}  // namespace

std::vector<std::unique_ptr<PeerWalk>> make_peers(const WalkWorld& world, const Script& script) {
  std::vector<std::unique_ptr<PeerWalk>> out;
  out.push_back(std::make_unique<BulletWalk>(world, script));
  return out;
}

}  // namespace surefoot::bench
