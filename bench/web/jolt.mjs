// Jolt's CharacterVirtual with ExtendedUpdate, over the same triangles: a capsule of the same size.
import init from "jolt-physics";

const kStill = 0;
const kMoving = 1;

export async function jolt() {
  const Jolt = await init();
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(kStill, kMoving);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  const [still, moving] = [new Jolt.BroadPhaseLayer(0), new Jolt.BroadPhaseLayer(1)];
  layers.MapObjectToBroadPhaseLayer(kStill, still);
  layers.MapObjectToBroadPhaseLayer(kMoving, moving);
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const jolt = new Jolt.JoltInterface(settings);
  const system = jolt.GetPhysicsSystem();
  const bodies = system.GetBodyInterface();
  const gravity = new Jolt.Vec3(0, 0, -9.8);
  system.SetGravity(gravity);
  const up = new Jolt.Vec3(0, 0, 1);

  return (world, script) => {
    const triangles = new Jolt.TriangleList();
    const count = world.triangles.length / 3;
    triangles.resize(count);
    for (let i = 0; i < count; ++i) {
      const t = triangles.at(i);
      for (let k = 0; k < 3; ++k) {
        const v = t.get_mV(k);
        const o = 3 * world.triangles[3 * i + k];
        v.x = world.vertices[o];
        v.y = world.vertices[o + 1];
        v.z = world.vertices[o + 2];
      }
    }
    const shape = new Jolt.MeshShapeSettings(triangles, new Jolt.PhysicsMaterialList()).Create().Get();
    const creation = new Jolt.BodyCreationSettings(shape, new Jolt.RVec3(0, 0, 0), Jolt.Quat.prototype.sIdentity(), Jolt.EMotionType_Static, kStill);
    const ground = bodies.CreateBody(creation);
    bodies.AddBody(ground.GetID(), Jolt.EActivation_DontActivate);
    system.OptimizeBroadPhase();

    const { radius, height, step_up: stepUp, step_down: stepDown, floor_z: floorZ } = world.character;
    const capsule = new Jolt.CapsuleShape(height / 2 - radius, radius);
    const turned = new Jolt.RotatedTranslatedShapeSettings(
      new Jolt.Vec3(0, 0, height / 2), Jolt.Quat.prototype.sRotation(new Jolt.Vec3(1, 0, 0), Math.PI / 2), new Jolt.CapsuleShapeSettings(height / 2 - radius, radius)).Create().Get();
    void capsule;
    const s = new Jolt.CharacterVirtualSettings();
    s.mUp = up;
    s.mMaxSlopeAngle = Math.acos(floorZ);
    s.mShape = turned;
    s.mSupportingVolume = new Jolt.Plane(up, -radius);
    const character = new Jolt.CharacterVirtual(s, new Jolt.RVec3(0, 0, 0), Jolt.Quat.prototype.sIdentity(), system);
    const update = new Jolt.ExtendedUpdateSettings();
    update.mStickToFloorStepDown = new Jolt.Vec3(0, 0, -stepDown);
    update.mWalkStairsStepUp = new Jolt.Vec3(0, 0, stepUp);
    const broad = new Jolt.DefaultBroadPhaseLayerFilter(jolt.GetObjectVsBroadPhaseLayerFilter(), kMoving);
    const layer = new Jolt.DefaultObjectLayerFilter(jolt.GetObjectLayerPairFilter(), kMoving);
    const bodyFilter = new Jolt.BodyFilter();
    const shapeFilter = new Jolt.ShapeFilter();
    const memory = jolt.GetTempAllocator();
    const velocity = new Jolt.Vec3(0, 0, 0);
    const place = new Jolt.RVec3(0, 0, 0);
    let fall = 0;
    return {
      teleport(x, y, z) {
        place.Set(x, y, z);
        character.SetPosition(place);
        fall = 0;
        velocity.Set(0, 0, 0);
        character.SetLinearVelocity(velocity);
        character.RefreshContacts(broad, layer, bodyFilter, shapeFilter, memory);
      },
      step(vx, vy) {
        const onGround = character.GetGroundState() === Jolt.EGroundState_OnGround;
        fall = onGround ? 0 : fall - 9.8 * script.dt;
        velocity.Set(vx, vy, fall);
        character.SetLinearVelocity(velocity);
        character.ExtendedUpdate(script.dt, gravity, update, broad, layer, bodyFilter, shapeFilter, memory);
      },
      feet() {
        const p = character.GetPosition();
        return [p.GetX(), p.GetY(), p.GetZ()];
      },
      close() {
        bodies.RemoveBody(ground.GetID());
        bodies.DestroyBody(ground.GetID());
      },
    };
  };
}
