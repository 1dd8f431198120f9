// Making elements.

type Child = Node | string | null | undefined | false;
type Handler = (event: never) => void;
type Attributes = Record<string, string | number | boolean | Handler | undefined>;

/** `on…` attributes are listeners; false and undefined ones are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== undefined) node.setAttribute(name, String(value));
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** For people who listen to the page. */
export function say(text: string): void {
  byId('said').textContent = text;
}

let toastTimer = 0;
export function toast(text: string): void {
  let node = document.querySelector<HTMLElement>('.toast');
  if (node === null) {
    node = el('div', { class: 'toast', role: 'status' });
    document.body.append(node);
  }
  node.textContent = text;
  node.classList.add('shown');
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => node.classList.remove('shown'), 3200);
}

export const cellText = (cell: number): string =>
  `0x${cell.toString(16).toUpperCase().padStart(8, '0')}`;

export function metres(v: number, digits = 3): string {
  return (Object.is(v, -0) ? 0 : v).toFixed(digits);
}

export function vectorText(v: readonly number[], digits = 3): string {
  return v.map((x) => metres(x, digits)).join(', ');
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without permission, or on a page that is not served securely: a selection is copied.
    const area = el('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
