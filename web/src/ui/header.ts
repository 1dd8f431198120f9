// The bar on top: what is open, the four ways of looking at it, and what is done with the picture.
import type { ShippedFile } from '../files/files';
import { shippedPath } from '../files/files';
import { byId, el } from './dom';

export type Mode = 'walk' | 'replay' | 'explain' | 'compare';
export const MODES: Mode[] = ['walk', 'replay', 'explain', 'compare'];

const HINTS: Record<Mode, string> = {
  walk: 'Move by keys, from here on',
  replay: 'Scrub through the ticks',
  explain: 'Which rules decided this tick',
  compare: 'Two profiles at once',
};

export interface HeaderActions {
  open(path: string): void;
  files(list: File[]): void;
  mode(mode: Mode): void;
  link(): void;
  png(): void;
  theme(): void;
  help(): void;
}

export class Header {
  private readonly select: HTMLSelectElement;
  private readonly tabs = new Map<Mode, HTMLButtonElement>();

  constructor(actions: HeaderActions) {
    this.select = el('select', {
      id: 'document',
      'aria-label': 'World or scenario',
      onchange: () => {
        if (this.select.value !== '') actions.open(this.select.value);
      },
    });
    const input = el('input', {
      type: 'file',
      multiple: true,
      accept: '.json,.jsonl,.sfw',
      class: 'unseen',
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => {
        actions.files([...(input.files ?? [])]);
        input.value = '';
      },
    });
    const tabs = el('nav', { class: 'tabs', 'aria-label': 'Ways of looking' });
    for (const mode of MODES) {
      const name = mode[0]!.toUpperCase() + mode.slice(1);
      const tab = el('button', { type: 'button', title: HINTS[mode], onclick: () => actions.mode(mode) }, name);
      this.tabs.set(mode, tab);
      tabs.append(tab);
    }
    byId('header').append(
      el(
        'div',
        { class: 'brand' },
        el('img', { src: './icon.svg', alt: '', width: 24, height: 24 }),
        el('h1', {}, 'Surefoot'),
      ),
      el(
        'div',
        { class: 'opener' },
        this.select,
        el('button', { type: 'button', title: 'Open files of your own (or drop them here)', onclick: () => input.click() }, 'Open…'),
        input,
      ),
      tabs,
      el(
        'div',
        { class: 'tools' },
        this.tool('Copy link', 'Copy a link to this view', () => actions.link()),
        this.tool('PNG', 'Save the picture as PNG', () => actions.png()),
        this.tool('◐', 'Light or dark', () => actions.theme()),
        this.tool('?', 'Keys and help', () => actions.help()),
      ),
    );
  }

  private tool(text: string, label: string, act: () => void): HTMLButtonElement {
    return el('button', { type: 'button', title: label, 'aria-label': label, onclick: act }, text);
  }

  list(shipped: ShippedFile[], own: { path: string; name: string }[]): void {
    this.select.replaceChildren(el('option', { value: '' }, 'Choose a world or scenario'));
    const group = (label: string, files: { path: string; name: string }[]): void => {
      if (files.length === 0) return;
      const node = el('optgroup', { label });
      for (const f of files) node.append(el('option', { value: f.path }, f.name));
      this.select.append(node);
    };
    const of = (test: (f: ShippedFile) => boolean): { path: string; name: string }[] =>
      shipped.filter(test).map((f) => ({ path: shippedPath(f.path), name: f.name }));
    group('Yours', own);
    group('Scenarios', of((f) => f.kind === 'scenario' && !f.path.includes('/')));
    group('What ports do differently', of((f) => f.kind === 'scenario' && f.path.includes('/')));
    group('Worlds', of((f) => f.kind === 'world'));
  }

  show(path: string, mode: Mode, possible: Record<Mode, string | null>): void {
    this.select.value = path;
    for (const [name, tab] of this.tabs) {
      const reason = possible[name];
      if (name === mode) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
      tab.disabled = reason !== null;
      tab.title = reason ?? HINTS[name];
    }
  }
}
