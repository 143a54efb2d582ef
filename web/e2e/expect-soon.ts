import { expect } from '@playwright/test';

/** Expectations of a page, which come true while it works: `await expectSoon(locator).toBeVisible()`. */
export const expectSoon = expect.configure({ timeout: 15_000 }); // both cores may be busy with other tests
