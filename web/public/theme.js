/* global addEventListener, document, localStorage */
// Applies this browser's theme, including when it changes here (src/app/account-menu.tsx) or in another tab. A separate
// file because it must run before the first paint and the content security policy forbids inline scripts.
(() => {
  const show = (theme) => {
    const chosen = theme === 'light' || theme === 'dark' ? theme : null;
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    for (const bar of document.querySelectorAll('meta[name=theme-color]')) {
      const { scheme } = bar.dataset;
      bar.media = chosen ? (scheme === chosen ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`;
    }
  };
  try {
    show(localStorage.getItem('theme'));
  } catch {
    // storage is blocked: use the system theme
  }
  addEventListener('themechange', ({ detail }) => show(detail));
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme' || key === null) show(newValue);
  });
})();
