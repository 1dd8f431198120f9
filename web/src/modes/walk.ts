// Walk: the mover led by keys, from the tick that is looked at, or in a world that has no scenario.
import type { TickOf } from '../engine/types';
import { folderOf } from '../files/files';
import type { Address } from '../files/url';
import { walkFrom, type WalkScenario } from '../files/walk_scenario';
import { emptyRun, lengthOf, type Run } from '../runs';
import { copyText, toast } from '../ui/dom';
import { Walker } from '../walker';
import type { Beside, Page, Way } from './way';

export class Walk implements Way {
  readonly panel = null;

  constructor(private readonly page: Page) {}

  get run(): Run {
    const { walker, main } = this.page.looked;
    return walker?.run ?? main;
  }

  get length(): number {
    return lengthOf(this.run);
  }

  get parting(): number | null {
    return null;
  }

  refusal(): string | null {
    const { doc } = this.page.looked;
    if (doc === null) return 'Nothing is open';
    return doc.mode === 'crowd' ? 'A crowd has no single mover' : null;
  }

  /** On from the tick that is looked at; with no walk yet, one begins there. */
  async enter(): Promise<void> {
    const { looked } = this.page;
    looked.walker?.undo(looked.tick + 1);
    this.toLast();
  }

  /** Takes over where the scenario's mover stands. */
  fromHere(address: Address): void {
    const { engine, looked } = this.page;
    const now = engine.tick('main', looked.tick);
    const from = looked.tick;
    const source = looked.json.format === undefined ? {} : looked.json;
    if (source.world === undefined) {
      toast('This document cannot be walked in: it names no world');
      return;
    }
    try {
      this.begin(walkFrom(source, looked.doc!.name, now, source.world), from, address);
    } catch (fault) {
      this.page.fail(looked.path, fault);
    }
  }

  begin(scenario: WalkScenario, from: number | undefined, address: Address): void {
    const { engine, looked, stage } = this.page;
    looked.doc = engine.openText(JSON.stringify(scenario), folderOf(looked.path));
    const walker = new Walker(engine, scenario, from);
    looked.walker = walker;
    looked.main = emptyRun(looked.doc.name, 'main', walker.run.begin);
    this.page.showWorld();
    const { orbit } = stage;
    orbit.following = true;
    orbit.pitch = 0.38;
    orbit.distance = 6.5;
    if (address.keys !== undefined) walker.repeat(address.keys);
    orbit.yaw = headingOf(walker.now);
    this.toLast();
    if (address.view !== undefined) orbit.view = address.view;
    this.page.become('walk');
    this.page.setPlaying(address.keys === undefined);
    this.page.begun(address);
  }

  private toLast(): void {
    const { looked } = this.page;
    looked.tick = (looked.walker?.keys.length ?? 0) - 1;
  }

  key(code: string, down: boolean): boolean {
    return this.page.looked.walker?.press(code, down) ?? false;
  }

  beside(): Beside[] {
    return [];
  }

  now(): TickOf | null {
    return this.page.looked.walker?.now ?? null;
  }

  seek(tick: number): void {
    this.page.setPlaying(false);
    this.page.looked.walker?.undo(tick + 1);
    this.toLast();
    this.page.show();
  }

  step(by: number): void {
    this.page.setPlaying(false);
    const { walker } = this.page.looked;
    if (by > 0) this.advance();
    else walker?.undo(walker.keys.length + by);
    this.toLast();
    this.page.show();
  }

  undo(ticks: number): void {
    this.step(-ticks);
  }

  toEnd(): boolean {
    return false;
  }

  advance(): void {
    const { looked, stage } = this.page;
    const { walker } = looked;
    if (walker === null) return;
    const before = headingOf(walker.now);
    try {
      walker.step();
    } catch (fault) {
      this.page.fail(looked.path, fault);
      return;
    }
    this.toLast();
    // The camera stays where it is behind his back.
    if (stage.orbit.following) stage.orbit.yaw += turnBetween(before, headingOf(walker.now));
  }

  rewind(): void {}

  show(): void {}

  tell(): void {}

  async copy(): Promise<void> {
    const { walker } = this.page.looked;
    if (walker === null) return;
    await copyText(walker.text);
    toast('Copied: save it beside its world, and `surefoot run` gives the same hash');
  }
}

/** Radians of the direction a mover looks in, from +x. */
function headingOf(now: TickOf): number {
  const [w, x, y, z] = now.rotation;
  return Math.atan2(1 - 2 * (x * x + z * z), 2 * (x * y - w * z));
}

function turnBetween(a: number, b: number): number {
  return Math.atan2(Math.sin(b - a), Math.cos(b - a));
}
