import { readStoredObject, writeStorage } from '../lib/browser/storage';

const STORAGE_KEY = 'scroll-positions';
// How long to wait for a page to grow to its previous height.
const RESTORE_TIMEOUT_MS = 10_000;
// Events that indicate that the user is scrolling.
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

// Scroll positions of history entries, keyed by `getEntryKey`.
let positions: Partial<Record<string, number>> = {};
// Position to restore on the current page; undefined once it is reached.
let targetPosition: number | undefined;
// Path of the rendered page. During navigation, the URL already points to the next page.
let renderedPath = '';
let stopRestoring = (): void => undefined;

/**
 * Remembers the scroll position of every page in the tab's history. The browser's own restoration gives up if the page
 * isn't tall enough yet because its content is still loading. Call once, before the app is rendered.
 */
export function trackScrollPositions(): void {
  positions = readStoredObject('sessionStorage', STORAGE_KEY);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate') targetPosition = positions[getEntryKey()];
  window.addEventListener('popstate', () => {
    stopRestoring(); // otherwise the outgoing page would overwrite the next page's position
    const isOtherPage = window.location.pathname !== renderedPath; // within a page, the browser restores the position
    targetPosition = isOtherPage ? (positions[getEntryKey()] ?? 0) : undefined;
  });
  window.addEventListener(
    'scroll',
    () => {
      if (targetPosition === undefined) positions[getEntryKey()] = window.scrollY;
    },
    { passive: true },
  );
  window.addEventListener('pagehide', writePositions);
}

export function scrollToTop(): void {
  stopRestoring();
  renderedPath = window.location.pathname;
  targetPosition = undefined;
  window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Scrolls to the remembered position as soon as the page is tall enough, unless the user scrolls first. */
export function restoreScrollPosition(): void {
  stopRestoring();
  renderedPath = window.location.pathname;
  const top = targetPosition;
  if (top === undefined) return;
  const finish = (): void => {
    stopRestoring();
    targetPosition = undefined;
    positions[getEntryKey()] = window.scrollY;
  };
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 1) finish();
  });
  const timer = setTimeout(finish, RESTORE_TIMEOUT_MS);
  for (const event of USER_EVENTS) window.addEventListener(event, finish, { passive: true });
  stopRestoring = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of USER_EVENTS) window.removeEventListener(event, finish);
  };
  observer.observe(document.body); // also calls the callback immediately
}

// React Router gives every history entry a key except the first one of a visit.
function getEntryKey(): string {
  const state: unknown = window.history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'first';
  return `${key} ${window.location.pathname}`;
}

function writePositions(): void {
  writeStorage('sessionStorage', STORAGE_KEY, JSON.stringify(positions));
}
