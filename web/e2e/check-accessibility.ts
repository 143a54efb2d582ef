import type { Page } from '@playwright/test';

import { expectSoon } from './expect-soon';
import type { Tab } from './tab';
import { DESKTOP, PHONE } from './windows';

type Size = typeof DESKTOP;
type Theme = 'light' | 'dark';
// Checks the visible content at both sizes, unless `sizes` limits it to one.
type CheckState = (state: string, sizes?: readonly Size[]) => Promise<void>;

const SIZES = [DESKTOP, PHONE] as const;
const THEMES = ['light', 'dark'] as const;

let shouldCheckEveryCombination = false;

/** Makes every check in a file cover both themes at both sizes, for pages with parts that exist at only one size. */
export function checkEveryCombination(): void {
  beforeAll(() => {
    shouldCheckEveryCombination = true;
  });
  afterAll(() => {
    shouldCheckEveryCombination = false;
  });
}

/** Checks a page's states, starting at desktop size in light mode, and reports all problems together. */
export async function checkStates(tab: Tab, steps: (check: CheckState) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  await steps(async (state, sizes = SIZES) => {
    problems.push(...(await findProblems(tab, state, sizes)));
    await tab.setAppearance('light', sizes[0] ?? DESKTOP);
  });
  expect(problems).toEqual([]);
}

/** Checks a page in its current state, and leaves it in the last theme and size checked. */
export async function checkPage(tab: Tab, state: string): Promise<void> {
  expect(await findProblems(tab, state, SIZES)).toEqual([]);
}

async function findProblems(tab: Tab, state: string, sizes: readonly Size[]): Promise<string[]> {
  const problems: string[] = [];
  let rules: 'all' | 'visual' = 'all';
  for (const [theme, viewport] of listAppearances(sizes)) {
    await tab.setAppearance(theme, viewport);
    const pageProblems = await tab.findAccessibilityProblems(rules);
    if ((await tab.measureOverflowPx()) > 0) pageProblems.push('wider than the window');
    if ((await tab.measureExcessHeightPx()) > 0) pageProblems.push('scrolls beyond its content');
    problems.push(...pageProblems.map((problem) => `${state}, ${theme}, ${viewport.width} px: ${problem}`));
    rules = 'visual'; // the other rules don't depend on theme or size
  }
  return problems;
}

function listAppearances(sizes: readonly Size[]): (readonly [Theme, Size])[] {
  const combinations = sizes.flatMap((size) => THEMES.map((theme) => [theme, size] as const));
  // All rules in light mode on desktop, then only the color and size rules in dark mode on a phone.
  return shouldCheckEveryCombination || sizes.length === 1
    ? combinations
    : combinations.filter((_, index) => index === 0 || index === combinations.length - 1);
}

/** Waits for a toast, then focuses it to keep it on screen. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await expectSoon(
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(text, { exact: true })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('F8');
}
