// Replay: every tick of a run, forwards and back, with recordings laid over it.
import type { TickOf } from '../engine/types';
import type { Address } from '../files/url';
import { emptyRun, lengthOf, partingOf, playOut, type Run } from '../runs';
import type { Mode } from '../ui/header';
import type { Beside, Page, Way } from './way';

/** Of overlaid recordings. */
const EXTRA_COLOURS = [0x8b5cf6, 0xdb2777, 0x65a30d, 0x0891b2];

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
  }

  beside(): Beside[] {
    return this.page.looked.extra.map((run, i) => ({
      name: `extra${i}`,
      run,
      colour: EXTRA_COLOURS[i % EXTRA_COLOURS.length]!,
    }));
  }

  now(): TickOf | null {
    if (this.run.crowd.length > 0) return null;
    return this.page.engine.tick(this.run.take!, this.page.looked.tick);
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
  }
}
