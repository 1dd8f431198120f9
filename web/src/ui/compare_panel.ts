// Compare: two profiles, where they part, and by which rule.
import type { Parting, Register } from '../engine/types';
import { el, metres } from './dom';

export interface CompareActions {
  profiles(left: string, right: string): void;
  goToParting(): void;
}

export class ComparePanel {
  readonly node: HTMLElement;
  private readonly left: HTMLSelectElement;
  private readonly right: HTMLSelectElement;
  private readonly verdict = el('div', { class: 'verdict', id: 'verdict' });

  constructor(
    private readonly register: Register,
    private readonly actions: CompareActions,
  ) {
    this.left = this.select('profile-left', 'Solid');
    this.right = this.select('profile-right', 'Ghost');
    this.node = el(
      'div',
      { class: 'compare' },
      el('h2', {}, 'Compare'),
      el(
        'div',
        { class: 'sides' },
        el('label', { for: 'profile-left', class: 'solid' }, 'Solid'),
        this.left,
        el('label', { for: 'profile-right', class: 'ghost' }, 'Ghost'),
        this.right,
      ),
      this.verdict,
    );
  }

  private select(id: string, label: string): HTMLSelectElement {
    const select = el('select', {
      id,
      'aria-label': `${label} profile`,
      onchange: () => this.actions.profiles(this.left.value, this.right.value),
    });
    const profiles = el('optgroup', { label: 'Profiles' });
    for (const p of this.register.profiles) profiles.append(el('option', { value: p }, p));
    const flags = el('optgroup', { label: 'Single divergences' });
    for (const d of this.register.divergences)
      flags.append(el('option', { value: d.id, title: d.symptom }, d.label === '' ? d.id : `${d.id} (${d.label})`));
    select.append(profiles, flags);
    return select;
  }

  private set(select: HTMLSelectElement, value: string): void {
    if (![...select.options].some((o) => o.value === value)) select.append(el('option', { value }, value));
    select.value = value;
  }

  show(left: string, right: string, parting: Parting): void {
    this.set(this.left, left);
    this.set(this.right, right);
    const d = parting.difference;
    if (d === null) {
      this.verdict.replaceChildren(
        el('p', { class: 'sentence' }, `The same to the last bit, in all ${parting.ticks} ticks.`),
      );
      return;
    }
    const fn = this.register.functions.find((f) => f.id === d.rule);
    const rule = d.rule === '' ? 'no traced rule: both did the same by the same numbers' : d.rule;
    const table = el('table', {}, el('caption', {}, 'What differs after that tick'));
    table.append(el('tr', {}, el('th', {}, 'field'), el('th', {}, left), el('th', {}, right)));
    for (const f of d.fields)
      table.append(el('tr', {}, el('th', { scope: 'row' }, f.name), el('td', {}, f.left), el('td', {}, f.right)));
    const sides = d.sides.map((s, i) =>
      el(
        'div',
        { class: i === 0 ? 'side solid' : 'side ghost' },
        el('h3', {}, i === 0 ? left : right),
        el('p', {}, s.summary === '' ? 'made no resolve' : s.summary),
        s.rule !== '' && el('p', { class: 'dim' }, 'decided by ', el('code', {}, s.rule)),
      ),
    );
    const causes = d.causes
      .map((id) => this.register.divergences.find((x) => x.id === id))
      .filter((x) => x !== undefined);
    this.verdict.replaceChildren(
      el(
        'p',
        { class: 'sentence' },
        `They part at tick ${d.tick}, ${d.member === null ? '' : `with body ${d.member}, `}by `,
        el('code', { title: fn?.retail ?? '' }, rule),
        `, and end ${metres(parting.apart, 3)} m apart.`,
      ),
      el(
        'button',
        { type: 'button', class: 'primary', id: 'go-to-parting', onclick: () => this.actions.goToParting() },
        'Go to where they part',
      ),
      ...sides,
      causes.length > 0 &&
        el(
          'div',
          { class: 'causes' },
          el('h3', {}, causes.length === 1 ? 'This alone does it' : 'Any of these alone does it'),
          el(
            'ul',
            {},
            ...causes.map((c) =>
              el('li', {}, el('code', {}, c.id), ` ${c.port}`, el('span', { class: 'dim' }, ` (${c.symptom})`)),
            ),
          ),
        ) || '',
      table,
    );
  }

  fail(left: string, right: string, why: string): void {
    this.set(this.left, left);
    this.set(this.right, right);
    this.verdict.replaceChildren(el('p', { class: 'sentence' }, why));
  }
}
