export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What is shown now; `system` follows the device. */
export function shownTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Shows a theme and keeps the choice in this browser. web/public/theme.js shows it, now and before the first paint of later visits. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // A browser that keeps nothing: the choice holds as long as the page.
  }
  window.dispatchEvent(new CustomEvent('themechange', { detail: theme }));
}
