// The bench data (bench/README.md): worlds as polygons, walks as scripts; numbers are bit patterns of 32-bit floats.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const shared = path.join(process.env.SUREFOOT_SHARED ?? path.join(root, "../shared"), "bench");
export const haveData = fs.existsSync(shared);

const scratch = new DataView(new ArrayBuffer(4));
export const fromBits = (bits) => {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
};

export function readWorld(name) {
  const j = JSON.parse(fs.readFileSync(path.join(shared, "worlds", `${name}.json`), "utf8"));
  const bits = j.vertex_bits.flat();
  const vertices = Float32Array.from(bits, fromBits);
  const triangles = [];
  for (const p of j.polygons) for (let i = 2; i < p.length; ++i) triangles.push(p[0], p[i - 1], p[i]);
  return { ...j, name, bits, vertices, triangles: Uint32Array.from(triangles) };
}

/** {dt, lines: [[teleport 0|1, x, y, z]], steps} */
export function readScript(name) {
  const out = { dt: 0, lines: [], steps: 0 };
  for (const line of fs.readFileSync(path.join(shared, "scripts", `${name}.txt`), "utf8").split("\n")) {
    const [kind, ...words] = line.trim().split(/\s+/);
    const v = words.map((w) => fromBits(parseInt(w, 16)));
    if (kind === "dt") [out.dt] = v;
    else if (kind === "T") out.lines.push([1, v[0], v[1], v[2]]);
    else if (kind === "S") {
      out.lines.push([0, v[0], v[1], 0]);
      ++out.steps;
    }
  }
  return out;
}

/** hash of each row, as the native benchmark has it. */
export function expectedHashes() {
  const out = {};
  for (const line of fs.readFileSync(path.join(root, "bench/expected-hashes.txt"), "utf8").split("\n")) {
    const found = /^(\S+)\s+(0x[0-9a-f]{16})/.exec(line);
    if (found) out[found[1]] = found[2];
  }
  return out;
}
