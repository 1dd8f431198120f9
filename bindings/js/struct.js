// The C structs of surefoot.h in WebAssembly's memory: 32-bit pointers, little-endian. A layout is a list of fields; offsets and
// sizes follow C's rules, and a test compares the sizes with the engine's own.

const kinds = {
  u32: { size: 4, align: 4, get: (v, p) => v.getUint32(p, true), set: (v, p, x) => v.setUint32(p, x, true) },
  i32: { size: 4, align: 4, get: (v, p) => v.getInt32(p, true), set: (v, p, x) => v.setInt32(p, x, true) },
  f32: { size: 4, align: 4, get: (v, p) => v.getFloat32(p, true), set: (v, p, x) => v.setFloat32(p, x, true) },
  u64: { size: 8, align: 8, get: (v, p) => v.getBigUint64(p, true), set: (v, p, x) => v.setBigUint64(p, x, true) },
  bool: { size: 4, align: 4, get: (v, p) => v.getUint32(p, true) !== 0, set: (v, p, x) => v.setUint32(p, x ? 1 : 0, true) },
};

/** n floats as an array. */
const floats = (n) => ({
  size: 4 * n,
  align: 4,
  get: (v, p) => Array.from({ length: n }, (_, i) => v.getFloat32(p + 4 * i, true)),
  set: (v, p, x) => {
    for (let i = 0; i < n; ++i) v.setFloat32(p + 4 * i, x[i], true);
  },
});

const list = (kind, n) => ({
  size: kind.size * n,
  align: kind.align,
  get: (v, p) => Array.from({ length: n }, (_, i) => kind.get(v, p + kind.size * i)),
  set: (v, p, x) => {
    for (let i = 0; i < Math.min(n, x.length); ++i) kind.set(v, p + kind.size * i, x[i]);
  },
});

const struct = (fields) => {
  let at = 0;
  let align = 1;
  const placed = [];
  for (const [name, kind] of fields) {
    const k = typeof kind === "string" ? kinds[kind] : kind;
    at = Math.ceil(at / k.align) * k.align;
    placed.push([name, k, at]);
    at += k.size;
    align = Math.max(align, k.align);
  }
  const size = Math.ceil(at / align) * align;
  return {
    size,
    align,
    offset: (name) => placed.find(([n]) => n === name)[2],
    get: (v, p) => {
      const out = {};
      for (const [name, k, o] of placed) if (name !== "size") out[name] = k.get(v, p + o);
      return out;
    },
    /** Fields that are not given stay as they are. */
    set: (v, p, x) => {
      for (const [name, k, o] of placed) {
        if (name === "size") k.set(v, p + o, size);
        else if (x[name] !== undefined) k.set(v, p + o, x[name]);
      }
    },
  };
};

const vec3 = floats(3);
const quat = floats(4); // w x y z
const sphere = floats(4); // x y z radius

