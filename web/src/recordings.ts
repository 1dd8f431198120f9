// Recordings as runs: traces of ours, and captures of resolve calls, ours or a port's. What a recording tells of a tick is
// all there is to know of it: its rules are not in it.
import { EngineError, type ContactOf, type Quat, type Step, type TickOf, type Vec } from './engine/types';
import { blockOffset, emptyRun, type Run } from './runs';

/** Bit n is the n-th, as the tool names them. */
const TRANSIENT = [
  'CONTACT',
  'ON_WALKABLE',
  'SLIDING',
  'WATER_CONTACT',
  'STATIONARY_FALL',
  'STATIONARY_STOP',
  'STATIONARY_STUCK',
  'ACTIVE',
  'CHECK_ETHEREAL',
];
const CONTACT = 1;

const view = new DataView(new ArrayBuffer(4));
function floatOf(bits: string): number {
  view.setUint32(0, parseInt(bits, 16));
  return view.getFloat32(0);
}

function bitsOf(value: number): string {
  view.setFloat32(0, value);
  return `0x${view.getUint32(0).toString(16).padStart(8, '0')}`;
}

/** What a record says of its tick, in the coordinates of its cell's landblock. */
interface Told {
  cell: number;
  position: Vec;
  rotation: Quat;
  velocity: Vec;
  transient: number;
  ok: boolean;
  plane: { normal: Vec; d: number; cell: number; water: boolean } | null;
  sliding: Vec | null;
  collision: Vec | null;
}

/** Degrees from north to the right, of the direction a rotation turns +y to. */
function headingOf([w, x, y, z]: Quat): number {
  const east = 2 * (x * y - w * z);
  const north = 1 - 2 * (x * x + z * z);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** Appends a tick to a run. */
function push(run: Run, told: Told, at: Vec, base: number, before: Vec | null): void {
  const moved = before === null ? 0 : Math.hypot(at[0] - before[0], at[1] - before[1], at[2] - before[2]);
  const step: Step = { at, rotation: told.rotation, cell: told.cell, transient: told.transient, moved, tried: true, ok: told.ok };
  let contact: ContactOf | null = null;
  if (told.plane !== null && (told.transient & CONTACT) !== 0) {
    const { normal, d, cell, water } = told.plane;
    const o = cell === 0 ? [0, 0, 0] : blockOffset(base, cell);
    contact = { normal, d, cell, water, point: normal.map((n, k) => -d * n + o[k]!) as Vec };
  }
  run.steps.push(step);
  run.told.push({
    ...step,
    tick: run.told.length,
    position: told.position,
    bits: told.position.map(bitsOf) as [string, string, string],
    heading: headingOf(told.rotation),
    velocity: told.velocity,
    flags: TRANSIENT.filter((_, bit) => (told.transient & (1 << bit)) !== 0),
    water: 0,
    contact,
    sliding: told.sliding !== null && Math.hypot(...told.sliding) > 0 ? told.sliding : null,
    collision: told.collision,
    in_world: told.cell !== 0,
    touched: [],
    jump_refusal: 0,
  } satisfies TickOf);
}

interface TraceLine {
  format?: string;
  scenario?: string;
  cell?: string;
  pos?: string[];
  rot?: string[];
  vel?: string[];
  ok?: boolean;
  ts?: string;
  cp?: string[];
  cpc?: string;
  cpw?: boolean;
  cn?: string[] | null;
  sn?: string[] | null;
}

function vecOf(bits: string[] | null | undefined): Vec | null {
  return bits?.length === 3 ? (bits.map(floatOf) as Vec) : null;
}

/** The scenario a trace says it is of; undefined where it does not. */
export function scenarioOf(text: string): string | undefined {
  try {
    return (JSON.parse(text.slice(0, text.indexOf('\n') >>> 0)) as TraceLine).scenario;
  } catch {
    return undefined;
  }
}

/** A surefoot-trace/1 file: a header, then a line a step with floats as bits. */
export function readTrace(path: string, name: string, text: string, base: number, begin: Vec | null): Run {
  const run = emptyRun(name, null, begin);
  let before = begin;
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    let j: TraceLine;
    try {
      j = JSON.parse(line) as TraceLine;
    } catch {
      throw new EngineError('not valid JSON', `${path}: line ${i + 1}`, 'bad_syntax');
    }
    if (j.format !== undefined) return;
    if (j.pos?.length !== 3 || j.rot?.length !== 4 || j.cell === undefined)
      throw new EngineError('a step needs "cell", "pos" and "rot"', `${path}: line ${i + 1}`, 'missing_field');
    const cell = parseInt(j.cell, 16);
    const o = blockOffset(base, cell);
    const position = vecOf(j.pos)!;
    const at = position.map((v, k) => v + o[k]!) as Vec;
    const plane =
      j.cp?.length === 4
        ? { normal: vecOf(j.cp.slice(0, 3))!, d: floatOf(j.cp[3]!), cell: parseInt(j.cpc ?? '0', 16), water: j.cpw ?? false }
        : null;
    push(
      run,
      {
        cell,
        position,
        rotation: j.rot.map(floatOf) as Quat,
        velocity: vecOf(j.vel) ?? [0, 0, 0],
        transient: parseInt(j.ts ?? '0', 16),
        ok: j.ok ?? true,
        plane,
        sliding: vecOf(j.sn),
        collision: vecOf(j.cn),
      },
      at,
      base,
      before,
    );
    before = at;
  });
  if (run.steps.length === 0) throw new EngineError('there is no step in it', path, 'bad_value');
  return run;
}

