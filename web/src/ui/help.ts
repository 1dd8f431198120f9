// The first-run hint, and all keys.
import { el } from './dom';

const KEYS: [string, [string, string][]][] = [
  [
    'Walk',
    [
      ['W S', 'forward, back'],
      ['A D', 'turn'],
      ['Q E', 'step aside'],
      ['Shift', 'walk instead of run'],
      ['Space', 'jump; hold to charge'],
      ['P', 'pause'],
      ['.', 'one tick'],
      ['Backspace', 'undo a tick; with Shift a second'],
    ],
  ],
  [
    'Replay, Explain, Compare',
    [
      ['← →', 'a tick back, forward; with Shift ten'],
      ['Home End', 'first, last tick'],
      ['Space', 'play, pause'],
      ['O', 'loop'],
      ['G', 'go to where two runs part'],
      ['N', 'next body of a crowd; with Shift the one before'],
    ],
  ],
  [
    'Picture',
    [
      ['drag', 'turn; right button: shift'],
      ['click', 'look at this body of a crowd'],
      ['wheel', 'nearer, farther'],
      ['I K J L', 'turn by keys'],
      ['+ −', 'nearer, farther'],
      ['F', 'follow the mover'],
      ['B', 'BSP of what it stands in'],
      ['1 2 3 4', 'Walk, Replay, Explain, Compare'],
      ['T', 'light or dark'],
      ['R', 'read out where the mover is'],
    ],
  ],
];

export function helpDialog(): HTMLDialogElement {
  const dialog = el('dialog', { class: 'help', 'aria-label': 'Keys' });
  const columns = el('div', { class: 'columns' });
  for (const [title, keys] of KEYS) {
    const list = el('dl', {});
    for (const [key, what] of keys) list.append(el('dt', {}, el('kbd', {}, key)), el('dd', {}, what));
    columns.append(el('section', {}, el('h3', {}, title), list));
  }
  dialog.append(
    el('h2', {}, 'Keys'),
    columns,
    el('button', { type: 'button', class: 'primary', onclick: () => dialog.close() }, 'Close'),
  );
  return dialog;
}

const SEEN = 'surefoot-hint-seen';

export function firstRunHint(): HTMLElement | null {
  try {
    if (localStorage.getItem(SEEN) !== null) return null;
  } catch {
    return null;
  }
  const card = el(
    'div',
    { class: 'hint card', id: 'hint', role: 'note' },
    el('strong', {}, 'New here?'),
    el(
      'p',
      {},
      'Scrub the strip below with ← and →: each tick has the colour of what it led to. ',
      el('b', {}, 'Explain'),
      ' tells which rule stopped the mover, ',
      el('b', {}, 'Walk'),
      ' lets you take over by W A S D from the tick you see. ',
      el('kbd', {}, '?'),
      ' lists all keys.',
    ),
    el(
      'button',
      {
        type: 'button',
        onclick: () => {
          card.remove();
          try {
            localStorage.setItem(SEEN, '1');
          } catch {
            // It comes again next time, then.
          }
        },
      },
      'Got it',
    ),
  );
  return card;
}
