// The scenario behind Walk: a body mover where a world says, or where a scenario's mover stands at a tick.
import type { TickOf, WorldLook } from '../engine/types';
import { inputsOf, type InputJson, type KeyTick } from './keys';

export interface WalkScenario {
  format: 'surefoot-scenario/1';
  name: string;
  about: string;
  mode: 'body';
  world: unknown;
  profile?: unknown;
  mover: Record<string, unknown>;
  body: Record<string, unknown>;
  inputs: InputJson[];
}

/** A player of the usual size, who runs and jumps middling well. */
const PLAYER = {
  spheres: [
    [0, 0, 0.475, 0.48],
    [0, 0, 1.35, 0.48],
  ],
  step_up_height: 0.6,
  step_down_height: 1.5,
  kind: 'player',
  id: '0x50000001',
  run: { skill: 200 },
  jump: { skill: 200 },
};

const hex = (v: number): string => `0x${v.toString(16).padStart(8, '0')}`;

export function walkInWorld(name: string, world: unknown, spawn: NonNullable<WorldLook['spawn']>): WalkScenario {
  return {
    format: 'surefoot-scenario/1',
    name: `${name}-walk`,
    about: 'Walked in the viewer.',
    mode: 'body',
    world,
    mover: PLAYER,
    body: { cell: spawn.cell, position: spawn.position, transient: [] },
    inputs: [{ ticks: 1 }],
  };
}

/** A mover of a recording as it begins, in a world. */
export function recordedIn(
  name: string,
  world: unknown,
  begin: TickOf,
  size: { radius: number; height: number } | null,
): WalkScenario {
  const { spheres, ...sizeless } = PLAYER;
  return {
    ...walkInWorld(name, world, { cell: hex(begin.cell), position: begin.bits }),
    about: 'Recorded.',
    mover: size === null ? PLAYER : { ...sizeless, ...size },
  };
}

/** From where a scenario's mover is after a tick, with its size and heights but as a player: others cannot be told by keys. Of a crowd it keeps its id. */
export function walkFrom(source: Record<string, unknown>, name: string, now: TickOf, world: unknown, id?: number): WalkScenario {
  const of = (source.mover ?? {}) as Record<string, unknown>;
  const mover: Record<string, unknown> = { ...PLAYER };
  for (const key of ['setup', 'spheres', 'radius', 'height', 'scale', 'step_up_height', 'step_down_height']) {
    if (of[key] !== undefined) mover[key] = of[key];
  }
  if (id !== undefined) mover.id = hex(id);
  if (of.setup !== undefined || of.radius !== undefined) delete mover.spheres;
  if (of.setup !== undefined && of.step_up_height === undefined) {
    delete mover.step_up_height;
    delete mover.step_down_height;
  }
  const flags = now.flags.filter((f) => f !== 'ACTIVE');
  const body: Record<string, unknown> = {
    cell: hex(now.cell),
    position: now.bits,
    rotation: now.rotation,
    velocity: now.velocity,
    transient: flags,
  };
  if (now.contact !== null)
    body.contact_plane = {
      plane: [...now.contact.normal, now.contact.d],
      cell: hex(now.contact.cell),
      water: now.contact.water,
    };
  if (now.sliding !== null) body.sliding_normal = now.sliding;
  return {
    format: 'surefoot-scenario/1',
    name: `${name}-walk`,
    about: `Walked in the viewer, from tick ${now.tick} of ${name}.`,
    mode: 'body',
    world,
    ...(Array.isArray(source.profile) ? { profile: source.profile } : {}),
    mover,
    body,
    inputs: [{ ticks: 1 }],
  };
}

export function withKeys(scenario: WalkScenario, keys: KeyTick[]): WalkScenario {
  return { ...scenario, inputs: keys.length === 0 ? [{ ticks: 1 }] : inputsOf(keys) };
}
