/* global document, setTimeout */
// A double click sends a form once, on pages that the API makes (api/src/auth/pages/form-page.ts), which work without it. A
// separate file because the content security policy forbids inline scripts.
(() => {
  const PAUSE_MS = 3_000; // after that, someone may have stopped the request and tries again

  document.addEventListener('submit', (event) => {
    const { dataset } = event.target;
    if (event.defaultPrevented) return;
    if (dataset.sent) return event.preventDefault();
    dataset.sent = 'true';
    setTimeout(() => delete dataset.sent, PAUSE_MS);
  });
})();
