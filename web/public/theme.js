/* global addEventListener, document, localStorage */
// Shows the theme that was chosen in this browser, and follows when it is changed, here (src/lib/theme.ts) or in another tab.
// A file of its own: it has to run before the first paint, and the content security policy allows no inline scripts.
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
    // this browser keeps nothing: the system's choice stands
  }
  addEventListener('themechange', ({ detail }) => show(detail));
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme' || key === null) show(newValue);
  });
})();
