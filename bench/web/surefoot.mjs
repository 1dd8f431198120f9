// Our walk: one body in a session. Calls go straight to the module: what a game loop would do.
import { load } from "../../bindings/js/index.js";
import * as struct from "../../bindings/js/struct.js";

const kRoom = 0x00010100;
const kLand = 0x01010001;
const hex = (bits) => `0x${(bits >>> 0).toString(16).padStart(8, "0")}`;

/** Terrain in land cells; finer terrain is a room of triangles. */
const isLand = (w) => w.diagonal_sw_ne?.length === 8;

function worldText(w) {
  if (isLand(w)) {
    const at = new Map();
    for (let i = 0; i < w.vertices.length; i += 3) at.set(`${w.vertices[i]},${w.vertices[i + 1]}`, w.bits[i + 2]);
    const z = [];
    for (let x = 0; x < 9; ++x) for (let y = 0; y < 9; ++y) z.push(hex(at.get(`${24 * x},${24 * y}`)));
    return JSON.stringify({
      format: "surefoot-world/1", name: w.name, landblocks: [{ id: "0x0101", z, split: w.diagonal_sw_ne.flat().map(Number) }],
    });
  }
  const vertices = [];
  for (let i = 0; i < w.bits.length; i += 3) vertices.push([hex(w.bits[i]), hex(w.bits[i + 1]), hex(w.bits[i + 2])]);
  const low = vertices.length;
  // The portal without which a cell holds no point, far below.
  vertices.push([0, 0, -1e6], [1, 0, -1e6], [0, 1, -1e6]);
  return JSON.stringify({
    format: "surefoot-world/1", name: w.name,
    cells: [{
      id: kRoom,
      shape: {
        vertices, polygons: [{ id: 0, v: [low, low + 1, low + 2] }], portals: [0],
        physics_polygons: w.polygons.map((v) => ({ v })), physics_bsp: "build", cell_bsp: "none",
      },
      portals: [{ polygon: 0, to: 0x1f0, to_portal: -1 }],
    }],
  });
}

export async function surefoot() {
  const sf = await load();
  const m = sf._calls;
  return (world, script) => {
    const made = sf.worldFromJson(worldText(world));
    const session = made.session();
    made.close();
    const [low, high] = session.handle;
    const mover = sf.mover({ radius: 0.48, stepUpHeight: 0.6, stepDownHeight: 1.5, objectId: 1 });
    mover.sphereCount = 2;
    mover.spheres = [[0, 0, 0.48, 0.48], [0, 0, Math.fround(1.355), 0.48]];
    const cell = isLand(world) ? kLand : kRoom;
    const walk = m._malloc(12);
    const body = m._malloc(struct.body.size);
    let there = false;
    const teleport = (x, y, z) => {
      if (there) session.remove(1);
      there = true;
      const at = cell === kLand ? (0x01010000 | (1 + 8 * Math.floor(x / 24) + Math.floor(y / 24))) >>> 0 : cell;
      session.add(sf.body(mover, { cellId: at, origin: [x, y, z] }));
    };
    const check = (status) => {
      if (status !== 0) sf._check(status);
    };
    const step = (vx, vy) => {
      const floats = m.HEAPF32;
      floats[walk >> 2] = vx;
      floats[(walk >> 2) + 1] = vy;
      floats[(walk >> 2) + 2] = 0;
      check(m._sf_session_set_walk(low, high, 1, walk, 0));
      check(m._sf_session_tick(low, high, script.dt, 0, 0, 0));
    };
    return {
      teleport,
      step,
      feet: () => session.body(1).position.origin,
      hash() {
        // A state a step, in the engine's memory.
        const size = struct.state.size;
        const states = m._malloc(size * script.steps);
        let n = 0;
        for (const [isTeleport, x, y, z] of script.lines) {
          if (isTeleport) {
            teleport(x, y, z);
            continue;
          }
          step(x, y);
          const b = session.body(1);
          struct.state.set(sf._view, states + size * n++, b);
        }
        const p = m._malloc(8);
        check(m._sf_hash_states(states, n, p));
        const hash = sf._view.getBigUint64(p, true);
        m._free(p);
        m._free(states);
        return `0x${hash.toString(16).padStart(16, "0")}`;
      },
      close() {
        m._free(walk);
        m._free(body);
        session.close();
      },
    };
  };
}
