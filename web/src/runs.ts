// A run as the page holds it: the ticks of a take, of a trace, or of a capture.
import type { Engine, Sighting, Step, TakeName, TickOf, Vec } from './engine/types';

export interface Run {
  label: string;
  /** Null: read from a file; there is nothing to trace. */
  take: TakeName | null;
  steps: Step[];
  /** Of a crowd: the members' places after each tick. */
  crowd: Vec[][];
  /** Of a recording: what it tells of each tick. */
  told: TickOf[];
  begin: Vec | null;
  sightings: Sighting[];
  hash: string;
}

export function emptyRun(label: string, take: TakeName | null, begin: Vec | null): Run {
  return { label, take, steps: [], crowd: [], told: [], begin, sightings: [], hash: '' };
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

/** Of a crowd's run: the ticks become those of one member; null: of nobody. */
export function follow(engine: Engine, run: Run, member: number | null): void {
  if (run.take === null || run.crowd.length === 0) return;
  const of = member === null ? null : engine.member(run.take, member);
  run.steps = of?.steps ?? [];
  run.begin = of?.begin ?? null;
}

/** Where a block's corner lies, seen from the corner of another's. */
export function blockOffset(base: number, cell: number): Vec {
  const column = (c: number): number => c >>> 24;
  const row = (c: number): number => (c >>> 16) & 0xff;
  return [(column(cell) - column(base)) * 192, (row(cell) - row(base)) * 192, 0];
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
