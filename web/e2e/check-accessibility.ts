import type { Page } from '@playwright/test';

import { expectSoon } from './expect-soon';
import type { Tab } from './tab';
import { DESKTOP, PHONE } from './windows';

type Size = typeof DESKTOP;
type Theme = 'light' | 'dark';
// Checks the visible content in both sizes, unless `sizes` limits the check to one.
type CheckState = (state: string, sizes?: readonly Size[]) => Promise<void>;

const SIZES = [DESKTOP, PHONE] as const;
const THEMES = ['light', 'dark'] as const;

let inEveryCombination = false;

/** Makes all checks of a file cover both themes in both sizes, for pages with parts that exist in only one size. */
export function checkEveryCombination(): void {
  beforeAll(() => {
    inEveryCombination = true;
  });
  afterAll(() => {
    inEveryCombination = false;
  });
}

/** Checks the states of a page, starting in desktop size and light mode, and reports all problems together. */
export async function checkStates(tab: Tab, steps: (check: CheckState) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  await steps(async (state, sizes = SIZES) => {
    problems.push(...(await problemsOf(tab, state, sizes)));
    await tab.setAppearance('light', sizes[0] ?? DESKTOP);
  });
  expect(problems).toEqual([]);
}

/** Checks a page in its current state. Afterwards, the page keeps the theme and size that were checked last. */
export async function checkPage(tab: Tab, state: string): Promise<void> {
  expect(await problemsOf(tab, state, SIZES)).toEqual([]);
}

async function problemsOf(tab: Tab, state: string, sizes: readonly Size[]): Promise<string[]> {
  const problems: string[] = [];
  let rules: 'all' | 'visual' = 'all';
  for (const [theme, viewport] of appearances(sizes)) {
    await tab.setAppearance(theme, viewport);
    const found = await tab.accessibilityProblems(rules);
    if ((await tab.overflowPx()) > 0) found.push('wider than the window');
    if ((await tab.excessHeightPx()) > 0) found.push('scrolls beyond its content');
    problems.push(...found.map((problem) => `${state}, ${theme}, ${viewport.width} px: ${problem}`));
    rules = 'visual'; // the other rules do not depend on theme and size
  }
  return problems;
}

function appearances(sizes: readonly Size[]): (readonly [Theme, Size])[] {
  const all = sizes.flatMap((size) => THEMES.map((theme) => [theme, size] as const));
  // All rules in light mode on a desktop, then the rules about colors and sizes in dark mode on a phone.
  return inEveryCombination || sizes.length === 1 ? all : all.filter((_, at) => at === 0 || at === all.length - 1);
}

/** Waits for a toast and focuses it, which keeps it on the screen. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await expectSoon(
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(text, { exact: true })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('F8');
}
