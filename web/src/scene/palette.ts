// Colours of the picture, by theme. Surfaces say what they are to a mover; contact states are the same on the path and
// on the timeline.
import { Surface } from '../engine/types';

export type Theme = 'light' | 'dark';

export interface Palette {
  sky: number;
  zenith: number;
  fog: number;
  surface: Record<Surface, number>;
  water: number;
  edge: number;
  edgeOpacity: number;
  shape: number;
  mover: number;
  ghost: number;
  contact: number;
  sliding: number;
  walkable: number;
  highlight: number;
  wish: number;
}

export const PALETTES: Record<Theme, Palette> = {
  light: {
    sky: 0xe9eef2,
    zenith: 0xbfd3e2,
    fog: 0xe9eef2,
    surface: {
      [Surface.Walkable]: 0xa9c29a,
      [Surface.Landing]: 0xe3b45c,
      [Surface.Wall]: 0xc9a08f,
      [Surface.Ceiling]: 0xc4c4c8,
      [Surface.Portal]: 0x3aa0c8,
    },
    water: 0x6fa9d6,
    edge: 0x2a3138,
    edgeOpacity: 0.32,
    shape: 0xa79fc4,
    mover: 0x0f766e,
    ghost: 0xd9480f,
    contact: 0x1d4ed8,
    sliding: 0xbe123c,
    walkable: 0x0d9488,
    highlight: 0xd946ef,
    wish: 0x7c3aed,
  },
  dark: {
    sky: 0x171b20,
    zenith: 0x0a0d11,
    fog: 0x171b20,
    surface: {
      [Surface.Walkable]: 0x5f7d55,
      [Surface.Landing]: 0xa97c2c,
      [Surface.Wall]: 0x7d5a4f,
      [Surface.Ceiling]: 0x55585e,
      [Surface.Portal]: 0x3aa0c8,
    },
    water: 0x3f74a3,
    edge: 0xdfe6ee,
    edgeOpacity: 0.22,
    shape: 0x766c9a,
    mover: 0x2dd4bf,
    ghost: 0xfb923c,
    contact: 0x60a5fa,
    sliding: 0xfb7185,
    walkable: 0x5eead4,
    highlight: 0xf0abfc,
    wish: 0xc4b5fd,
  },
};

export type Stand = 'walkable' | 'steep' | 'air' | 'stopped' | 'still';

export const STANDS: Record<Stand, { colour: string; label: string }> = {
  walkable: { colour: '#1f9d55', label: 'on walkable ground' },
  steep: { colour: '#e08214', label: 'in contact, not walkable' },
  air: { colour: '#3b82f6', label: 'in the air' },
  stopped: { colour: '#d0264a', label: 'wished to move and did not' },
  still: { colour: '#9aa5ab', label: 'at rest' },
};

const CONTACT = 0x1;
const ON_WALKABLE = 0x2;
/** Less than this is no movement, metres; as in the tool's plots. */
const STILL = 0.001;

export function standOf(step: { moved: number; transient: number; tried: boolean }): Stand {
  if (step.moved < STILL) return step.tried ? 'stopped' : 'still';
  if ((step.transient & CONTACT) === 0) return 'air';
  return (step.transient & ON_WALKABLE) !== 0 ? 'walkable' : 'steep';
}
