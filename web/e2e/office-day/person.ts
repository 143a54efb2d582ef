import type { Locator } from '@playwright/test';

import type { Tab } from '../tab';

// Times for a practiced user, excluding time spent waiting for the machine, from the keystroke-level model by Card,
// Moran and Newell.
const SECONDS = { think: 1.35, tap: 1.3, key: 0.28, screen: 1.3 };

/** People keep part of the previous screen in view when they scroll. */
const SCROLL_FRACTION = 0.8;

/** Performs a task in a window, counting taps, keys and scrolls. */
export class Person {
  taps = 0;
  keys = 0;
  /** Number of screens scrolled. */
  screens = 0;

  constructor(readonly tab: Tab) {}

  get seconds(): number {
    const { think, tap, key, screen } = SECONDS;
    return this.taps * (think + tap) + this.screens * screen + (this.keys > 0 ? think : 0) + this.keys * key;
  }

  /** Scrolls until the element is fully visible. */
  async scrollTo(locator: Locator): Promise<void> {
    await locator.waitFor();
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    const windowHeight = this.tab.page.viewportSize()?.height ?? 0;
    const hiddenPx = Math.max(0, y + height - windowHeight, -y);
    this.screens += Math.ceil(hiddenPx / (windowHeight * SCROLL_FRACTION));
    if (hiddenPx > 0) await locator.scrollIntoViewIfNeeded();
  }

  async tap(locator: Locator): Promise<void> {
    await this.scrollTo(locator);
    await locator.click();
    this.taps += 1;
  }

  async type(text: string): Promise<void> {
    await this.tab.page.locator('input:focus').waitFor();
    await this.tab.page.keyboard.type(text);
    this.keys += text.length;
  }
}
