// What is wrong with a file, and where: the place in words, and the lines around it.
import { EngineError } from '../engine/types';
import { el } from './dom';

interface Place {
  line: number;
  column: number;
}

/** Where "byte 57 (line 3, column 12)" or a JSON pointer leads in the text. */
export function placeIn(text: string, where: string): Place | null {
  const said = /line (\d+)(?:, column (\d+))?/.exec(where);
  if (said !== null) return { line: Number(said[1]), column: Number(said[2] ?? 1) };
  const pointer = /(?:^|: )(\/[^:]*)$/.exec(where)?.[1];
  if (pointer === undefined) return null;
  const at = seekPointer(text, pointer);
  if (at === null) return null;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before[before.length - 1]!.length + 1 };
}

/** Offset of the value a JSON pointer names, or of the last step that is there. */
function seekPointer(text: string, pointer: string): number | null {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((s) => s.replace(/~1/g, '/').replace(/~0/g, '~'));
  let at = 0;
  const space = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string => {
    const begin = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    try {
      return JSON.parse(text.slice(begin, at)) as string;
    } catch {
      return '';
    }
  };
  const skip = (): void => {
    space();
    if (text[at] === '"') {
      string();
      return;
    }
    let depth = 0;
    for (; at < text.length; ++at) {
      const c = text[at]!;
      if (c === '"') {
        string();
        at -= 1;
      } else if (c === '{' || c === '[') depth += 1;
      else if (c === '}' || c === ']') {
        if (depth === 0) return;
        depth -= 1;
        if (depth === 0) {
          at += 1;
          return;
        }
      } else if (depth === 0 && c === ',') return;
    }
  };
  for (const step of steps) {
    space();
    const begin = at;
    if (text[at] === '{') {
      at += 1;
      let found = false;
      while (at < text.length) {
        space();
        if (text[at] !== '"') break;
        const key = string();
        space();
        at += 1; // the colon
        space();
        if (key === step) {
          found = true;
          break;
        }
        skip();
        space();
        if (text[at] === ',') at += 1;
      }
      if (!found) return begin;
    } else if (text[at] === '[') {
      at += 1;
      for (let i = 0; i < Number(step) && at < text.length; ++i) {
        skip();
        space();
        if (text[at] === ',') at += 1;
      }
      space();
    } else return begin;
  }
  return at;
}

const ADVICE: Record<string, string> = {
  file_not_found: 'Open it together with the files it names: choose or drop several at once.',
  bad_syntax: 'The file is not complete JSON. Look at the line that is marked.',
  unknown_format: 'The viewer reads surefoot-world/1, surefoot-scenario/1, surefoot-trace/1, captures (.jsonl) and prepared worlds (.sfw) that are not packed.',
  unknown_field: 'A field with this name is not part of the format; names that begin with "x-" are free.',
};

export function errorPage(name: string, text: string | undefined, fault: unknown, close: () => void): HTMLElement {
  const engine = fault instanceof EngineError ? fault : null;
  const message = fault instanceof Error ? fault.message : String(fault);
  const card = el(
    'div',
    { class: 'error card', role: 'alert', id: 'error' },
    el('h2', {}, 'This cannot be shown'),
    el('p', { class: 'file' }, name),
    el('p', { class: 'sentence' }, message),
  );
  if (engine !== null && engine.where !== '')
    card.append(el('p', {}, 'where: ', el('code', { id: 'error-place' }, engine.where)));
  const place = engine !== null && text !== undefined ? placeIn(text, engine.where) : null;
  if (place !== null && text !== undefined) {
    const lines = text.split('\n');
    const excerpt = el('pre', { class: 'excerpt', 'aria-label': `Line ${place.line} of the file` });
    const from = Math.max(1, place.line - 2);
    for (let n = from; n <= Math.min(lines.length, place.line + 2); ++n) {
      const line = lines[n - 1]!;
      // A long line is shown around the place.
      const begin = n === place.line ? Math.max(0, place.column - 60) : 0;
      const shown = line.slice(begin, begin + 120);
      const row = `${String(n).padStart(4)}  ${shown}\n`;
      if (n !== place.line) excerpt.append(row);
      else {
        excerpt.append(el('mark', {}, row));
        excerpt.append(`      ${' '.repeat(Math.max(0, place.column - 1 - begin))}^\n`);
      }
    }
    card.append(excerpt);
  }
  const advice = engine === null ? undefined : ADVICE[engine.code];
  if (advice !== undefined) card.append(el('p', { class: 'dim' }, advice));
  card.append(el('button', { type: 'button', class: 'primary', onclick: close }, 'Close'));
  return card;
}
