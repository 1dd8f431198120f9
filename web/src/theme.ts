// Light or dark: as it was chosen here, else as the system says.
import type { Theme } from './scene/palette';

const KEPT = 'surefoot-theme';

export function themeNow(): Theme {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // Not kept, then.
  }
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** The other of the two from now on. */
export function switchTheme(): Theme {
  const next: Theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  applyTheme(next);
  try {
    localStorage.setItem(KEPT, next);
  } catch {
    // It is only for this visit, then.
  }
  return next;
}
