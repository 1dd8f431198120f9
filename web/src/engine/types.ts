// What the page knows of the engine: plain data and one interface. The WASM module behind it is in wasm.ts.
// Coordinates are metres from the corner of the landblock the document begins in; z is up.

export type Vec = [number, number, number];
/** w, x, y, z */
export type Quat = [number, number, number, number];
/** x, y, z, radius */
export type SphereOf = [number, number, number, number];

/** A fault in a file, or a request that cannot be met. `where` is a file name, a JSON pointer, a line. */
export class EngineError extends Error {
  constructor(
    message: string,
    readonly where: string,
    readonly code: string,
  ) {
    super(message);
    this.name = 'EngineError';
  }
}

export interface ContactOf {
  normal: Vec;
  d: number;
  cell: number;
  point: Vec;
  water: boolean;
}

/** What the timeline and the path need of a tick. */
export interface Step {
  at: Vec;
  rotation: Quat;
  cell: number;
  transient: number;
  moved: number;
  /** False: a body that would have moved too little to make a resolve. */
  tried: boolean;
  ok: boolean;
}

/** Everything the readout shows of a tick; tick -1 is the beginning. */
export interface TickOf {
  tick: number;
  cell: number;
  position: Vec;
  bits: [string, string, string];
  at: Vec;
  rotation: Quat;
  heading: number;
  velocity: Vec;
  transient: number;
  flags: string[];
  water: number;
  contact: ContactOf | null;
  sliding: Vec | null;
  collision: Vec | null;
  ok: boolean;
  tried: boolean;
  moved: number;
  in_world: boolean;
  touched: number[];
  jump_refusal: number;
}

export interface MoverOf {
  spheres: SphereOf[];
  step_up_height: number;
  step_down_height: number;
}

export interface DocumentOf {
  name: string;
  about: string;
  source: string;
  mode: 'resolve' | 'body' | 'crowd';
  ticks: number;
  profile: string[];
  base: number;
  world: { name: string; about: string };
  mover: MoverOf;
  begin?: TickOf;
  /** Of a crowd: where each begins. */
  members?: { id: number; at: Vec }[];
}

export interface WorldLook {
  name: string;
  about: string;
  spawn: { cell: string; position: [string, string, string] } | null;
}

export interface ShapeOf {
  at: Vec;
  radius: number;
  height?: number;
}

export interface SourceOf {
  kind: 'land' | 'cell' | 'building' | 'object';
  id: number;
  cell: number;
  portals?: number[];
  state?: number;
  origin?: Vec;
  rotation?: Quat;
  shapes?: ShapeOf[];
}

export interface DrawingOf {
  sources: SourceOf[];
  /** POLYGON_WORDS numbers each: source, id, surface and bits, first vertex, vertex count. */
  table: Uint32Array;
  vertices: Float32Array;
}
export const POLYGON_WORDS = 5;

export enum Surface {
  Walkable = 0,
  Landing = 1,
  Wall = 2,
  Ceiling = 3,
  Portal = 4,
}
export const PARTLY_WATER = 0x100;
export const ALL_WATER = 0x200;

export interface Sighting {
  tick: number;
  id: number;
  at: Vec;
  rotation: Quat;
  state: number;
  present: boolean;
}

export interface News {
  ticks: number;
  done: boolean;
  hash: string;
  /** Of a crowd: the members' places, a tick each. */
  steps: Step[] | Vec[][];
  sightings: Sighting[];
}

export interface WalkNews extends News {
  steps: Step[];
  now: TickOf;
}

export interface TraceValue {
  name: string;
  value?: number | string | boolean | Vec;
  bits?: string | string[];
  op?: string;
  limit?: number;
  id?: number;
}

export interface TraceNode {
  call?: string;
  arm?: string;
  result?: TraceValue;
  values?: TraceValue[];
  children?: TraceNode[];
  repeats?: number;
}

export interface Traced {
  tick: number;
  tried: boolean;
  rule: string;
  summary: string;
  /** How it came to that, with the numbers. */
  chain: string;
  from?: Vec | null;
  to?: Vec;
  reached?: Vec;
  ok?: boolean;
  tree: TraceNode[];
}

export interface Moment {
  text: string;
  exact: boolean;
  why: string;
}

export interface Difference {
  tick: number;
  /** Of a crowd: whose state differs first. */
  member: number | null;
  fields: { name: string; left: string; right: string }[];
  rule: string;
  arms: (string | null)[];
  causes: string[];
  sides: { rule: string; summary: string }[];
}

export interface Parting {
  ticks: number;
  apart: number;
  difference: Difference | null;
}

export interface TreeOf {
  sphere: SphereOf;
  normal?: Vec;
  point?: Vec;
  pos?: TreeOf;
  neg?: TreeOf;
  polygons?: number;
  solid?: boolean;
}

export interface Register {
  functions: { id: string; retail: string; address: number; spec: string; layer: string }[];
  arms: { id: string; meaning: string }[];
  profiles: string[];
  divergences: { id: string; label: string; port: string; symptom: string; scenario: string }[];
}

/** What is held from one tick to the next; what is not said is not done. */
export interface Command {
  forward?: 'walk' | 'backwards';
  sidestep?: 'left' | 'right';
  turn?: 'left' | 'right';
  run_key?: boolean;
}

export type TakeName = 'main' | 'other' | 'walk';

/** Of a crowd's member: where it begins, and its ticks. */
export interface MemberOf {
  begin: Vec;
  steps: Step[];
}

/** Every call throws an EngineError when it cannot be done; nothing has changed then. */
export interface Engine {
  readonly register: Register;
  /** Puts a file where scenarios and worlds find it. */
  put(path: string, content: string | Uint8Array): void;
  look(path: string): WorldLook;
  open(path: string): DocumentOf;
  openText(text: string, dir: string): DocumentOf;
  draw(): DrawingOf;
  tree(source: number): TreeOf | null;
  start(take: TakeName, options?: { profile?: string; walk?: boolean }): { profile: string[]; ticks: number };
  copy(take: TakeName, of: TakeName, profile: string): { profile: string[]; ticks: number };
  play(take: TakeName, most: number): News;
  walk(take: TakeName, input: { command?: Command; jump?: number }): WalkNews;
  undo(take: TakeName, ticks: number): { ticks: number; hash: string };
  /** Of a crowd a member is named, by its place in the order, in these five. */
  tick(take: TakeName, tick: number, member?: number): TickOf;
  trace(take: TakeName, tick: number, member?: number): Traced;
  moment(take: TakeName, tick: number, world: unknown, member?: number): Moment;
  member(take: TakeName, member: number): MemberOf;
  /** The world with the others as they stood after a tick. */
  stand(take: TakeName, tick: number, member: number, world: unknown): Record<string, unknown>;
  part(left: TakeName, right: TakeName): Parting;
}
