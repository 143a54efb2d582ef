import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

import { onTestsEnd } from '@ringwell/testing/end-of-tests';

export const DESKTOP = { width: 1_280, height: 800 };
export const PHONE = { width: 390, height: 844 };

const ACTION_TIMEOUT_MS = 60_000; // other tests may be using all cores
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' } as const;

// Same names as in scripts/lib/install/system-tools.mjs.
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

let browser: Promise<Browser> | undefined;
// Windows are reused, because loading the app for a second time takes only a third of the work.
const clearedPages: Page[] = [];
const reusablePages = new WeakSet<Page>();

/**
 * Opens a window in a browser shared by all test files in the process. If `viewport` is the only option, this may be a
 * window that `releaseWindow` has cleared.
 */
export async function openWindow({ viewport = DESKTOP, ...options }: BrowserContextOptions = {}): Promise<Page> {
  const isReusable = Object.keys(options).length === 0;
  const clearedPage = isReusable ? clearedPages.pop() : undefined;
  if (clearedPage) {
    await clearedPage.setViewportSize(viewport ?? DESKTOP);
    return clearedPage;
  }
  browser ??= launchBrowser();
  const defaults = { ...MEDIA, locale: 'en-US', timezoneId: 'UTC' };
  const context = await (await browser).newContext({ viewport, ...defaults, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const page = await context.newPage();
  if (isReusable) reusablePages.add(page);
  return page;
}

/**
 * Closes a window, or clears everything it stored or set so that the next test can use it.
 * @param blankUrl URL of a file on the app's origin that doesn't run scripts
 */
export async function releaseWindow(page: Page, blankUrl: string): Promise<void> {
  const context = page.context();
  if (!reusablePages.has(page)) return context.close();
  try {
    for (const otherPage of context.pages()) if (otherPage !== page) await otherPage.close();
    for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.goto(blankUrl);
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
    await context.clearCookies();
    await context.clearPermissions();
    await page.emulateMedia({ ...MEDIA, media: null });
    clearedPages.push(page);
  } catch {
    await context.close(); // failing to clear a window doesn't fail the test
  }
}

async function launchBrowser(): Promise<Browser> {
  // Containers run as root, and the sandbox doesn't work for root.
  const newBrowser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  onTestsEnd(() => newBrowser.close());
  return newBrowser;
}

// Without a browser on the PATH, Playwright uses its own, or says what to install.
function findBrowser(): string | undefined {
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
