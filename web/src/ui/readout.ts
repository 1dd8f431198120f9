// Where the mover is and what it stands on, in numbers.
import type { TickOf } from '../engine/types';
import { cellText, copyText, el, metres, toast, vectorText } from './dom';

function row(label: string, value: Node | string, title = ''): HTMLElement[] {
  return [el('dt', {}, label), el('dd', title === '' ? {} : { title }, value)];
}

const JUMP_REFUSED: Record<number, string> = {
  0x24: 'not on walkable ground',
  0x47: 'held in place, or too tired',
  0x48: 'not from this position',
  0x49: 'too loaded',
};

export class Readout {
  readonly node = el('section', { class: 'readout card', 'aria-label': 'Where the mover is' });

  show(title: string, now: TickOf | null, ticks: number, hash: string): void {
    const head = el('header', {}, el('strong', { title }, title));
    if (now === null) {
      this.node.replaceChildren(head, el('p', { class: 'dim' }, 'A crowd: click a body, or press N, to look at one.'));
      return;
    }
    const place = now.tick < 0 ? 'beginning' : `tick ${now.tick}`;
    head.append(el('span', { class: 'tick' }, `${place} of ${ticks}`));
    const speed = Math.hypot(...now.velocity);
    const chips = el('div', { class: 'chips' });
    for (const flag of now.flags) {
      if (flag !== 'ACTIVE') chips.append(el('span', { class: `chip flag-${flag.toLowerCase()}` }, flag));
    }
    if (!now.flags.includes('CONTACT')) chips.append(el('span', { class: 'chip flag-air' }, 'IN THE AIR'));
    const where = (now.cell & 0xffff) < 0x100 ? 'outdoors' : 'indoors';
    const copy = el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        title: `Copy the bits: ${now.bits.join(' ')}`,
        'aria-label': 'Copy the position as bits',
        onclick: () => void copyText(now.bits.join(' ')).then(() => toast('Position copied as bits')),
      },
      'bits',
    );
    const list = el(
      'dl',
      {},
      ...row('cell', `${cellText(now.cell)} ${where}`),
      ...row('position', el('span', {}, vectorText(now.position, 4), ' ', copy)),
      ...row('heading', `${metres(now.heading, 1)}°`),
      ...row('speed', `${metres(speed, 2)} m/s`, `velocity ${vectorText(now.velocity)}`),
      ...row(
        'moved',
        now.tick < 0 ? '–' : now.tried || now.moved > 0 ? `${metres(now.moved, 4)} m` : 'no resolve',
      ),
    );
    if (now.contact !== null) list.append(...row('contact N', vectorText(now.contact.normal, 4)));
    if (now.sliding !== null) list.append(...row('sliding N', vectorText(now.sliding, 4)));
    if (now.collision !== null) list.append(...row('collision N', vectorText(now.collision, 4)));
    if (now.water > 0) list.append(...row('water', `${metres(now.water, 2)} m deep`));
    if (now.touched.length > 0) list.append(...row('touched', now.touched.map(cellText).join(' ')));
    if (now.jump_refusal !== 0)
      list.append(...row('jump', `refused: ${JUMP_REFUSED[now.jump_refusal] ?? cellText(now.jump_refusal)}`));
    if (!now.in_world) list.append(...row('world', 'fell out of it'));
    if (hash !== '') list.append(...row('hash', el('code', { id: 'hash' }, hash), 'over every tick so far, as `surefoot run` prints it'));
    this.node.replaceChildren(head, chips, list);
  }
}

/** The same in a sentence. */
export function tellTick(now: TickOf): string {
  const stands = !now.flags.includes('CONTACT')
    ? 'in the air'
    : now.flags.includes('ON_WALKABLE')
      ? 'on walkable ground'
      : 'in contact, not walkable';
  const sliding = now.sliding !== null ? `, sliding along a wall facing ${vectorText(now.sliding, 2)}` : '';
  const at = now.tick < 0 ? 'Beginning' : `Tick ${now.tick}`;
  return `${at}: ${vectorText(now.position, 2)} in cell ${cellText(now.cell)}, ${stands}${sliding}`;
}
