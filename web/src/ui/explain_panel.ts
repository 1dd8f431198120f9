// Explain: the closing sentence on top, the tree below, and the moment as a scenario.
import type { Register, Traced } from '../engine/types';
import { el } from './dom';
import { RuleTree, type About } from './tree';

export interface ExplainActions {
  about(about: About | null): void;
  copy(): void;
}

export class ExplainPanel {
  readonly node: HTMLElement;
  private readonly sentence = el('p', { class: 'sentence', id: 'sentence' });
  private readonly rule = el('p', { class: 'rule', id: 'rule' });
  private readonly tree: RuleTree;
  private readonly geometry: HTMLInputElement;
  private traced: Traced | null = null;
  private readonly functions: Map<string, Register['functions'][number]>;

  constructor(
    register: Register,
    private readonly actions: ExplainActions,
  ) {
    this.tree = new RuleTree(register);
    this.functions = new Map(register.functions.map((f) => [f.id, f]));
    this.geometry = el('input', { type: 'checkbox', id: 'geometry', onchange: () => this.refresh() });
    this.node = el(
      'div',
      { class: 'explain' },
      el('h2', {}, 'Why'),
      this.sentence,
      this.rule,
      el(
        'div',
        { class: 'row' },
        el('button', { type: 'button', class: 'primary', id: 'copy-scenario', onclick: () => actions.copy() }, 'Copy as scenario'),
        el('label', { for: 'geometry', class: 'check' }, this.geometry, 'polygon tests and search for cells'),
      ),
      this.tree.node,
    );
  }

  show(traced: Traced | null, reason = ''): void {
    this.traced = traced;
    if (traced === null) {
      this.sentence.textContent = reason;
      this.rule.replaceChildren();
      this.tree.show([], { rule: '', geometry: false, onAbout: () => {} });
      return;
    }
    this.sentence.textContent = traced.summary;
    const fn = this.functions.get(traced.rule.slice(0, traced.rule.indexOf('.')));
    this.rule.replaceChildren();
    if (traced.rule !== '') {
      this.rule.append('decided by ', el('code', {}, traced.rule));
      if (fn !== undefined) {
        const address = fn.address !== 0 ? ` at 0x${fn.address.toString(16).toUpperCase().padStart(8, '0')}` : '';
        this.rule.append(el('span', { class: 'dim' }, ` ${fn.retail}${address}, spec ${fn.spec}`));
      }
    }
    if (traced.chain !== '') this.rule.append(el('details', {}, el('summary', {}, 'how, with the numbers'), traced.chain));
    this.refresh();
  }

  private refresh(): void {
    if (this.traced === null) return;
    this.tree.show(this.traced.tree, {
      rule: this.traced.rule,
      geometry: this.geometry.checked,
      onAbout: (about) => this.actions.about(about),
    });
  }
}
