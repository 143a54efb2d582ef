import { writeStorage } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export function getCurrentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** web/public/theme.js applies the theme, now and before the first paint of later visits. */
export function chooseTheme(theme: Theme): void {
  // If storage is blocked, the choice only lasts until the page is closed.
  writeStorage('localStorage', 'theme', theme);
  window.dispatchEvent(new CustomEvent('themechange', { detail: theme }));
}
