// Keys of the page. Those of walking come first where one walks (walker.ts).
import type { OrbitCamera } from './scene/camera';
import type { Mode } from './ui/header';

export interface ShortcutActions {
  /** True: the key is one of walking's. */
  walkKey(code: string, down: boolean): boolean;
  release(): void;
  step(by: number): void;
  toEnd(last: boolean): void;
  undo(ticks: number): void;
  toggle(): void;
  mode(mode: Mode): void;
  follow(): void;
  tree(): void;
  parting(): void;
  loop(): void;
  theme(): void;
  help(): void;
  readOut(): void;
  /** Whether something else lies over the page. */
  isCovered(): boolean;
}

const SECOND = 30;
const MODE_KEYS: Record<string, Mode> = { '1': 'walk', '2': 'replay', '3': 'explain', '4': 'compare' };
/** Radians. */
const TURNS: Record<string, [number, number]> = { j: [0.1, 0], l: [-0.1, 0], i: [0, 0.08], k: [0, -0.08] };

export function listenToKeys(orbit: OrbitCamera, actions: ShortcutActions): void {
  window.addEventListener('keydown', (e) => {
    const target = e.target as HTMLElement;
    const writes = target.matches('input:not([type=checkbox]), select, textarea') || actions.isCovered();
    if (writes || e.ctrlKey || e.metaKey || e.altKey) return;
    // A focused button is pressed by Space; everywhere else Space is ours.
    if (e.code === 'Space' && target.matches('button, input, [role=treeitem]')) return;
    if (actions.walkKey(e.code, true) || command(e, orbit, actions)) e.preventDefault();
  });
  window.addEventListener('keyup', (e) => actions.walkKey(e.code, false));
  window.addEventListener('blur', () => actions.release());
}

function command(e: KeyboardEvent, orbit: OrbitCamera, actions: ShortcutActions): boolean {
  const far = e.shiftKey ? 10 : 1;
  switch (e.key) {
    case 'ArrowLeft':
      actions.step(-far);
      return true;
    case 'ArrowRight':
      actions.step(far);
      return true;
    case 'Home':
    case 'End':
      actions.toEnd(e.key === 'End');
      return true;
    case '.':
      actions.step(1);
      return true;
    case 'Backspace':
      actions.undo(e.shiftKey ? SECOND : 1);
      return true;
    case ' ':
    case 'p':
    case 'P':
      actions.toggle();
      return true;
    case '+':
    case '=':
      orbit.turn(0, 0, 1 / 1.15);
      return true;
    case '-':
      orbit.turn(0, 0, 1.15);
      return true;
    case '?':
      actions.help();
      return true;
    default:
      return letter(e.key.toLowerCase(), orbit, actions);
  }
}

function letter(key: string, orbit: OrbitCamera, actions: ShortcutActions): boolean {
  const mode = MODE_KEYS[key];
  if (mode !== undefined) {
    actions.mode(mode);
    return true;
  }
  const turn = TURNS[key];
  if (turn !== undefined) {
    orbit.turn(...turn);
    return true;
  }
  const others: Record<string, () => void> = {
    f: actions.follow,
    b: actions.tree,
    g: actions.parting,
    o: actions.loop,
    t: actions.theme,
    r: actions.readOut,
  };
  const act = others[key];
  act?.();
  return act !== undefined;
}
