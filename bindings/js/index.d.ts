/** Surefoot for JavaScript. Metres, seconds, radians; positions are relative to the corner of their cell's landblock. Vectors are
 * [x, y, z], rotations [w, x, y, z], planes [nx, ny, nz, d], spheres [x, y, z, radius]. `surefoot.h` is the manual. */

export type Vec3 = [number, number, number] | number[];
export type Quat = [number, number, number, number] | number[];

export class SurefootError extends Error {
  /** sf_status by its number. */
  readonly code: number;
  /** By its name: "SF_ERROR_BAD_HANDLE". */
  readonly status: string;
  /** A JSON pointer, a line, a field, or "". */
  readonly where: string;
}

export interface LoadOptions {
  /** The module's bytes. */
  wasm?: ArrayBuffer | Uint8Array;
  /** Or where they are; default: beside this package. */
  wasmUrl?: string | URL;
}
export function load(options?: LoadOptions): Promise<Surefoot>;

export interface Position {
  cellId: number;
  origin: Vec3;
  rotation?: Quat;
}
export interface ContactPlane {
  plane: number[];
  cellId: number;
  isWater: boolean;
}
export interface Mover {
  sphereCount: number;
  spheres: number[][];
  scale: number;
  stepUpHeight: number;
  stepDownHeight: number;
  state: number;
  flags: number;
  objectId: number;
  targetId: number;
}
export interface State {
  transient: number;
  position: Required<Position>;
  velocity: Vec3;
  contactPlane: ContactPlane;
  slidingNormal: Vec3;
}
export interface Result {
  ok: boolean;
  cellId: number;
  position: Required<Position>;
  checkPosition: Required<Position>;
  objectInfo: number;
  velocityKilled: boolean;
  contactPlaneValid: boolean;
  contactPlane: ContactPlane;
  slidingNormalValid: boolean;
  slidingNormal: Vec3;
  collisionNormalValid: boolean;
  collisionNormal: Vec3;
  collidedWithEnvironment: boolean;
  framesStationaryFall: number;
  onWalkable: boolean;
  lastCollidedObject: number;
  touchedCount: number;
  cellsCount: number;
}
export interface Explanation {
  tick: number;
  /** Id of the arm that decided. */
  rule: string;
  summary: string;
  /** How it came to that, with the numbers. */
  chain: string;
  tree: unknown[];
}
export interface ObjectOptions {
  id: number;
  position: Position;
  setup?: number;
  shape?: number;
  spheres?: number[][];
  state?: number;
  weenie?: number;
  scale?: number;
  radiusHint?: number;
}
export interface Geometry {
  /** kind: 1 land, 2 interior cell, 3 building, 4 object. */
  groups: { kind: number; id: number; cell: number; first: number; count: number }[];
  /** 9 floats a triangle. */
  triangles: Float32Array;
  /** Of each triangle, the id of its polygon. */
  polygons: Uint32Array;
}
export interface Run {
  ticks: number;
  expectations: number;
  failed: number;
  /** "0x" and 16 digits, as `surefoot run` prints it. */
  hash: string;
  end: Required<Position>;
  transient: number;
  movers: number;
}
export interface Step {
  tick: number;
  tried: boolean;
  ok: boolean;
  state: State;
  cellId: number;
  moved: number;
}
export interface Body {
  transient: number;
  mover: Mover;
  position: Position;
  velocity: Vec3;
  contactPlane: ContactPlane;
  slidingNormal: Vec3;
  acceleration: Vec3;
  omega: Vec3;
  cachedVelocity: Vec3;
  friction: number;
  elasticity: number;
  weenie: number;
  inWorld: boolean;
  hasMotion: boolean;
  drive: number;
  walk: Vec3;
  turn: number;
}
export interface Motion {
  holdKey: number;
  forward: number;
  sidestep: number;
  turn: number;
  forwardSpeed: number;
  sidestepSpeed: number;
  turnSpeed: number;
}
export interface Abilities {
  hasRunRate: boolean;
  runRate: number;
  hasJumpSkill: boolean;
  jumpSkill: number;
  load: number;
  hasStamina: boolean;
  stamina: number;
  pkJumpCost: boolean;
  canJump: boolean;
}
export interface Report {
  body: number;
  /** 0 object, 1 attack, 2 environment, 3 end. */
  kind: number;
  toObject: boolean;
  objectId: number;
  velocity: Vec3;
  meInContact: boolean;
  otherInContact: boolean;
  otherIsMissile: boolean;
}

