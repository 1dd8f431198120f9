// Everything that is looked at, in the part of the address behind "#".
import type { View } from '../scene/camera';
import { MODES, type Mode } from '../ui/header';

export interface Address {
  open?: string;
  mode?: Mode;
  tick?: number;
  /** A walk: the tick of the scenario it begins at, and its keys. */
  from?: number;
  keys?: string;
  left?: string;
  right?: string;
  /** Of a crowd: the body that is looked at. */
  body?: number;
  /** What is drawn, where that is not the usual. */
  layers?: string[];
  view?: View;
}

const round = (v: number): number => Math.round(v * 1000) / 1000;

export function writeAddress(a: Address): string {
  const out = new URLSearchParams();
  if (a.open !== undefined) out.set('open', a.open);
  if (a.mode !== undefined) out.set('mode', a.mode);
  if (a.tick !== undefined) out.set('tick', String(a.tick));
  if (a.body !== undefined) out.set('body', String(a.body));
  if (a.from !== undefined) out.set('from', String(a.from));
  if (a.keys !== undefined) out.set('keys', a.keys);
  if (a.left !== undefined) out.set('left', a.left);
  if (a.right !== undefined) out.set('right', a.right);
  if (a.layers !== undefined) out.set('layers', a.layers.join(','));
  if (a.view !== undefined) {
    const { yaw, pitch, distance, target } = a.view;
    out.set('camera', [yaw, pitch, distance, ...(target ?? [])].map(round).join(','));
  }
  return out.toString().replace(/%2F/g, '/').replace(/%2C/g, ',');
}

export function readAddress(text: string): Address {
  const in_ = new URLSearchParams(text.replace(/^#/, ''));
  const out: Address = {};
  const word = (name: 'open' | 'keys' | 'left' | 'right'): void => {
    const v = in_.get(name);
    if (v !== null) out[name] = v;
  };
  const number = (name: 'tick' | 'from' | 'body'): void => {
    const v = Number(in_.get(name) ?? NaN);
    if (Number.isInteger(v)) out[name] = v;
  };
  word('open');
  word('keys');
  word('left');
  word('right');
  number('tick');
  number('from');
  number('body');
  const layers = in_.get('layers');
  if (layers !== null) out.layers = layers.split(',');
  const mode = in_.get('mode');
  if (MODES.includes(mode as Mode)) out.mode = mode as Mode;
  const camera = (in_.get('camera') ?? '').split(',').map(Number);
  if (camera.every(Number.isFinite) && (camera.length === 3 || camera.length === 6)) {
    const [yaw, pitch, distance, x, y, z] = camera as [number, number, number, number?, number?, number?];
    out.view = { yaw, pitch, distance, target: x === undefined ? null : [x, y!, z!] };
  }
  return out;
}
