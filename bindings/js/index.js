// Surefoot for JavaScript: surefoot.h as objects. index.d.ts says what each call takes; surefoot.h is the manual.
import * as struct from "./struct.js";

/** What the engine refused. */
export class SurefootError extends Error {
  constructor(status, name, message, where) {
    super(where ? `${where}: ${message}` : message);
    this.name = "SurefootError";
    this.code = status;
    this.status = name;
    this.where = where;
  }
}

const isNode = typeof process !== "undefined" && !!process.versions?.node && process.type !== "renderer";
const kAbi = 1;
const kDone = 39;
const kReports = 256;

/** Loads the engine. In Node it finds its own file; elsewhere beside this module, or at `wasmUrl`, or as bytes in `wasm`. */
export async function load({ wasm, wasmUrl } = {}) {
  const create = (await import("./dist/surefoot-engine.mjs")).default;
  const options = { print: () => {}, printErr: () => {} };
  if (wasm) {
    options.wasmBinary = wasm;
  } else if (isNode) {
    const fs = await import("node:fs/promises");
    options.wasmBinary = await fs.readFile(wasmUrl ?? new URL("./dist/surefoot-engine.wasm", import.meta.url));
  } else {
    const url = String(wasmUrl ?? new URL("./dist/surefoot-engine.wasm", import.meta.url));
    options.locateFile = (name) => (name.endsWith(".wasm") ? url : name);
  }
  // The module looks for the page it was loaded by.
  const undo = [];
  if (isNode) {
    for (const name of ["window", "document"]) {
      if (name in globalThis) continue;
      globalThis[name] = name === "window" ? globalThis : { currentScript: { src: import.meta.url } };
      undo.push(name);
    }
  }
  try {
    return new Surefoot(await create(options));
  } finally {
    for (const name of undo) delete globalThis[name];
  }
}

class Surefoot {
  #m;
  #top = [];

  constructor(module) {
    this.#m = module;
    this._check(module._sf_check(kAbi));
    this._profiles = new Map();
    this.retail = "";
  }

  // Memory. `frame` gives what is allocated in it back at its end.

