// The package in Node: the shipped scenarios by native hash, walks, geometry, saved states, misuse, size.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

import { load, SurefootError } from "../index.js";
import * as struct from "../struct.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const kRoom = 0x01010100;
const sf = await load();

const filesBelow = (folder) =>
  fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((e) => {
    const name = `${folder}/${e.name}`;
    return e.isDirectory() ? filesBelow(name) : [name];
  });
for (const name of filesBelow("worlds")) sf.writeFile(name, fs.readFileSync(path.join(root, name)));
const room = () => sf.worldFromFile("worlds/plain-room.world.json");
const human = (more = {}) => sf.mover({ radius: 0.48, height: 1.835, stepUpHeight: 0.6, stepDownHeight: 1.5, ...more });
const statusOf = (call) => {
  try {
    call();
    return "SF_OK";
  } catch (error) {
    if (!(error instanceof SurefootError)) throw error;
    return error.status;
  }
};

test("every scenario has its native hash", () => {
  const golden = fs.readFileSync(path.join(root, "tests/golden/scenario-hashes.txt"), "utf8").trim().split("\n");
  let lines = "";
  for (const [name, expected] of golden.map((line) => line.split(" "))) {
    const scenario = sf.scenarioFromFile(`worlds/${name}.scenario.json`);
    const run = scenario.run();
    scenario.close();
    lines += `${name} ${run.hash}\n`;
    assert.equal(run.hash, expected, name);
    assert.equal(run.failed, 0, name);
  }
  if (process.env.SUREFOOT_HASHES) fs.writeFileSync(process.env.SUREFOOT_HASHES, lines);
});

test("the layouts are the engine's", () => {
  for (const [layout, call] of [["mover"], ["state"], ["request"], ["result"], ["body"], ["motion"], ["abilities"], ["object"], ["profile"]]
    .map(([name]) => [struct[name], `_sf_${name}_defaults`])) {
    const p = sf._calls._malloc(layout.size + 64);
    assert.equal(sf._calls[call](p, layout.size), 0, call);
    assert.equal(new DataView(sf._calls.HEAPU8.buffer).getUint32(p, true), layout.size, call);
    sf._calls._free(p);
  }
});

test("a walk ends at the wall, and says why", () => {
  const world = room();
  const state = sf.standing(kRoom, [15, 10, 0]);
  const walker = world.walker(human(), state);
  for (let i = 0; i < 60; ++i) {
    const [x, y, z] = state.position.origin;
    world.move(human(), state, { ...state.position, origin: [Math.fround(x + Math.fround(0.1)), y, z] });
    walker.step(Math.fround(0.1), 0, 0);
  }
  const x = state.position.origin[0];
  assert.ok(x > 19.3 && x < 19.5202);
  assert.deepEqual(walker.state, state);
  walker.close();
  const why = world.explain(human(), state, { ...state.position, origin: [x + 0.1, 10, 0] }, "ace");
  assert.ok(why.rule && why.summary && why.tree.length);
  world.close();
});

test("a scenario is traced, explained, stepped and gone back to", () => {
  const text = fs.readFileSync(path.join(root, "worlds/roof-landing.scenario.json"), "utf8");
  const scenario = sf.scenarioFromJson(text, "worlds");
  const info = scenario.info();
  const trace = scenario.trace();
  assert.equal(trace.steps.length, info.ticks);
  assert.equal(trace.hash, scenario.run().hash);
  assert.equal(scenario.explain(3).rule, trace.steps[3].rule);
  const runner = scenario.runner();
  for (let i = 0; i < 10; ++i) runner.step();
  const saved = runner.save();
  const rest = () => {
    let last;
    for (let s = runner.step(); s; s = runner.step()) last = s;
    return last;
  };
  const end = rest();
  runner.restore(saved);
  assert.equal(runner.stepExplained().why.rule, trace.steps[10].rule);
  assert.deepEqual(rest(), end);
  assert.deepEqual(end.state.position.origin.map(Math.fround), trace.steps.at(-1).position.map(Math.fround));
  runner.close();
  const world = scenario.world();
  const geometry = world.geometry({ originCell: Number(info.start.cell) });
  assert.ok(geometry.groups.length > 0);
  assert.equal(geometry.triangles.length, 9 * geometry.polygons.length);
  assert.equal(geometry.groups.reduce((n, g) => n + g.count, 0), geometry.polygons.length);
  world.close();
  scenario.close();
});

test("a session comes back from a saved state", () => {
  const world = room();
  const session = world.session();
  world.close();
  session.add(sf.body(human({ objectId: 1 }), { cellId: kRoom, origin: [5, 5, 0] }, { weenie: 7 }));
  session.placeObject({ id: 9, position: { cellId: kRoom, origin: [5, 9, 0] }, spheres: [[0, 0, 1, 1]] });
  session.walk(1, [0, 3, 0]);
  const reports = [];
  const ticks = (n) => {
    for (let i = 0; i < n; ++i) reports.push(...session.tick());
  };
  ticks(30);
  const saved = session.save();
  ticks(30);
  const { hash } = session;
  session.restore(saved);
  ticks(30);
  assert.equal(session.hash, hash);
  assert.ok(reports.some((r) => r.kind === 0 && r.objectId === 9));
  assert.ok(session.body(1).position.origin[1] > 6);
  session.command(1, { forward: 0x44000007 }, { hasJumpSkill: true, jumpSkill: 100 });
  assert.equal(session.jump(1, 1), 0);
  assert.deepEqual(session.bodyIds(), [1]);
  assert.equal(statusOf(() => session.restore(saved.slice(1))), "SF_ERROR_UNKNOWN_FORMAT");
  session.close();
});

test("misuse is an error", () => {
  const world = room();
  assert.equal(statusOf(() => world.move(human(), sf.standing(kRoom, [5, 5, 0]), { cellId: kRoom, origin: [NaN, 0, 0] })), "SF_ERROR_BAD_REQUEST");
  assert.equal(statusOf(() => world.explain(human(), sf.state(), world, "nonesuch")), "SF_ERROR_BAD_VALUE");
  assert.equal(statusOf(() => world.removeObject(1)), "SF_ERROR_DANGLING");
  const session = world.session();
  assert.equal(statusOf(() => session.tick(NaN)), "SF_ERROR_BAD_VALUE");
  assert.equal(statusOf(() => session.restore(new Uint8Array(0))), "SF_ERROR_UNKNOWN_FORMAT");
  for (const handle of [world, session]) {
    handle.close();
    assert.equal(statusOf(() => handle.close()), "SF_ERROR_BAD_HANDLE");
  }
  assert.equal(statusOf(() => world.json()), "SF_ERROR_BAD_HANDLE");
  try {
    sf.worldFromJson('{"format": "surefoot-world/1", "name": "x", "cells": [{"id": "?"}]}');
    assert.fail("a faulty world loads");
  } catch (error) {
    assert.equal(error.where, "/cells/0/id");
  }
});

test("the package is small", (t) => {
  const files = ["dist/surefoot-engine.mjs", "dist/surefoot-engine.wasm", "index.js", "struct.js"];
  const size = files.reduce((n, f) => n + zlib.gzipSync(fs.readFileSync(path.join(here, "..", f)), { level: 9 }).length, 0);
  t.diagnostic(`${size} bytes gzipped`);
  assert.ok(size < 500_000, `${size} bytes gzipped`);
});
