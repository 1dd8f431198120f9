// PhysX' capsule controller over the same triangles. The package is built for browsers: Node is hidden from it while it loads.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

async function loadModule() {
  const file = createRequire(import.meta.url).resolve("physx-js-webidl");
  const { node } = process.versions;
  const type = process.type;
  const made = [];
  const stub = (name, value) => {
    if (name in globalThis) return;
    globalThis[name] = value;
    made.push(name);
  };
  Object.defineProperty(process.versions, "node", { value: undefined, configurable: true });
  process.type = "renderer";
  const location = { href: pathToFileURL(file).href };
  stub("window", globalThis);
  stub("self", globalThis);
  stub("document", { currentScript: { src: location.href } });
  stub("location", location);
  try {
    const init = (await import(pathToFileURL(file).href)).default;
    return await init({ wasmBinary: fs.readFileSync(path.join(path.dirname(file), "physx-js-webidl.wasm")) });
  } finally {
    Object.defineProperty(process.versions, "node", { value: node, configurable: true });
    process.type = type;
    for (const name of made) delete globalThis[name];
  }
}

export async function physx() {
  const P = await loadModule();
  const foundation = P.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
  const scale = new P.PxTolerancesScale();
  const physics = P.CreatePhysics(P.PHYSICS_VERSION, foundation, scale);
  const material = physics.createMaterial(0.5, 0.5, 0.1);

  return (world, script) => {
    const sceneDesc = new P.PxSceneDesc(scale);
    sceneDesc.set_gravity(new P.PxVec3(0, 0, -9.8));
    sceneDesc.set_cpuDispatcher(P.DefaultCpuDispatcherCreate(0));
    sceneDesc.set_filterShader(P.DefaultFilterShader());
    const scene = physics.createScene(sceneDesc);

    const points = new P.PxArray_PxVec3(world.vertices.length / 3);
    for (let i = 0; i < world.vertices.length / 3; ++i)
      points.set(i, new P.PxVec3(world.vertices[3 * i], world.vertices[3 * i + 1], world.vertices[3 * i + 2]));
    const indices = new P.PxArray_PxU32(world.triangles.length);
    world.triangles.forEach((v, i) => indices.set(i, v));
    const desc = new P.PxTriangleMeshDesc();
    desc.points.count = points.size();
    desc.points.stride = 12;
    desc.points.data = points.begin();
    desc.triangles.count = world.triangles.length / 3;
    desc.triangles.stride = 12;
    desc.triangles.data = indices.begin();
    const mesh = P.CreateTriangleMesh(new P.PxCookingParams(scale), desc);
    const flags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSCENE_QUERY_SHAPE | P.PxShapeFlagEnum.eSIMULATION_SHAPE);
    const shape = physics.createShape(new P.PxTriangleMeshGeometry(mesh), material, true, flags);
    const ground = physics.createRigidStatic(new P.PxTransform(P.PxIDENTITYEnum.PxIdentity));
    shape.setSimulationFilterData(new P.PxFilterData(1, 1, 0, 0));
    ground.attachShape(shape);
    scene.addActor(ground);

    const { radius, height, step_up: stepUp, floor_z: floorZ } = world.character;
    const manager = P.CreateControllerManager(scene);
    const c = new P.PxCapsuleControllerDesc();
    c.height = height - 2 * radius;
    c.radius = radius;
    c.stepOffset = stepUp;
    c.slopeLimit = floorZ;
    c.contactOffset = 0.05;
    c.upDirection = new P.PxVec3(0, 0, 1);
    c.climbingMode = P.PxCapsuleClimbingModeEnum.eCONSTRAINED;
    c.nonWalkableMode = P.PxControllerNonWalkableModeEnum.ePREVENT_CLIMBING;
    c.material = material;
    const controller = manager.createController(c);
    const filters = new P.PxControllerFilters();
    const wish = new P.PxVec3(0, 0, 0);
    const place = new P.PxExtendedVec3(0, 0, 0);
    let fall = 0;
    let grounded = false;
    return {
      teleport(x, y, z) {
        place.set_x(x);
        place.set_y(y);
        place.set_z(z);
        controller.setFootPosition(place);
        fall = 0;
        grounded = false;
      },
      step(vx, vy) {
        fall = grounded ? -1 : fall - 9.8 * script.dt;
        wish.set_x(vx * script.dt);
        wish.set_y(vy * script.dt);
        wish.set_z(fall * script.dt);
        grounded = controller.move(wish, 0.0001, script.dt, filters).isSet(P.PxControllerCollisionFlagEnum.eCOLLISION_DOWN);
      },
      feet() {
        const p = controller.getFootPosition();
        return [p.get_x(), p.get_y(), p.get_z()];
      },
      close: () => scene.release(),
    };
  };
}
