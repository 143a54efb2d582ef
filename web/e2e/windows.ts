import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

import { atEndOfTests } from '@ringwell/testing/end-of-tests';

export const DESKTOP = { width: 1_280, height: 800 };
export const PHONE = { width: 390, height: 844 };

const ACTION_TIMEOUT_MS = 60_000; // other tests may use all cores
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' } as const;

// Same names as in scripts/lib/install/system-tools.mjs.
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

let browser: Promise<Browser> | undefined;
// A window that has loaded the app before needs only a third of the work to load it again.
const empty: Page[] = [];
const reusable = new WeakSet<Page>();

/**
 * Opens a window in a browser shared by all test files in the process. If the size is the only option, this may be a
 * window that `leaveWindow` has cleared.
 */
export async function openWindow({ viewport = DESKTOP, ...options }: BrowserContextOptions = {}): Promise<Page> {
  const isPlain = Object.keys(options).length === 0;
  const left = isPlain ? empty.pop() : undefined;
  if (left) {
    await left.setViewportSize(viewport ?? DESKTOP);
    return left;
  }
  browser ??= launch();
  const defaults = { ...MEDIA, locale: 'en-US', timezoneId: 'UTC' };
  const context = await (await browser).newContext({ viewport, ...defaults, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  if (isPlain) reusable.add(page);
  return page;
}

/**
 * Closes a window, or clears everything it stored or set so that the next test can use it.
 * @param file URL of a file on the app's origin that doesn't run scripts
 */
export async function leaveWindow(page: Page, file: string): Promise<void> {
  const context = page.context();
  if (!reusable.has(page)) return context.close();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.goto(file);
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await context.clearCookies();
    await context.clearPermissions();
    await page.emulateMedia({ ...MEDIA, media: null });
    empty.push(page);
  } catch {
    await context.close(); // failing to clear a window doesn't fail the test
  }
}

async function launch(): Promise<Browser> {
  // Containers run as root, and the sandbox doesn't work for root.
  const launched = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  atEndOfTests(() => launched.close());
  return launched;
}

// Without a browser on the PATH, Playwright uses its own, or says what to install.
function browserPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
