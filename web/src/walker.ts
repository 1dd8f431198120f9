// Walk: keys become ticks of a body, thirty a second of its time, one after the other and undone as far as one likes.
import type { Engine, TickOf } from './engine/types';
import { commandOf, JUMP_STEPS, Key, readKeys, writeKeys, type KeyTick } from './files/keys';
import { withKeys, type WalkScenario } from './files/walk_scenario';
import { emptyRun, type Run } from './runs';

const HELD: Record<string, Key> = {
  KeyW: Key.Forward,
  KeyS: Key.Back,
  KeyA: Key.TurnLeft,
  KeyD: Key.TurnRight,
  KeyQ: Key.SideLeft,
  KeyE: Key.SideRight,
  ShiftLeft: Key.Slow,
  ShiftRight: Key.Slow,
};

export class Walker {
  readonly run: Run;
  keys: KeyTick[] = [];
  now: TickOf;
  private down = 0;
  private charge: number | null = null;
  private jump: number | null = null;

  constructor(
    private readonly engine: Engine,
    readonly scenario: WalkScenario,
    /** Tick of the scenario it came from; undefined for a world. */
    readonly from: number | undefined,
  ) {
    engine.start('walk', { walk: true });
    this.now = engine.tick('walk', -1);
    this.run = emptyRun('walk', 'walk', this.now.at);
  }

  /** Whether the key is one of walking's. */
  press(code: string, on: boolean): boolean {
    const bit = HELD[code];
    if (bit !== undefined) {
      this.down = on ? this.down | bit : this.down & ~bit;
      return true;
    }
    if (code !== 'Space') return false;
    if (on) this.charge ??= 0;
    else if (this.charge !== null) {
      // Touched is a full jump; held for longer than a tick it is what was charged.
      this.jump = this.charge <= 2 ? JUMP_STEPS : Math.min(JUMP_STEPS, this.charge);
      this.charge = null;
    }
    return true;
  }

  release(): void {
    this.down = 0;
    this.charge = null;
  }

  step(): void {
    const tick: KeyTick = { held: this.down };
    if (this.charge !== null) this.charge += 1;
    if (this.jump !== null) tick.jump = this.jump;
    this.jump = null;
    this.take(tick);
  }

  private take(tick: KeyTick): void {
    const before = this.keys[this.keys.length - 1]?.held;
    const news = this.engine.walk('walk', {
      ...(tick.held !== before ? { command: commandOf(tick.held) } : {}),
      ...(tick.jump !== undefined ? { jump: tick.jump / JUMP_STEPS } : {}),
    });
    this.keys.push(tick);
    this.run.steps.push(...news.steps);
    this.run.sightings.push(...news.sightings);
    this.run.hash = news.hash;
    this.now = news.now;
  }

  undo(ticks: number): void {
    const to = Math.max(0, ticks);
    if (to >= this.keys.length) return;
    const undone = this.engine.undo('walk', to);
    this.keys.length = to;
    this.run.steps.length = to;
    this.run.sightings = this.run.sightings.filter((s) => s.tick < to);
    this.run.hash = to === 0 ? '' : undone.hash;
    this.now = this.engine.tick('walk', to - 1);
  }

  /** From a link. */
  repeat(text: string): void {
    for (const tick of readKeys(text)) this.take(tick);
  }

  get written(): string {
    return writeKeys(this.keys);
  }

  /** Runs to the same bits in `surefoot run`. */
  get text(): string {
    return `${JSON.stringify(withKeys(this.scenario, this.keys), null, 2)}\n`;
  }
}
