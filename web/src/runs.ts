// A run as the page holds it: the ticks of a take, of a trace, or of a capture.
import { EngineError, type Engine, type Sighting, type Step, type TakeName, type Vec } from './engine/types';

export interface Run {
  label: string;
  /** Null: read from a file; there is nothing to trace. */
  take: TakeName | null;
  steps: Step[];
  /** Of a crowd: the members' places after each tick. */
  crowd: Vec[][];
  begin: Vec | null;
  sightings: Sighting[];
  hash: string;
}

export function emptyRun(label: string, take: TakeName | null, begin: Vec | null): Run {
  return { label, take, steps: [], crowd: [], begin, sightings: [], hash: '' };
}

export const lengthOf = (run: Run): number => Math.max(run.steps.length, run.crowd.length);

/** More ticks than this are not played in one go: the page has to stay awake. */
const AT_ONCE = 400;

/** Plays a take to its end; `onProgress` may say that nobody waits for it any more. */
export async function playOut(engine: Engine, run: Run, crowd: boolean, onProgress: (ticks: number) => boolean): Promise<void> {
  if (run.take === null) return;
  for (;;) {
    const news = engine.play(run.take, AT_ONCE);
    if (crowd) run.crowd.push(...(news.steps as Vec[][]));
    else run.steps.push(...(news.steps as Step[]));
    run.sightings.push(...news.sightings);
    run.hash = news.hash;
    if (news.done || !onProgress(news.ticks)) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const floatView = new DataView(new ArrayBuffer(4));
function floatOf(bits: string): number {
  floatView.setUint32(0, parseInt(bits, 16));
  return floatView.getFloat32(0);
}

/** Where a block's corner lies, seen from the corner of another's. */
export function blockOffset(base: number, cell: number): Vec {
  const column = (c: number): number => c >>> 24;
  const row = (c: number): number => (c >>> 16) & 0xff;
  return [(column(cell) - column(base)) * 192, (row(cell) - row(base)) * 192, 0];
}

interface TraceLine {
  format?: string;
  scenario?: string;
  t?: number;
  cell?: string;
  pos?: string[];
  rot?: string[];
  ok?: boolean;
  ts?: string;
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
    const p = j.pos.map(floatOf);
    const at: Vec = [p[0]! + o[0], p[1]! + o[1], p[2]! + o[2]];
    const r = j.rot.map(floatOf);
    const moved = before === null ? 0 : Math.hypot(at[0] - before[0], at[1] - before[1], at[2] - before[2]);
    run.steps.push({
      at,
      rotation: [r[0]!, r[1]!, r[2]!, r[3]!],
      cell,
      transient: parseInt(j.ts ?? '0', 16),
      moved,
      tried: true,
      ok: j.ok ?? true,
    });
    before = at;
  });
  return run;
}

interface CapturedVec {
  x: number;
  y: number;
  z: number;
}

interface CaptureLine {
  tick?: number;
  input?: { cellId?: number };
  result?: { position?: CapturedVec; cellId?: number; isOnGround?: boolean };
  bodyAfter?: { orientation?: CapturedVec & { w: number }; transientState?: number };
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
    const p = j.result?.position;
    const own = j.input?.cellId;
    const q = j.bodyAfter?.orientation;
    if (p === undefined || own === undefined || q === undefined || j.result?.cellId === undefined)
      throw new EngineError('a record needs "input", "result" and "bodyAfter"', where, 'missing_field');
    const o = blockOffset(base, own);
    const at: Vec = [Math.fround(p.x) + o[0], Math.fround(p.y) + o[1], Math.fround(p.z) + o[2]];
    const moved = before === null ? 0 : Math.hypot(at[0] - before[0], at[1] - before[1], at[2] - before[2]);
    first ??= j.tick ?? 0;
    const tick = Math.max((j.tick ?? first + run.steps.length) - first, run.steps.length);
    if (tick > 1_000_000) throw new EngineError('its ticks are too far apart to be played', where, 'bad_value');
    const last = run.steps[run.steps.length - 1];
    while (last !== undefined && run.steps.length < tick) run.steps.push({ ...last, moved: 0, tried: false });
    run.steps.push({
      at,
      rotation: [Math.fround(q.w), Math.fround(q.x), Math.fround(q.y), Math.fround(q.z)],
      cell: j.result.cellId,
      transient: j.bodyAfter?.transientState ?? 0,
      moved,
      tried: true,
      ok: true,
    });
    before = at;
  });
  if (run.steps.length === 0) throw new EngineError('there is no record in it', path, 'bad_value');
  return run;
}

/** The first tick after which two runs are not the same to the last bit, as far as the page knows them. */
export function partingOf(a: Run, b: Run): number | null {
  const n = Math.max(lengthOf(a), lengthOf(b));
  for (let i = 0; i < n; ++i) {
    const [s, t] = [a.steps[i], b.steps[i]];
    if (a.crowd.length > 0 || b.crowd.length > 0) {
      if (JSON.stringify(a.crowd[i]) !== JSON.stringify(b.crowd[i])) return i;
      continue;
    }
    if (s === undefined || t === undefined) return i;
    const same =
      s.cell === t.cell &&
      s.transient === t.transient &&
      s.at.every((v, k) => Object.is(v, t.at[k])) &&
      s.rotation.every((v, k) => Object.is(v, t.rotation[k]));
    if (!same) return i;
  }
  return null;
}
