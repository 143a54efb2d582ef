import { expect } from '@playwright/test';

/** Playwright's `expect`, which retries until the page matches: `await expectSoon(locator).toBeVisible()`. */
export const expectSoon = expect.configure({ timeout: 60_000 }); // other tests may be using all cores
