// The bar below: the clock, what is drawn, the timeline; on a phone the walking pad.
import type { Layers } from '../scene/stage';
import { byId, cellText, el } from './dom';
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
  body(body: number | null): void;
}

/** Drawn, as not every font has the signs. */
const ICONS = {
  play: 'M4 2.5 13.5 8 4 13.5Z',
  pause: 'M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z',
  first: 'M2.5 2.5h2v11h-2zM13.5 2.5v11L5.5 8z',
  last: 'M11.5 2.5h2v11h-2zM2.5 2.5v11l8-5.5z',
  back: 'M11.5 2.5v11L3.5 8z',
  next: 'M4.5 2.5v11l8-5.5z',
  forward: 'M8 3 14 12H2z',
  down: 'M8 13 2 4h12z',
  left: 'M3 8 12 2v12z',
  right: 'M13 8 4 14V2z',
  jump: 'M8 1.5 13 8h-3v3H6V8H3zM3 12.5h10v2H3z',
};

function icon(name: keyof typeof ICONS): SVGSVGElement {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('width', '14');
  svg.setAttribute('height', '14');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(ns, 'path');
  path.setAttribute('d', ICONS[name]);
  path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
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
  private readonly body: HTMLSelectElement;
  private members: readonly { id: number }[] | undefined;
  private readonly pad: HTMLElement;

  constructor(actions: ControlActions) {
    this.timeline = new Timeline(actions.seek);
    const button = (text: string | Node, label: string, act: () => void, id?: string): HTMLButtonElement =>
      el('button', { type: 'button', title: label, 'aria-label': label, onclick: act, ...(id !== undefined ? { id } : {}) }, text);
    this.playButton = button(icon('play'), 'Play', () => actions.toggle(), 'play');
    this.playButton.classList.add('primary');
    this.loopBox = el('input', { type: 'checkbox', id: 'loop', onchange: () => actions.loop(this.loopBox.checked) });
    const loop = el('label', { class: 'check', for: 'loop' }, this.loopBox, 'loop');
    const speed = el('select', { 'aria-label': 'Speed', id: 'speed', onchange: () => actions.speed(Number(speed.value)) });
    for (const s of SPEEDS) speed.append(el('option', { value: s, selected: s === 1 }, `${s}×`));
    const undo = button('Undo', 'Undo a tick (Backspace)', () => actions.undo(1), 'undo');
    const copy = button('Copy walk as scenario', 'Runs to the same bits with surefoot run', () => actions.copyWalk(), 'copy-walk');
    this.back = button('Back to the scenario', 'Leave the walk', () => actions.backToScenario(), 'back');
    const begin = button(icon('first'), 'First tick (Home)', () => actions.toEnd(false));
    const end = button(icon('last'), 'Last tick (End)', () => actions.toEnd(true));
    const back = button(icon('back'), 'A tick back (←)', () => actions.step(-1));
    const next = button(icon('next'), 'One tick (→, in Walk .)', () => actions.step(1), 'single');
    this.body = el('select', {
      id: 'body',
      'aria-label': 'Body of the crowd',
      onchange: () => actions.body(this.body.value === '' ? null : Number(this.body.value)),
    });
    this.walkOnly = [undo, copy];
    this.replayOnly = [begin, end, back, loop];
    const layers = el('fieldset', { class: 'layers' }, el('legend', { class: 'unseen' }, 'What is drawn'));
    for (const [name, text] of LAYERS) {
      const box = el('input', { type: 'checkbox', id: `layer-${name}`, onchange: () => actions.layer(name, box.checked) });
      this.boxes.set(name, box);
      layers.append(el('label', { class: 'check', for: `layer-${name}` }, box, text));
    }
    byId('controls').append(
      el('div', { class: 'row' }, begin, back, this.playButton, next, end, speed, loop, this.body, undo, copy, this.back, layers),
      this.timeline.node,
    );
    this.pad = this.makePad(actions);
    byId('view').append(this.pad);
  }

  /** Keys for fingers. */
  private makePad(actions: ControlActions): HTMLElement {
    const pad = el('div', { class: 'pad', role: 'group', 'aria-label': 'Walking keys' });
    const key = (sign: keyof typeof ICONS, label: string, code: string, area: string): void => {
      const b = el('button', { type: 'button', 'aria-label': label, style: `grid-area:${area}` }, icon(sign));
      b.addEventListener('pointerdown', (e) => {
        e.preventDefault();
        b.setPointerCapture(e.pointerId);
        actions.key(code, true);
      });
      for (const kind of ['pointerup', 'pointercancel']) b.addEventListener(kind, () => actions.key(code, false));
      pad.append(b);
    };
    key('forward', 'Forward', 'KeyW', 'f');
    key('down', 'Back', 'KeyS', 'b');
    key('left', 'Turn left', 'KeyA', 'l');
    key('right', 'Turn right', 'KeyD', 'r');
    key('jump', 'Jump', 'Space', 'j');
    return pad;
  }

  /** Of a crowd, who is in it and who of them is looked at. */
  showBodies(members: readonly { id: number }[] | undefined, body: number | null): void {
    this.body.hidden = members === undefined;
    if (members !== this.members) {
      this.members = members;
      this.body.replaceChildren(el('option', { value: '' }, 'the whole crowd'));
      members?.forEach((m, i) => this.body.append(el('option', { value: i }, `body ${i} (${cellText(m.id)})`)));
    }
    this.body.value = body === null ? '' : String(body);
  }

  show(mode: Mode, playing: boolean, isWalk: boolean, cameFrom: boolean, loop: boolean, layers: Layers): void {
    this.playButton.replaceChildren(icon(playing ? 'pause' : 'play'));
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
