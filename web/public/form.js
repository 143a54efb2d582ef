/* global document, setTimeout */
// Keeps a double click from submitting a form twice, on pages rendered by the API (api/src/auth/pages/form-page.ts).
// The pages work without it. A separate file because the content security policy forbids inline scripts.
(() => {
  const PAUSE_MS = 3_000; // after that, the user may have stopped the request and be trying again

  document.addEventListener('submit', (event) => {
    const { dataset } = event.target;
    if (event.defaultPrevented) return;
    if (dataset.sent) return event.preventDefault();
    dataset.sent = 'true';
    setTimeout(() => delete dataset.sent, PAUSE_MS);
  });
})();
