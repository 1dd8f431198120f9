// The rule tree of a tick: calls fold, arms tell what decided them. Hovering or focusing a line shows in the picture what
// it is about.
import type { Register, TraceNode, TraceValue, Vec } from '../engine/types';
import { el } from './dom';

/** What a line is about; found from its own numbers and those around it. */
export interface About {
  polygon?: number;
  normal?: Vec;
  cell?: number;
  object?: number;
  sphere?: Vec;
  /** The function it happens in. */
  fn: string;
}

const GEOMETRY = new Set(['shape', 'world']);

function short(v: number): string {
  if (!Number.isFinite(v)) return String(v);
  return String(Number(v.toPrecision(6)));
}

function valueText(v: TraceValue): string {
  if (v.id !== undefined) return `${v.name} ${v.id > 0xffff ? `0x${v.id.toString(16).toUpperCase().padStart(8, '0')}` : v.id}`;
  if (v.op !== undefined) return `${v.name} ${short(v.value as number)} ${v.op} ${short(v.limit ?? 0)}`;
  if (Array.isArray(v.value)) return `${v.name} (${v.value.map(short).join(', ')})`;
  if (typeof v.value === 'boolean') return v.value ? 'yes' : 'no';
  if (typeof v.value === 'number') return `${v.name} ${short(v.value)}`;
  return v.name === 'result' ? String(v.value ?? '') : `${v.name} ${String(v.value ?? '')}`;
}

function resultText(v: TraceValue): string {
  return valueText({ ...v, name: 'result' }).replace(/^result /, '');
}

function aboutOf(node: TraceNode, fn: string): About {
  const about: About = { fn };
  for (const v of node.values ?? []) {
    if (v.name === 'polygon') about.polygon = v.id;
    if (v.name === 'cell' && v.id !== undefined && v.id !== 0) about.cell = v.id;
    if (v.name === 'object' && v.id !== undefined && v.id !== 0) about.object = v.id;
    if (Array.isArray(v.value)) {
      if (/(^|\s)N$/.test(v.name) || v.name === 'sliding_normal') about.normal = v.value as Vec;
      if (/^(foot|place|room at|stays at|centre)$/.test(v.name)) about.sphere = v.value as Vec;
    }
  }
  return about;
}

/** A call is about what its arms are about. */
function aboutCall(node: TraceNode): About {
  const out: About = { fn: node.call! };
  for (const child of node.children ?? []) {
    if (child.arm === undefined) continue;
    const a = aboutOf(child, node.call!);
    out.polygon ??= a.polygon;
    out.cell ??= a.cell;
    out.object ??= a.object;
    out.normal ??= a.normal;
  }
  return out;
}

export interface TreeOptions {
  rule: string;
  geometry: boolean;
  onAbout: (about: About | null) => void;
}

export class RuleTree {
  readonly node = el('ul', { class: 'tree', role: 'tree', 'aria-label': 'Rule tree of this tick' });
  private readonly meanings: Map<string, string>;
  private readonly functions: Map<string, Register['functions'][number]>;
  private options: TreeOptions = { rule: '', geometry: false, onAbout: () => {} };
  private deciding: HTMLElement | null = null;

  constructor(register: Register) {
    this.meanings = new Map(register.arms.map((a) => [a.id, a.meaning]));
    this.functions = new Map(register.functions.map((f) => [f.id, f]));
    this.node.addEventListener('keydown', (e) => this.onKey(e));
    this.node.addEventListener('mouseleave', () => this.options.onAbout(null));
  }

  show(roots: TraceNode[], options: TreeOptions): void {
    this.options = options;
    this.deciding = null;
    const items = this.build(roots, 1, '');
    this.node.replaceChildren(...items);
    if (items.length === 0) this.node.append(el('li', { class: 'empty' }, 'Nothing was traced in this tick.'));
    const first = (this.deciding ?? this.node.querySelector<HTMLElement>('[role=treeitem]')) as HTMLElement | null;
    first?.setAttribute('tabindex', '0');
    if (this.deciding !== null) this.reveal(this.deciding);
  }

  /** The last arm with the deciding rule's id is the one that decided. */
  private reveal(item: HTMLElement): void {
    item.classList.add('deciding');
    for (let up = item.parentElement?.closest<HTMLElement>('[role=treeitem]'); up != null; up = up.parentElement?.closest('[role=treeitem]')) {
      up.setAttribute('aria-expanded', 'true');
    }
    requestAnimationFrame(() => item.querySelector('.line')?.scrollIntoView({ block: 'center' }));
  }