export const position = struct([["cellId", "u32"], ["origin", vec3], ["rotation", quat]]);
export const contactPlane = struct([["plane", floats(4)], ["cellId", "u32"], ["isWater", "bool"]]);
export const profile = struct([["size", "u32"], ["reserved", "u32"], ["bits", list(kinds.u64, 4)]]);
export const mover = struct([
  ["size", "u32"], ["sphereCount", "u32"], ["spheres", list(sphere, 2)], ["scale", "f32"], ["stepUpHeight", "f32"],
  ["stepDownHeight", "f32"], ["state", "u32"], ["flags", "u32"], ["objectId", "u32"], ["targetId", "u32"], ["reserved", "u32"],
]);
export const state = struct([
  ["size", "u32"], ["transient", "u32"], ["position", position], ["velocity", vec3], ["contactPlane", contactPlane],
  ["slidingNormal", vec3],
]);
export const request = struct([
  ["size", "u32"], ["hasBegin", "bool"], ["mover", mover], ["begin", position], ["end", position], ["objectInfo", "u32"],
  ["contact", "u32"], ["contactPlane", contactPlane], ["hasSlidingNormal", "bool"], ["slidingNormal", vec3],
  ["framesStationaryFall", "i32"], ["options", "u32"], ["walkable", "u32"], ["entryPolicy", "u32"],
]);
export const result = struct([
  ["size", "u32"], ["status", "i32"], ["ok", "bool"], ["cellId", "u32"], ["position", position], ["checkPosition", position],
  ["objectInfo", "u32"], ["velocityKilled", "bool"], ["contactPlaneValid", "bool"], ["contactPlane", contactPlane],
  ["lastKnownContactPlaneValid", "bool"], ["lastKnownContactPlane", contactPlane], ["slidingNormalValid", "bool"],
  ["slidingNormal", vec3], ["collisionNormalValid", "bool"], ["collisionNormal", vec3], ["collidedWithEnvironment", "bool"],
  ["framesStationaryFall", "i32"], ["onWalkable", "bool"], ["lastCollidedObject", "u32"], ["touchedCapacity", "u32"],
  ["touchedCount", "u32"], ["touched", "u32"], ["cells", "u32"], ["cellsCapacity", "u32"], ["cellsCount", "u32"],
]);
export const object = struct([
  ["size", "u32"], ["id", "u32"], ["position", position], ["scale", "f32"], ["state", "u32"], ["weenie", "u32"], ["setup", "u32"],
  ["shape", "u32"], ["radiusHint", "f32"], ["cylinders", "u32"], ["spheres", "u32"], ["cylinderCount", "u32"],
  ["sphereCount", "u32"],
]);
export const run = struct([
  ["size", "u32"], ["ticks", "u32"], ["expectations", "u32"], ["failed", "u32"], ["hash", "u64"], ["end", position],
  ["transient", "u32"], ["movers", "u32"],
]);
export const step = struct([
  ["size", "u32"], ["tick", "u32"], ["tried", "bool"], ["ok", "bool"], ["state", state], ["cellId", "u32"], ["moved", "f32"],
]);
export const body = struct([
  ["size", "u32"], ["transient", "u32"], ["mover", mover], ["position", position], ["velocity", vec3],
  ["contactPlane", contactPlane], ["slidingNormal", vec3], ["acceleration", vec3], ["omega", vec3], ["cachedVelocity", vec3],
  ["friction", "f32"], ["elasticity", "f32"], ["weenie", "u32"], ["inWorld", "bool"], ["hasMotion", "bool"], ["drive", "u32"],
  ["walk", vec3], ["turn", "f32"],
]);
export const motion = struct([
  ["size", "u32"], ["holdKey", "u32"], ["forward", "u32"], ["sidestep", "u32"], ["turn", "u32"], ["forwardSpeed", "f32"],
  ["sidestepSpeed", "f32"], ["turnSpeed", "f32"],
]);
export const abilities = struct([
  ["size", "u32"], ["hasRunRate", "bool"], ["runRate", "f32"], ["hasJumpSkill", "bool"], ["jumpSkill", "i32"], ["load", "f32"],
  ["hasStamina", "bool"], ["stamina", "i32"], ["pkJumpCost", "bool"], ["canJump", "bool"],
]);
export const report = struct([
  ["body", "u32"], ["kind", "u32"], ["toObject", "bool"], ["objectId", "u32"], ["velocity", vec3], ["meInContact", "bool"],
  ["otherInContact", "bool"], ["otherIsMissile", "bool"],
]);
export const geometryOptions = struct([["size", "u32"], ["originCell", "u32"], ["blockRadius", "u32"], ["land", "bool"]]);
export const objectInfo = struct([
  ["size", "u32"], ["id", "u32"], ["position", position], ["scale", "f32"], ["state", "u32"], ["transient", "u32"],
  ["weenie", "u32"], ["setup", "u32"], ["inWorld", "bool"],
]);
