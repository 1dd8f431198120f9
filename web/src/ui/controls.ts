// The bar below: the clock, what is drawn, the timeline; on a phone the walking pad.
import type { Layers } from '../scene/stage';
import { byId, el } from './dom';
import type { Mode } from './header';
import { Timeline } from './timeline';

export interface ControlActions {
  seek(tick: number): void;
  step(by: number): void;
  toEnd(last: boolean): void;
  toggle(): void;
  undo(ticks: number): void;
  loop(on: boolean): void;
  speed(factor: number): void;
  layer(name: keyof Layers, on: boolean): void;
  key(code: string, down: boolean): void;
  copyWalk(): void;
  backToScenario(): void;
}

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const LAYERS: [keyof Layers, string][] = [
  ['edges', 'edges'],
  ['portals', 'portals'],
  ['path', 'path'],
  ['marks', 'planes'],
  ['tree', 'BSP'],
];

export class Controls {
  readonly timeline: Timeline;
  private readonly playButton: HTMLButtonElement;
  private readonly loopBox: HTMLInputElement;
  private readonly boxes = new Map<keyof Layers, HTMLInputElement>();
  private readonly walkOnly: HTMLElement[];
  private readonly replayOnly: HTMLElement[];
  private readonly back: HTMLElement;
  private readonly pad: HTMLElement;

  constructor(actions: ControlActions) {
    this.timeline = new Timeline(actions.seek);
    const button = (text: string, label: string, act: () => void, id?: string): HTMLButtonElement =>
      el('button', { type: 'button', title: label, 'aria-label': label, onclick: act, ...(id !== undefined ? { id } : {}) }, text);
    this.playButton = button('▶', 'Play', () => actions.toggle(), 'play');
    this.playButton.classList.add('primary');
    this.loopBox = el('input', { type: 'checkbox', id: 'loop', onchange: () => actions.loop(this.loopBox.checked) });
    const loop = el('label', { class: 'check', for: 'loop' }, this.loopBox, 'loop');
    const speed = el('select', { 'aria-label': 'Speed', id: 'speed', onchange: () => actions.speed(Number(speed.value)) });
    for (const s of SPEEDS) speed.append(el('option', { value: s, selected: s === 1 }, `${s}×`));
    const undo = button('Undo', 'Undo a tick (Backspace)', () => actions.undo(1), 'undo');
    const copy = button('Copy walk as scenario', 'Runs to the same bits with surefoot run', () => actions.copyWalk(), 'copy-walk');
    this.back = button('Back to the scenario', 'Leave the walk', () => actions.backToScenario(), 'back');
    const begin = button('⏮', 'First tick (Home)', () => actions.toEnd(false));
    const end = button('⏭', 'Last tick (End)', () => actions.toEnd(true));
    const back = button('◂', 'A tick back (←)', () => actions.step(-1));
    const next = button('▸', 'One tick (→, in Walk .)', () => actions.step(1), 'single');
    this.walkOnly = [undo, copy];
    this.replayOnly = [begin, end, back, loop];
    const layers = el('fieldset', { class: 'layers' }, el('legend', { class: 'unseen' }, 'What is drawn'));
    for (const [name, text] of LAYERS) {
      const box = el('input', { type: 'checkbox', id: `layer-${name}`, onchange: () => actions.layer(name, box.checked) });
      this.boxes.set(name, box);
      layers.append(el('label', { class: 'check', for: `layer-${name}` }, box, text));
    }
    byId('controls').append(
      el('div', { class: 'row' }, begin, back, this.playButton, next, end, speed, loop, undo, copy, this.back, layers),
      this.timeline.node,
    );
    this.pad = this.makePad(actions);
    byId('view').append(this.pad);
  }

  /** Keys for fingers. */
  private makePad(actions: ControlActions): HTMLElement {
    const pad = el('div', { class: 'pad', role: 'group', 'aria-label': 'Walking keys' });
    const key = (text: string, label: string, code: string, area: string): void => {
      const b = el('button', { type: 'button', 'aria-label': label, style: `grid-area:${area}` }, text);
      b.addEventListener('pointerdown', (e) => {
        e.preventDefault();
        b.setPointerCapture(e.pointerId);
        actions.key(code, true);
      });
      for (const kind of ['pointerup', 'pointercancel']) b.addEventListener(kind, () => actions.key(code, false));
      pad.append(b);
    };
    key('▲', 'Forward', 'KeyW', 'f');
    key('▼', 'Back', 'KeyS', 'b');
    key('↺', 'Turn left', 'KeyA', 'l');
    key('↻', 'Turn right', 'KeyD', 'r');
    key('⤒', 'Jump', 'Space', 'j');
    return pad;
  }

  show(mode: Mode, playing: boolean, isWalk: boolean, cameFrom: boolean, loop: boolean, layers: Layers): void {
    this.playButton.textContent = playing ? '⏸' : '▶';
    const label = mode === 'walk' ? (playing ? 'Pause (P)' : 'Go on (P)') : playing ? 'Pause (Space)' : 'Play (Space)';
    this.playButton.title = label;
    this.playButton.setAttribute('aria-label', label);
    for (const node of this.walkOnly) node.hidden = !isWalk;
    this.walkOnly[0]!.hidden = mode !== 'walk';
    for (const node of this.replayOnly) node.hidden = mode === 'walk';
    this.back.hidden = !isWalk || !cameFrom;
    this.pad.hidden = mode !== 'walk';
    this.loopBox.checked = loop;
    for (const [name, box] of this.boxes) box.checked = layers[name];
  }
}