  private shown(node: TraceNode): boolean {
    if (this.options.geometry) return true;
    const fn = node.call ?? node.arm!.slice(0, node.arm!.indexOf('.'));
    return !GEOMETRY.has(this.functions.get(fn)?.layer ?? '');
  }

  private build(nodes: TraceNode[], level: number, fn: string): HTMLElement[] {
    const out: HTMLElement[] = [];
    for (const node of nodes) {
      // What is inside a hidden call moves up into its place.
      if (!this.shown(node)) out.push(...this.build(node.children ?? [], level, node.call ?? fn));
      else out.push(node.call !== undefined ? this.call(node, level) : this.arm(node, level, fn));
    }
    return out;
  }

  private item(level: number, about: About, line: HTMLElement): HTMLElement {
    const item = el('li', { role: 'treeitem', 'aria-level': level, tabindex: -1 }, line);
    line.addEventListener('mouseenter', () => this.options.onAbout(about));
    item.addEventListener('focus', () => this.options.onAbout(about));
    return item;
  }

  private call(node: TraceNode, level: number): HTMLElement {
    const info = this.functions.get(node.call!);
    const children = this.build(node.children ?? [], level + 1, node.call!);
    const line = el(
      'div',
      { class: 'line call', title: info === undefined ? '' : `${info.retail}, spec ${info.spec}` },
      el('span', { class: 'twist', 'aria-hidden': 'true' }),
      el('code', {}, node.call!),
    );
    if (node.result !== undefined) {
      const text = resultText(node.result);
      line.append(el('span', { class: `result result-${text.toLowerCase().replace(/[^a-z]/g, '')}` }, text));
    }
    if (node.repeats !== undefined) line.append(el('span', { class: 'repeats' }, `×${node.repeats}, identical`));
    const item = this.item(level, aboutCall(node), line);
    if (children.length > 0) {
      item.setAttribute('aria-expanded', String(level <= 3));
      item.append(el('ul', { role: 'group' }, ...children));
      line.addEventListener('click', () => this.toggle(item));
    }
    return item;
  }

  private arm(node: TraceNode, level: number, fn: string): HTMLElement {
    const line = el('div', { class: 'line arm', title: node.arm! }, el('span', {}, this.meanings.get(node.arm!) ?? node.arm!));
    for (const v of node.values ?? []) line.append(el('span', { class: 'value' }, valueText(v)));
    if (node.repeats !== undefined) line.append(el('span', { class: 'repeats' }, `×${node.repeats}`));
    const item = this.item(level, aboutOf(node, fn), line);
    item.dataset.arm = node.arm!;
    if (node.arm === this.options.rule) this.deciding = item;
    return item;
  }

  private toggle(item: HTMLElement): void {
    item.setAttribute('aria-expanded', String(item.getAttribute('aria-expanded') !== 'true'));
  }

  private visible(): HTMLElement[] {
    return [...this.node.querySelectorAll<HTMLElement>('[role=treeitem]')].filter((i) => i.offsetParent !== null);
  }

  private onKey(e: KeyboardEvent): void {
    const item = (e.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    if (item === null) return;
    const all = this.visible();
    const at = all.indexOf(item);
    const open = item.getAttribute('aria-expanded');
    let next: HTMLElement | null | undefined;
    if (e.key === 'ArrowDown') next = all[at + 1];
    else if (e.key === 'ArrowUp') next = all[at - 1];
    else if (e.key === 'Home') next = all[0];
    else if (e.key === 'End') next = all[all.length - 1];
    else if (e.key === 'ArrowRight') {
      if (open === 'false') this.toggle(item);
      else if (open === 'true') next = all[at + 1];
    } else if (e.key === 'ArrowLeft') {
      if (open === 'true') this.toggle(item);
      else next = item.parentElement?.closest<HTMLElement>('[role=treeitem]');
    } else if (e.key === 'Enter' || e.key === ' ') {
      if (open !== null) this.toggle(item);
    } else return;
    e.preventDefault();
    e.stopPropagation();
    if (next != null) {
      for (const i of this.node.querySelectorAll('[tabindex="0"]')) i.setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    }
  }
}
