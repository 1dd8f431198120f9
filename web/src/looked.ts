// What is open, and which tick of it is looked at.
import type { DocumentOf } from './engine/types';
import { emptyRun, type Run } from './runs';
import type { Walker } from './walker';

export class Looked {
  path = '';
  /** The file itself; of one that is no JSON nothing. */
  json: Record<string, unknown> = {};
  doc: DocumentOf | null = null;
  /** The take under the scenario's own profile, or the solid one that is compared. */
  main: Run = emptyRun('', 'main', null);
  /** Recordings that are laid over it. */
  readonly extra: Run[] = [];
  walker: Walker | null = null;
  /** -1: the beginning. */
  tick = -1;
  /** Counts what was opened: what takes its time asks whether it is still wanted. */
  turn = 0;
}