/** Profiles are names, separated by commas; "" is retail. */
export interface Surefoot {
  version(): string;
  divergences(): { profiles: string[]; divergences: Record<string, unknown>[] };
  rules(): Record<string, unknown>[];
  /** A file that worlds and scenarios may name (`include`, `world`); folders are made. */
  writeFile(path: string, content: string | Uint8Array): void;
  worldFromFile(path: string): World;
  worldFromJson(text: string, baseDir?: string): World;
  scenarioFromFile(path: string): Scenario;
  scenarioFromJson(text: string, baseDir?: string): Scenario;
  mover(given: { radius?: number; height?: number } & Partial<Mover>): Mover;
  state(given?: Partial<State>): State;
  standing(cellId: number, origin: Vec3): State;
  body(mover: Mover, position: Position, given?: Partial<Body>): Body;
  motion(given?: Partial<Motion>): Motion;
  abilities(given?: Partial<Abilities>): Abilities;
}

interface Closable {
  /** Gives the engine's memory back; every later use is SF_ERROR_BAD_HANDLE. */
  close(): void;
}

export interface World extends Closable {
  fork(): World;
  json(): string;
  check(): { severity: string; rule: string; place: string; message: string }[];
  hasCell(cellId: number): boolean;
  geometry(options: { originCell: number; blockRadius?: number; land?: boolean }): Geometry;
  move(mover: Mover, state: State, to: Position, profile?: string): Result;
  explain(mover: Mover, state: State, to: Position, profile?: string): Explanation;
  placeObject(given: ObjectOptions): void;
  moveObject(id: number, to: Position): void;
  setObjectState(id: number, state: number): void;
  removeObject(id: number): void;
  object(id: number): { id: number; position: Required<Position>; scale: number; state: number; transient: number; weenie: number; setup: number; inWorld: boolean };
  objectIds(): number[];
  session(profile?: string): Session;
  walker(mover: Mover, state: State, profile?: string): Walker;
}

export interface Walker extends Closable {
  /** Wishes to go so many metres on from where it stands; makes no objects. */
  step(dx: number, dy: number, dz: number): void;
  readonly state: State;
}

export interface Scenario extends Closable {
  info(): { name: string; about: string; mode: string; ticks: number; profile: string[]; start: { cell: string; position: number[]; rotation: number[] } | null; spheres: number[][]; expectations: number };
  world(): World;
  run(profile?: string): Run;
  /** Every step, with the rule that decided it. */
  trace(profile?: string): { scenario: string; ticks: number; verdict: string; hash: string; failures: { where: string; text: string }[]; steps: Record<string, unknown>[] };
  explain(tick: number, profile?: string): Explanation;
  runner(profile?: string): Runner;
}

export interface Runner extends Closable {
  step(): Step | null;
  stepExplained(): { step: Step; why: Explanation };
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
}

export interface Session extends Closable {
  add(body: Body): void;
  remove(id: number): void;
  body(id: number): Body;
  bodyIds(): number[];
  walk(id: number, velocity: Vec3, turn?: number): void;
  setVelocity(id: number, velocity: Vec3): void;
  place(id: number, to: Position, flags?: number): number;
  command(id: number, motion: Partial<Motion>, abilities?: Partial<Abilities>): void;
  jump(id: number, extent: number): number;
  tick(quantum?: number): Report[];
  readonly time: number;
  readonly hash: string;
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
  world(): World;
  placeObject(given: ObjectOptions): void;
  moveObject(id: number, to: Position): void;
  setObjectState(id: number, state: number): void;
  removeObject(id: number): void;
}
