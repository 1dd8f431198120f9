// Replay: every tick of a run, forwards and back, with recordings laid over it.
import type { TickOf } from '../engine/types';
import type { Address } from '../files/url';
import { emptyRun, follow, lengthOf, partingOf, playOut, type Run } from '../runs';
import type { Mode } from '../ui/header';
import type { Beside, Page, Way } from './way';

/** Of overlaid recordings. */
const EXTRA_COLOURS = [0x8b5cf6, 0xdb2777, 0x65a30d, 0x0891b2];

/** What a recording tells of a tick; before the first it tells nothing but where it begins. */
export function toldOf(run: Run, tick: number): TickOf | null {
  if (tick >= 0) return run.told[Math.min(tick, run.told.length - 1)] ?? null;
  const first = run.told[0];
  return first === undefined ? null : { ...first, tick: -1, moved: 0, tried: false, collision: null };
}

export class Replay implements Way {
  readonly panel: HTMLElement | null = null;

  constructor(protected readonly page: Page) {}

  get run(): Run {
    const { walker, main } = this.page.looked;
    return walker?.run ?? main;
  }

  get length(): number {
    return lengthOf(this.run);
  }

  get parting(): number | null {
    const parts = this.page.looked.extra.map((run) => partingOf(this.run, run)).filter((t) => t !== null);
    return parts.length === 0 ? null : Math.min(...parts);
  }

  refusal(): string | null {
    return this.page.looked.doc === null ? 'Nothing is open' : null;
  }

  async enter(was: Mode): Promise<void> {
    if (was === 'compare' && this.page.looked.walker === null) await this.playMain();
  }

  /** The main take under the scenario's own profile again, or one that is compared. */
  async playMain(profile?: string): Promise<void> {
    const { engine, looked } = this.page;
    const turn = looked.turn;
    engine.start('main', profile === undefined ? {} : { profile });
    const doc = looked.doc!;
    looked.main = emptyRun(profile ?? doc.name, 'main', doc.begin?.at ?? null);
    await playOut(engine, looked.main, doc.mode === 'crowd', () => turn === looked.turn);
    if (turn === looked.turn) follow(engine, looked.main, looked.body);
  }

  beside(): Beside[] {
    return this.page.looked.extra.map((run, i) => ({
      name: `extra${i}`,
      run,
      colour: EXTRA_COLOURS[i % EXTRA_COLOURS.length]!,
    }));
  }

  now(): TickOf | null {
    const { body, tick } = this.page.looked;
    if (this.run.take === null) return toldOf(this.run, tick);
    if (this.run.crowd.length === 0) return this.page.engine.tick(this.run.take!, tick);
    return body === null ? null : this.page.engine.tick(this.run.take!, tick, body);
  }

  seek(tick: number): void {
    this.page.looked.tick = Math.max(-1, Math.min(this.length - 1, tick));
    this.page.show();
  }

  step(by: number): void {
    this.page.setPlaying(false);
    this.seek(this.page.looked.tick + by);
  }

  toEnd(last: boolean): boolean {
    this.seek(last ? this.length - 1 : -1);
    return true;
  }

  advance(): void {
    const { looked } = this.page;
    if (looked.tick < this.length - 1) looked.tick += 1;
    else if (this.page.isLooping && this.length > 0) looked.tick = -1;
    else this.page.setPlaying(false);
  }

  rewind(): void {
    if (this.page.looked.tick >= this.length - 1) this.page.looked.tick = -1;
  }

  show(): void {}

  tell(address: Address): void {
    address.tick = this.page.looked.tick;
    if (this.page.looked.body !== null) address.body = this.page.looked.body;
  }
}
