/* global addEventListener, document, localStorage, location, removeEventListener, sessionStorage, setTimeout */
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
  // During a deploy, a replica may not have this build's files. For later files, see src/app/reload-after-deploy.ts.
  const reload = ({ target }) => {
    if (document.readyState === 'complete' || !/\/assets\/.*\.(js|css)$/.test(target.src ?? target.href)) return;
    removeEventListener('error', reload, true); // counts the page once, however many of its files are missing
    try {
      const count = Number(sessionStorage.getItem('page-reloads')) + 1;
      sessionStorage.setItem('page-reloads', count);
      if (count <= 10) setTimeout(() => location.reload(), 2_000);
    } catch {
      // without storage, the page could reload forever
    }
  };
  addEventListener('error', reload, true);
  addEventListener('themechange', ({ detail }) => show(detail));
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme' || key === null) show(newValue);
  });
})();
