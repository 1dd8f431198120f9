// A way of looking at what is open: what it shows, and what the keys of time do in it.
import type { Engine, TickOf } from '../engine/types';
import type { Address } from '../files/url';
import type { Looked } from '../looked';
import type { Run } from '../runs';
import type { Stage } from '../scene/stage';
import type { Mode } from '../ui/header';

/** A run that is drawn beside the one that is looked at. */
export interface Beside {
  /** Of its figure in the picture. */
  name: string;
  run: Run;
  colour: number;
}

/** What ways of looking ask of the page. */
export interface Page {
  readonly engine: Engine;
  readonly stage: Stage;
  readonly looked: Looked;
  readonly now: TickOf | null;
  readonly playing: boolean;
  readonly isLooping: boolean;
  show(): void;
  setPlaying(on: boolean): void;
  /** Another way is chosen. */
  setMode(mode: Mode): Promise<void>;
  /** This way is taken as it is, without being entered. */
  become(mode: Mode): void;
  /** A walk has begun as an address says. */
  begun(address: Address): void;
  /** Draws the open document's world anew. */
  showWorld(): void;
  fail(path: string, fault: unknown): void;
}

export interface Way {
  /** What stands beside the picture. */
  readonly panel: HTMLElement | null;
  /** The run that is looked at. */
  readonly run: Run;
  readonly length: number;
  /** The first tick after which what is shown differs. */
  readonly parting: number | null;
  /** Why what is open cannot be looked at this way; null: it can. */
  refusal(): string | null;
  /** Chosen after another. */
  enter(was: Mode): Promise<void>;
  beside(): Beside[];
  now(): TickOf | null;
  seek(tick: number): void;
  step(by: number): void;
  /** To the first or last tick; false: that is no key of this way. */
  toEnd(last: boolean): boolean;
  /** The clock's next tick. */
  advance(): void;
  /** To the first tick again, where playing stands at the last. */
  rewind(): void;
  /** Its own part of what is shown, once the picture has its marks. */
  show(): void;
  /** Its own part of a link. */
  tell(address: Address): void;
}
