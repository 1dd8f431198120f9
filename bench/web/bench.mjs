// The six walks in Node, ours beside others': passes alternate, so that what else the machine does meets all.
//
//   node bench/web/bench.mjs [--seconds S] [--filter TEXT] [--json]
//
// Prints steps per second of each (median pass), our ratio to each, and our hash, which must be the native one
// (bench/expected-hashes.txt): exit 1 when it is not.
import { expectedHashes, haveData, readScript, readWorld } from "./data.mjs";

const rows = ["flat24", "hilly24", "flat2", "hilly2", "stairs", "maze"];
const argument = (name, fallback) => {
  const i = process.argv.indexOf(name);
  return i < 0 ? fallback : process.argv[i + 1];
};
const seconds = Number(argument("--seconds", "2"));
const filter = argument("--filter", "");
const asJson = process.argv.includes("--json");

if (!haveData) {
  console.log("SKIPPED: the bench data is not there ($SUREFOOT_SHARED/bench, bench/README.md)");
  process.exit(0);
}

const engines = {};
for (const name of ["surefoot", "jolt", "physx", "rapier"]) {
  try {
    engines[name] = await (await import(`./${name}.mjs`))[name]();
  } catch (error) {
    console.error(`${name} is left out: ${error.message}`);
  }
}

function pass(walk, script) {
  const began = process.cpuUsage();
  for (const line of script.lines) {
    if (line[0]) walk.teleport(line[1], line[2], line[3]);
    else walk.step(line[1], line[2]);
  }
  const used = process.cpuUsage(began);
  return script.steps / ((used.user + used.system) * 1e-6);
}
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const expected = expectedHashes();
let wrong = 0;
for (const row of rows.filter((r) => r.includes(filter))) {
  const world = readWorld(row);
  const script = readScript(row);
  const walks = {};
  for (const [name, make] of Object.entries(engines)) {
    try {
      walks[name] = make(world, script);
      pass(walks[name], script); // warm
    } catch (error) {
      console.error(`${row}: ${name} is left out: ${error.message}`);
      delete walks[name];
    }
  }
  const speeds = Object.fromEntries(Object.keys(walks).map((n) => [n, []]));
  const end = performance.now() + 1000 * seconds * Object.keys(walks).length;
  do {
    for (const name of Object.keys(walks)) speeds[name].push(pass(walks[name], script));
  } while (performance.now() < end);
  const out = { name: row, steps_per_s: {}, ratio: {}, end: {} };
  for (const name of Object.keys(walks)) {
    out.steps_per_s[name] = Math.round(median(speeds[name]));
    out.end[name] = walks[name].feet().map((v) => Number(v.toFixed(3)));
  }
  for (const name of Object.keys(walks)) {
    if (name !== "surefoot") out.ratio[name] = Number((out.steps_per_s.surefoot / out.steps_per_s[name]).toFixed(2));
  }
  if (walks.surefoot) {
    out.hash = walks.surefoot.hash();
    out.same_as_native = out.hash === expected[row];
    wrong += out.same_as_native ? 0 : 1;
  }
  for (const walk of Object.values(walks)) walk.close();
  if (asJson) console.log(JSON.stringify(out));
  else
    console.log(
      `${row.padEnd(8)} ${Object.entries(out.steps_per_s).map(([n, v]) => `${n} ${v}/s${n === "surefoot" ? "" : ` (×${out.ratio[n]})`}`).join("  ")}  ${out.hash} ${out.same_as_native ? "as native" : `NOT native (${expected[row]})`}`);
}
process.exit(wrong ? 1 : 0);