interface CapturedVec {
  x: number;
  y: number;
  z: number;
}

interface CaptureLine {
  tick?: number;
  input?: { cellId?: number; sphereRadius?: number; sphereHeight?: number };
  result?: {
    position?: CapturedVec;
    cellId?: number;
    isOnGround?: boolean;
    collisionNormalValid?: boolean;
    collisionNormal?: CapturedVec;
  };
  bodyAfter?: {
    orientation?: CapturedVec & { w: number };
    velocity?: CapturedVec;
    transientState?: number;
    contactPlaneValid?: boolean;
    contactPlane?: { normal?: CapturedVec; d?: number };
    contactPlaneCellId?: number;
    contactPlaneIsWater?: boolean;
    slidingNormal?: CapturedVec;
  };
}

function vecIn(v: CapturedVec | undefined): Vec | null {
  return v === undefined ? null : [Math.fround(v.x), Math.fround(v.y), Math.fround(v.z)];
}

/** A place given from the corner of one cell's landblock, from that of another's. */
function inBlockOf(cell: number, given: number, p: Vec): Vec {
  if (cell >>> 16 === given >>> 16) return p;
  const o = blockOffset(cell, given);
  return p.map((v, k) => v + o[k]!) as Vec;
}

/** The size of the mover that was captured, metres. */
export function capturedSize(text: string): { radius: number; height: number } | null {
  try {
    const { input } = JSON.parse(text.slice(0, text.indexOf('\n') >>> 0)) as CaptureLine;
    const [radius, height] = [input?.sphereRadius, input?.sphereHeight];
    return radius === undefined || height === undefined ? null : { radius, height };
  } catch {
    return null;
  }
}

/**
 * A capture of resolve calls, a line each: ours (`surefoot run --capture`) or a port's. Its coordinates begin at the
 * landblock of each record's own cell. Between two calls the mover stays where the first left it. A last line that is cut
 * off, as a killed process leaves it, is left out.
 */
export function readCapture(path: string, name: string, text: string, base: number, begin: Vec | null): Run {
  const run = emptyRun(name, null, begin);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  let before = begin;
  let first: number | null = null;
  lines.forEach((line, i) => {
    const where = `${path}: line ${i + 1}`;
    let j: CaptureLine;
    try {
      j = JSON.parse(line) as CaptureLine;
    } catch {
      if (i > 0 && i === lines.length - 1) return;
      throw new EngineError('not valid JSON', where, 'bad_syntax');
    }
    const p = vecIn(j.result?.position);
    const own = j.input?.cellId;
    const after = j.bodyAfter;
    const q = after?.orientation;
    if (p === null || own === undefined || q === undefined || j.result?.cellId === undefined)
      throw new EngineError('a record needs "input", "result" and "bodyAfter"', where, 'missing_field');
    const o = blockOffset(base, own);
    const at = p.map((v, k) => v + o[k]!) as Vec;
    first ??= j.tick ?? 0;
    const tick = Math.max((j.tick ?? first + run.steps.length) - first, run.steps.length);
    if (tick > 1_000_000) throw new EngineError('its ticks are too far apart to be played', where, 'bad_value');
    const last = run.steps[run.steps.length - 1];
    const lastTold = run.told[run.told.length - 1];
    while (last !== undefined && run.steps.length < tick) {
      run.steps.push({ ...last, moved: 0, tried: false });
      run.told.push({ ...lastTold!, tick: run.told.length, moved: 0, tried: false });
    }
    const plane = after?.contactPlane;
    const normal = vecIn(plane?.normal);
    push(
      run,
      {
        cell: j.result.cellId,
        position: inBlockOf(j.result.cellId, own, p),
        rotation: [Math.fround(q.w), Math.fround(q.x), Math.fround(q.y), Math.fround(q.z)],
        velocity: vecIn(after?.velocity) ?? [0, 0, 0],
        transient: after?.transientState ?? 0,
        ok: true,
        plane:
          after?.contactPlaneValid === true && normal !== null
            ? { normal, d: plane?.d ?? 0, cell: after.contactPlaneCellId ?? own, water: after.contactPlaneIsWater ?? false }
            : null,
        sliding: vecIn(after?.slidingNormal),
        collision: j.result.collisionNormalValid === true ? vecIn(j.result.collisionNormal) : null,
      },
      at,
      base,
      before,
    );
    before = at;
  });
  if (run.steps.length === 0) throw new EngineError('there is no record in it', path, 'bad_value');
  return run;
}
