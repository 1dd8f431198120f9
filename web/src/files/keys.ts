// A walk as its keys: what was held in each tick, short enough for a link, exact enough for the same bits.
import type { Command } from '../engine/types';

export enum Key {
  Forward = 1,
  Back = 2,
  TurnLeft = 4,
  TurnRight = 8,
  SideLeft = 16,
  SideRight = 32,
  Slow = 64,
}

export interface KeyTick {
  held: number;
  /** In JUMP_STEPS of what the mover can; absent: no jump. */
  jump?: number;
}

/** A jump's power is a whole number of these, so that its decimal is exact. */
export const JUMP_STEPS = 32;

export function commandOf(held: number): Command {
  const out: Command = { run_key: (held & Key.Slow) === 0 };
  if (held & Key.Forward) out.forward = 'walk';
  else if (held & Key.Back) out.forward = 'backwards';
  if (held & Key.SideLeft) out.sidestep = 'left';
  else if (held & Key.SideRight) out.sidestep = 'right';
  if (held & Key.TurnLeft) out.turn = 'left';
  else if (held & Key.TurnRight) out.turn = 'right';
  return out;
}

/** "1x30.1j32.0x5": held bits in hex, then ticks, or a jump in that tick. */
export function writeKeys(ticks: KeyTick[]): string {
  const out: string[] = [];
  for (let i = 0; i < ticks.length; ) {
    const { held, jump } = ticks[i]!;
    if (jump !== undefined) {
      out.push(`${held.toString(16)}j${jump}`);
      i += 1;
      continue;
    }
    let n = i;
    while (n < ticks.length && ticks[n]!.held === held && ticks[n]!.jump === undefined) n += 1;
    out.push(`${held.toString(16)}x${n - i}`);
    i = n;
  }
  return out.join('.');
}

/** More ticks than this in a link are not walked. */
const MOST_TICKS = 36_000;

export function readKeys(text: string): KeyTick[] {
  const out: KeyTick[] = [];
  for (const part of text.split('.')) {
    const match = /^([0-9a-f]{1,2})([xj])(\d{1,5})$/.exec(part);
    if (match === null) continue;
    const held = parseInt(match[1]!, 16) & 0x7f;
    const n = Number(match[3]);
    if (match[2] === 'j') out.push({ held, jump: Math.min(n, JUMP_STEPS) });
    else for (let i = 0; i < n && out.length < MOST_TICKS; ++i) out.push({ held });
    if (out.length >= MOST_TICKS) break;
  }
  return out;
}

export interface InputJson {
  ticks: number;
  command?: Command;
  jump?: { power: number };
}

/** The "inputs" of a scenario that does the same: a command is held until the next one. */
export function inputsOf(ticks: KeyTick[]): InputJson[] {
  const out: InputJson[] = [];
  let before: number | null = null;
  for (const { held, jump } of ticks) {
    const last = out[out.length - 1];
    if (held === before && jump === undefined && last !== undefined) {
      last.ticks += 1;
      continue;
    }
    const input: InputJson = { ticks: 1 };
    if (held !== before) input.command = commandOf(held);
    if (jump !== undefined) input.jump = { power: jump / JUMP_STEPS };
    out.push(input);
    before = held;
  }
  return out;
}
