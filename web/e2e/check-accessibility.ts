import type { Page } from '@playwright/test';

import { expectSoon } from './expect-soon';
import { DESKTOP, PHONE } from './product-in-browser';
import type { Tab } from './tab';

type Size = typeof DESKTOP;
// Checks the visible content, in both sizes unless the state exists in one of them only.
type CheckState = (state: string, sizes?: readonly Size[]) => Promise<void>;

const SIZES = [DESKTOP, PHONE] as const;
const THEMES = ['light', 'dark'] as const;

/** Checks the states of a page, starting in desktop size and light mode, and reports all problems together. */
export async function checkStates(tab: Tab, steps: (check: CheckState) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  await steps(async (state, sizes = SIZES) => {
    let rules: 'all' | 'visual' = 'all';
    for (const viewport of sizes) {
      for (const theme of THEMES) {
        await tab.setAppearance(theme, viewport);
        const found = await tab.accessibilityProblems(rules);
        if ((await tab.overflowPx()) > 0) found.push('wider than the window');
        if ((await tab.excessHeightPx()) > 0) found.push('scrolls beyond its content');
        problems.push(...found.map((problem) => `${state}, ${theme}, ${viewport.width} px: ${problem}`));
        rules = 'visual'; // the other rules do not depend on theme and size
      }
    }
    if (sizes.length > 1) await tab.setAppearance('light', DESKTOP);
    else await tab.setTheme('light');
  });
  expect(problems).toEqual([]);
}

/** Waits for a toast and focuses it, so that it does not disappear. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await expectSoon(
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(text, { exact: true })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('F8');
}