  get _view() {
    const buffer = this.#m.HEAPU8.buffer;
    if (this._seen !== buffer) {
      this._seen = buffer;
      this._data = new DataView(buffer);
    }
    return this._data;
  }
  _frame(use) {
    const mark = this.#top.length;
    try {
      return use();
    } finally {
      while (this.#top.length > mark) this.#m._free(this.#top.pop());
    }
  }
  _room(size) {
    const p = this.#m._malloc(size || 1);
    if (p === 0) throw new RangeError("surefoot: out of memory");
    this.#top.push(p);
    return p;
  }
  _zeros(size) {
    const p = this._room(size);
    this.#m.HEAPU8.fill(0, p, p + size);
    return p;
  }
  _put(layout, value) {
    const p = this._zeros(layout.size);
    layout.set(this._view, p, value);
    return p;
  }
  _bytes(bytes) {
    const p = this._room(bytes.length);
    this.#m.HEAPU8.set(bytes, p);
    return p;
  }
  _text(text) {
    return this._bytes(new TextEncoder().encode(`${text}\0`));
  }
  _string(p) {
    if (p === 0) return "";
    const heap = this.#m.HEAPU8;
    return new TextDecoder().decode(heap.slice(p, heap.indexOf(0, p)));
  }
  get _calls() {
    return this.#m;
  }

  _check(status) {
    if (status === 0) return;
    this._frame(() => {
      const p = this._room(8);
      this.#m._sf_last_error(p, p + 4);
      const at = (q) => this._string(this._view.getUint32(q, true));
      throw new SurefootError(status, this._string(this.#m._sf_status_name(status)), at(p), at(p + 4));
    });
  }
  /** A call whose last argument receives a handle. A handle is two words. */
  _handle(name, ...args) {
    const p = this._room(8);
    this._check(this.#m[name](...args, p));
    return [this._view.getUint32(p, true), this._view.getUint32(p + 4, true)];
  }
  /** The bytes of a call whose last argument receives a buffer. */
  _buffer(name, ...args) {
    return this._frame(() => {
      const handle = this._handle(name, ...args);
      const p = this._room(8);
      try {
        this._check(this.#m._sf_buffer_data(...handle, p, p + 4));
        const data = this._view.getUint32(p, true);
        return this.#m.HEAPU8.slice(data, data + this._view.getUint32(p + 4, true));
      } finally {
        this.#m._sf_buffer_destroy(...handle);
      }
    });
  }
  _json(name, ...args) {
    return JSON.parse(new TextDecoder().decode(this._buffer(name, ...args)));
  }
  /** Names of a profile as the engine's struct, kept for good; 0 is retail. */
  _profile(names) {
    if (!names) return 0;
    let p = this._profiles.get(names);
    if (p !== undefined) return p;
    p = this.#m._malloc(struct.profile.size);
    this._frame(() => {
      this.#m.HEAPU8.fill(0, p, p + struct.profile.size);
      struct.profile.set(this._view, p, {});
      try {
        this._check(this.#m._sf_profile_parse(this._text(names), p));
      } catch (error) {
        this.#m._free(p);
        throw error;
      }
    });
    this._profiles.set(names, p);
    return p;
  }
  _defaults(layout, name, given) {
    return this._frame(() => {
      const p = this._zeros(layout.size);
      this._check(this.#m[name](p, layout.size));
      return { ...layout.get(this._view, p), ...given };
    });
  }

  version() {
    return this._string(this.#m._sf_version());
  }
  divergences() {
    return this._json("_sf_divergences");
  }
  rules() {
    return this._json("_sf_rules");
  }

  /** A file that worlds and scenarios may name. */
  writeFile(path, content) {
    const parts = path.split("/").slice(0, -1);
    for (let i = 1; i <= parts.length; ++i) {
      const folder = parts.slice(0, i).join("/");
      if (folder && !this.#m.FS.analyzePath(folder).exists) this.#m.FS.mkdir(folder);
    }
    this.#m.FS.writeFile(path, content);
  }

  worldFromFile(path) {
    return this._frame(() => new World(this, this._handle("_sf_world_load_file", this._text(path))));
  }
  worldFromJson(text, baseDir = "") {
    return this._frame(() => {
      const bytes = new TextEncoder().encode(text);
      const handle = this._handle("_sf_world_load_memory", this._bytes(bytes), bytes.length, this._text(baseDir));
      return new World(this, handle);
    });
  }
  scenarioFromFile(path) {
    return this._frame(() => new Scenario(this, this._handle("_sf_scenario_load_file", this._text(path))));
  }
  scenarioFromJson(text, baseDir = "") {
    return this._frame(() => {
      const bytes = new TextEncoder().encode(text);
      const handle = this._handle("_sf_scenario_load_memory", this._bytes(bytes), bytes.length, this._text(baseDir));
      return new Scenario(this, handle);
    });
  }

  mover({ radius, height = 0, ...given }) {
    const made = this._defaults(struct.mover, "_sf_mover_defaults", given);
    if (radius !== undefined) {
      made.sphereCount = height > 0 ? 2 : 1;
      made.spheres = [[0, 0, radius, radius], [0, 0, height - radius, radius]];
    }
    return made;
  }
  state(given = {}) {
    return this._defaults(struct.state, "_sf_state_defaults", given);
  }
  standing(cellId, origin) {
    return this.state({
      position: { cellId, origin: [...origin], rotation: [1, 0, 0, 0] },
      transient: 3,
      contactPlane: { plane: [0, 0, 1, -origin[2]], cellId, isWater: false },
    });
  }
  body(mover, position, given = {}) {
    return this._defaults(struct.body, "_sf_body_defaults", { mover, position: { rotation: [1, 0, 0, 0], ...position }, ...given });
  }
  motion(given = {}) {
    return this._defaults(struct.motion, "_sf_motion_defaults", given);
  }
  abilities(given = {}) {
    return this._defaults(struct.abilities, "_sf_abilities_defaults", given);
  }
}

class Handle {
  constructor(sf, handle, destroy) {
    this.sf = sf;
    this.handle = handle;
    this._destroy = destroy;
  }
  close() {
    this.sf._check(this.sf._calls[this._destroy](...this.handle));
  }
  _call(name, ...args) {
    this.sf._check(this.sf._calls[name](...this.handle, ...args));
  }
}

const place = (p) => ({ rotation: [1, 0, 0, 0], ...p });

function placeObject(owner, call, given) {
  const { sf } = owner;
  sf._frame(() => {
    const { spheres = [], ...rest } = given;
    const full = { scale: 1, state: 0x00400c08, radiusHint: -1, ...rest, position: place(given.position) };
    full.sphereCount = spheres.length;
    full.spheres = sf._room(16 * spheres.length);
    spheres.forEach((s, i) => s.forEach((v, k) => sf._view.setFloat32(full.spheres + 16 * i + 4 * k, v, true)));
    owner._call(call, sf._put(struct.object, full));
  });
}

class World extends Handle {
  constructor(sf, handle) {
    super(sf, handle, "_sf_world_destroy");
  }
  fork() {
    return this.sf._frame(() => new World(this.sf, this.sf._handle("_sf_world_fork", ...this.handle)));
  }
  json() {
    return new TextDecoder().decode(this.sf._buffer("_sf_world_json", ...this.handle));
  }
  check() {
    return this.sf._json("_sf_world_check", ...this.handle);
  }
  hasCell(cellId) {
    return this.sf._frame(() => {
      const p = this.sf._room(4);
      this._call("_sf_world_has_cell", cellId, p);
      return this.sf._view.getUint32(p, true) !== 0;
    });
  }
  /** {groups: [{kind, id, cell, first, count}], triangles: Float32Array (9 a triangle), polygons: Uint32Array} */
  geometry({ originCell, blockRadius = 0, land = true }) {
    return this.sf._frame(() => {
      const options = this.sf._put(struct.geometryOptions, { originCell, blockRadius, land });
      const { buffer } = this.sf._buffer("_sf_world_geometry", ...this.handle, options);
      const words = new Uint32Array(buffer);
      const [groupCount, count] = words;
      const groups = [];
      for (let i = 0; i < groupCount; ++i) {
        const [kind, id, cell, first, n] = words.subarray(4 + 6 * i);
        groups.push({ kind, id, cell, first, count: n });
      }
      const at = 4 + 6 * groupCount;
      return {
        groups,
        triangles: new Float32Array(buffer, 4 * at, 9 * count),
        polygons: new Uint32Array(buffer, 4 * (at + 9 * count), count),
      };
    });
  }
  /** Set-up, resolve and commit as the client does them; `state` moves along. */
  move(mover, state, to, profile = "") {
    return this.sf._frame(() => {
      const m = this.sf._put(struct.mover, mover);
      const s = this.sf._put(struct.state, state);
      const r = this.sf._put(struct.result, {});
      this._call("_sf_move", this.sf._profile(profile), m, s, this.sf._put(struct.position, place(to)), r);
      Object.assign(state, struct.state.get(this.sf._view, s));
      return struct.result.get(this.sf._view, r);
    });
  }
  explain(mover, state, to, profile = "") {
    return this.sf._frame(() => {
      const q = this.sf._put(struct.request, {});
      const p = this.sf._profile(profile);
      this.sf._check(
        this.sf._calls._sf_request_from_body(
          this.sf._put(struct.state, state), this.sf._put(struct.mover, mover), this.sf._put(struct.position, place(to)), p, q),
      );
      return this.sf._json("_sf_resolve_explain", ...this.handle, p, q);
    });
  }
  placeObject(given) {
    placeObject(this, "_sf_world_place_object", given);
  }
  moveObject(id, to) {
    this.sf._frame(() => this._call("_sf_world_move_object", id, this.sf._put(struct.position, place(to))));
  }
  setObjectState(id, state) {
    this._call("_sf_world_set_object_state", id, state);
  }
  removeObject(id) {
    this._call("_sf_world_remove_object", id);
  }
  object(id) {
    return this.sf._frame(() => {
      const p = this.sf._put(struct.objectInfo, {});
      this._call("_sf_world_get_object", id, p);
      return struct.objectInfo.get(this.sf._view, p);
    });
  }
  objectIds() {
    return idsOf(this, "_sf_world_object_ids");
  }
  session(profile = "") {
    return this.sf._frame(
      () => new Session(this.sf, this.sf._handle("_sf_session_create", ...this.handle, this.sf._profile(profile))));
  }
  /** A mover that is led many small steps without any object being made: for games and benchmarks. */
  walker(mover, state, profile = "") {
    return new Walker(this, mover, state, profile);
  }
}

function idsOf(owner, call) {
  const { sf } = owner;
  return sf._frame(() => {
    const n = sf._room(4);
    owner._call(call, 0, 0, n);
    const count = sf._view.getUint32(n, true);
    const p = sf._room(4 * count);
    owner._call(call, p, count, n);
    return Array.from({ length: count }, (_, i) => sf._view.getUint32(p + 4 * i, true));
  });
}

class Walker {
  constructor(world, mover, state, profile) {
    this.world = world;
    const { sf } = world;
    const keep = (layout, value) => {
      const p = sf._calls._malloc(layout.size);
      sf._calls.HEAPU8.fill(0, p, p + layout.size);
      layout.set(sf._view, p, value);
      return p;
    };
    this._mover = keep(struct.mover, mover);
    this._state = keep(struct.state, state);
    this._to = keep(struct.position, {});
    this._profile = sf._profile(profile);
    this._position = this._state + struct.state.offset("position");
  }
  /** Wishes to go so many metres on from where it stands. */
  step(dx, dy, dz) {
    const { sf, handle } = this.world;
    const v = sf._view;
    sf._calls.HEAPU8.copyWithin(this._to, this._position, this._position + struct.position.size);
    const o = this._to + 4;
    v.setFloat32(o, v.getFloat32(o, true) + dx, true);
    v.setFloat32(o + 4, v.getFloat32(o + 4, true) + dy, true);
    v.setFloat32(o + 8, v.getFloat32(o + 8, true) + dz, true);
    sf._check(sf._calls._sf_move(handle[0], handle[1], this._profile, this._mover, this._state, this._to, 0));
  }
  get state() {
    return struct.state.get(this.world.sf._view, this._state);
  }
  close() {
    for (const p of [this._mover, this._state, this._to]) this.world.sf._calls._free(p);
  }
}

class Scenario extends Handle {
  constructor(sf, handle) {
    super(sf, handle, "_sf_scenario_destroy");
  }
  info() {
    return this.sf._json("_sf_scenario_info", ...this.handle);
  }
  world() {
    return this.sf._frame(() => new World(this.sf, this.sf._handle("_sf_scenario_world", ...this.handle)));
  }
  run(profile = "") {
    return this.sf._frame(() => {
      const p = this.sf._put(struct.run, {});
      this._call("_sf_scenario_run", this.sf._profile(profile), p);
      const r = struct.run.get(this.sf._view, p);
      return { ...r, hash: `0x${r.hash.toString(16).padStart(16, "0")}` };
    });
  }
  trace(profile = "") {
    return this.sf._json("_sf_scenario_trace", ...this.handle, this.sf._profile(profile));
  }
  explain(tick, profile = "") {
    return this.sf._json("_sf_scenario_explain", ...this.handle, this.sf._profile(profile), tick);
  }
  runner(profile = "") {
    return this.sf._frame(
      () => new Runner(this.sf, this.sf._handle("_sf_runner_create", ...this.handle, this.sf._profile(profile))));
  }
}

function restore(owner, call, bytes) {
  owner.sf._frame(() => owner._call(call, owner.sf._bytes(bytes), bytes.length));
}

class Runner extends Handle {
  constructor(sf, handle) {
    super(sf, handle, "_sf_runner_destroy");
  }
  /** The next step, or null after the last. */
  step() {
    return this.sf._frame(() => {
      const p = this.sf._put(struct.step, {});
      const status = this.sf._calls._sf_runner_step(...this.handle, p);
      if (status === kDone) return null;
      this.sf._check(status);
      return struct.step.get(this.sf._view, p);
    });
  }
  /** The next step and why it went as it did: {step, why}. */
  stepExplained() {
    return this.sf._frame(() => {
      const p = this.sf._put(struct.step, {});
      const why = this.sf._json("_sf_runner_step_explained", ...this.handle, p);
      return { step: struct.step.get(this.sf._view, p), why };
    });
  }
  save() {
    return this.sf._buffer("_sf_runner_save", ...this.handle);
  }
  restore(bytes) {
    restore(this, "_sf_runner_restore", bytes);
  }
}

class Session extends Handle {
  constructor(sf, handle) {
    super(sf, handle, "_sf_session_destroy");
  }
  add(body) {
    this.sf._frame(() => this._call("_sf_session_add_body", this.sf._put(struct.body, body)));
  }
  remove(id) {
    this._call("_sf_session_remove_body", id);
  }
  body(id) {
    return this.sf._frame(() => {
      const p = this.sf._put(struct.body, {});
      this._call("_sf_session_get_body", id, p);
      return struct.body.get(this.sf._view, p);
    });
  }
  bodyIds() {
    return idsOf(this, "_sf_session_body_ids");
  }
  walk(id, velocity, turn = 0) {
    this.sf._frame(() => {
      const p = this.sf._room(12);
      velocity.forEach((v, i) => this.sf._view.setFloat32(p + 4 * i, v, true));
      this._call("_sf_session_set_walk", id, p, turn);
    });
  }
  setVelocity(id, velocity) {
    this.sf._frame(() => {
      const p = this.sf._room(12);
      velocity.forEach((v, i) => this.sf._view.setFloat32(p + 4 * i, v, true));
      this._call("_sf_session_set_velocity", id, p);
    });
  }
  place(id, to, flags = 0x11) {
    return this.sf._frame(() => {
      const p = this.sf._room(4);
      this._call("_sf_session_place_body", id, this.sf._put(struct.position, place(to)), flags, p);
      return this.sf._view.getUint32(p, true);
    });
  }
  command(id, motion, abilities) {
    this.sf._frame(() =>
      this._call("_sf_session_command", id, this.sf._put(struct.motion, this.sf.motion(motion)),
        abilities ? this.sf._put(struct.abilities, this.sf.abilities(abilities)) : 0));
  }
  /** 0, or the client's error code. */
  jump(id, extent) {
    return this.sf._frame(() => {
      const p = this.sf._room(4);
      this._call("_sf_session_jump", id, extent, p);
      return this.sf._view.getUint32(p, true);
    });
  }
  /** One quantum for everybody; the first 256 reports of touches. */
  tick(quantum = Math.fround(1 / 30)) {
    return this.sf._frame(() => {
      const p = this.sf._room(kReports * struct.report.size + 4);
      const n = p + kReports * struct.report.size;
      this._call("_sf_session_tick", quantum, p, kReports, n);
      const count = Math.min(kReports, this.sf._view.getUint32(n, true));
      return Array.from({ length: count }, (_, i) => struct.report.get(this.sf._view, p + i * struct.report.size));
    });
  }
  get time() {
    return this.sf._frame(() => {
      const p = this.sf._room(8);
      this._call("_sf_session_time", p);
      return this.sf._view.getFloat64(p, true);
    });
  }
  get hash() {
    return this.sf._frame(() => {
      const p = this.sf._room(8);
      this._call("_sf_session_hash", p);
      return `0x${this.sf._view.getBigUint64(p, true).toString(16).padStart(16, "0")}`;
    });
  }
  save() {
    return this.sf._buffer("_sf_session_save", ...this.handle);
  }
  restore(bytes) {
    restore(this, "_sf_session_restore", bytes);
  }
  world() {
    return this.sf._frame(() => new World(this.sf, this.sf._handle("_sf_session_world", ...this.handle)));
  }
  placeObject(given) {
    placeObject(this, "_sf_session_place_object", given);
  }
  moveObject(id, to) {
    this.sf._frame(() => this._call("_sf_session_move_object", id, this.sf._put(struct.position, place(to))));
  }
  setObjectState(id, state) {
    this._call("_sf_session_set_object_state", id, state);
  }
  removeObject(id) {
    this._call("_sf_session_remove_object", id);
  }
}
