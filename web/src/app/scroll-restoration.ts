const STORED_AS = 'scroll-positions';
/** How long a page may take to become as long as it was. */
const WAIT_MS = 10_000;
/** After these the reader decides where the page stands. */
const READER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How far down each page of the tab's history was left, by `entryKey`. */
let positions: Record<string, number> = {};
/** Where a page that the reader comes back to was left, until it stands there. */
let wanted: number | undefined;
/** The page that is shown: the address may already be that of the next one. */
let shownPath = '';

/**
 * Remembers how far down every page was left. The browser does, too, but gives up when a page is not as long yet as its
 * content is still loading. Call it once, before the app is drawn.
 */
export function rememberScrollPositions(): void {
  positions = stored();
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'navigate') wanted = positions[entryKey()];
  window.addEventListener('popstate', () => {
    const isOtherPage = window.location.pathname !== shownPath; // within a page the browser itself does it
    wanted = isOtherPage ? (positions[entryKey()] ?? 0) : undefined;
  });
  window.addEventListener(
    'scroll',
    () => {
      if (wanted === undefined) positions[entryKey()] = window.scrollY;
    },
    { passive: true },
  );
  window.addEventListener('pagehide', store);
}

/** Goes to the top of a page that was opened by a link. */
export function scrollToTop(): void {
  shownPath = window.location.pathname;
  wanted = undefined;
  window.scrollTo({ top: 0, behavior: 'instant' });
}

/**
 * Goes to where a page was left, as soon as it is long enough and unless the reader moves it first.
 * @returns stops waiting
 */
export function returnToPosition(): () => void {
  shownPath = window.location.pathname;
  const top = wanted;
  if (top === undefined) return () => undefined;
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of READER_EVENTS) window.removeEventListener(event, finish);
  };
  const finish = (): void => {
    stop();
    wanted = undefined;
    positions[entryKey()] = window.scrollY;
  };
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 1) finish();
  });
  const timer = setTimeout(finish, WAIT_MS);
  for (const event of READER_EVENTS) window.addEventListener(event, finish, { passive: true });
  observer.observe(document.body); // calls at once, too
  return stop;
}

/** The router gives every entry of the history a key, but the one that a visit starts with. */
function entryKey(): string {
  const state: unknown = window.history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'first';
  return `${key} ${window.location.pathname}`;
}

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}') as Record<string, number>;
  } catch {
    return {}; // the browser allows no storage
  }
}

function store(): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(positions));
  } catch {
    // full, or not allowed
  }
}
