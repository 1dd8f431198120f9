// Rapier's kinematic character controller over the same triangles.
import RAPIER from "@dimforge/rapier3d-compat";

export async function rapier() {
  await RAPIER.init();
  return (world, script) => {
    const w = new RAPIER.World({ x: 0, y: 0, z: -9.8 });
    w.createCollider(RAPIER.ColliderDesc.trimesh(world.vertices, world.triangles));
    const { radius, height, step_up: stepUp, step_down: stepDown, floor_z: floorZ } = world.character;
    const body = w.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
    const half = Math.SQRT1_2;
    const collider = w.createCollider(
      RAPIER.ColliderDesc.capsule(height / 2 - radius, radius).setRotation({ x: half, y: 0, z: 0, w: half }), body);
    const c = w.createCharacterController(0.01);
    c.setUp({ x: 0, y: 0, z: 1 });
    c.setMaxSlopeClimbAngle(Math.acos(floorZ));
    c.enableAutostep(stepUp, 0.1, false);
    c.enableSnapToGround(stepDown);
    w.step();
    let [x, y, z, fall] = [0, 0, 0, 0];
    const set = () => {
      body.setTranslation({ x, y, z: z + height / 2 }, false);
      w.propagateModifiedBodyPositionsToColliders();
    };
    return {
      teleport(tx, ty, tz) {
        [x, y, z, fall] = [tx, ty, tz, 0];
        set();
      },
      step(vx, vy) {
        fall = c.computedGrounded() ? 0 : fall - 9.8 * script.dt;
        c.computeColliderMovement(collider, { x: vx * script.dt, y: vy * script.dt, z: fall * script.dt });
        const m = c.computedMovement();
        x += m.x;
        y += m.y;
        z += m.z;
        set();
      },
      feet: () => [x, y, z],
      close: () => w.free(),
    };
  };
}
