export type Theme = 'system' | 'light' | 'dark';

export function getCurrentTheme(): Theme {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** web/public/theme.js applies the theme, now and before the first paint of later visits. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is blocked, so the choice only lasts until the page is closed.
  }
  window.dispatchEvent(new CustomEvent('themechange', { detail: theme }));
}
