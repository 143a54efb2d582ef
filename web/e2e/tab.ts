import { readFileSync } from 'node:fs';

import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

import { expectSoon } from './expect-soon';
import { releaseWindow } from './windows';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// WCAG 2.0 to 2.2, levels A and AA, and axe's best practices.
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// The axe rules that depend on theme or window size.
const AXE_VISUAL_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
// Chromium logs this a few seconds after the load event, even if a slow machine hasn't run the scripts yet.
const UNUSED_PRELOAD_WARNING = 'was preloaded using link preload but not used within a few seconds';
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]';

// Placeholders for loading content (web/src/ui/feedback/skeleton.tsx, web/src/app/loading-screen.tsx).
const PLACEHOLDER = '.animate-breathe';

/** A browser window that records its page's warnings and errors. */
export class Tab {
  private readonly messages: string[] = [];
  private readonly expectedMessages: RegExp[] = [];
  private readonly toleratedMessages: RegExp[] = [];
  private hasNavigated = false;

  private readonly context: BrowserContext;

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    this.context = page.context();
    page.once('framenavigated', () => {
      this.hasNavigated = true;
    });
    page.on('console', (message) => this.recordMessage(message));
    page.on('pageerror', (error) => this.messages.push(`uncaught: ${error.stack ?? error.message}`));
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
  }

  async signIn(email: string, password: string): Promise<void> {
    const response = await this.context.request.post(`${this.url}/api/login`, {
      data: { email, password },
      headers: { origin: this.url },
    });
    if (!response.ok()) throw new Error(`Sign-in failed with ${response.status()}: ${await response.text()}`);
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.context.setOffline(offline);
  }

  async readClipboardText(): Promise<string> {
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.url });
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Allows console messages that the test causes, such as the browser's error for a 401. Each one must occur. */
  expectMessages(...messages: RegExp[]): void {
    this.expectedMessages.push(...messages);
  }

  /** Allows console messages that may or may not occur, depending on which request the browser sends first. */
  tolerateMessages(...messages: RegExp[]): void {
    this.toleratedMessages.push(...messages);
  }

  /**
   * Delays requests, like a slow network.
   * @returns a function that releases them
   */
  async holdRequests(pattern: string): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.page.route(pattern, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  async waitUntilIdle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await expectSoon(this.page.locator(PLACEHOLDER)).toHaveCount(0);
    await this.waitForNextFrame();
  }

  async setAppearance(colorScheme: 'light' | 'dark', viewport: { width: number; height: number }): Promise<void> {
    const currentSize = this.page.viewportSize();
    if (currentSize?.width !== viewport.width || currentSize.height !== viewport.height)
      await this.page.setViewportSize(viewport);
    await this.setTheme(colorScheme);
    await this.waitUntilIdle();
  }

  async setTheme(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.waitForNextFrame();
  }

  /** Resolves when the page shows the text, even if only for one frame. */
  async waitForText(text: string): Promise<void> {
    const isVisibleScript = `document.body.innerText.includes(${JSON.stringify(text)})`;
    await this.page.evaluate(`new Promise((resolve) => {
      const check = () => (${isVisibleScript} ? resolve() : requestAnimationFrame(check));
      check();
    })`);
  }

  /**
   * Returns axe violations, one per line. If an overlay is open, only it is checked, because the page behind it hasn't
   * changed.
   * @param rules `visual` runs only the rules that depend on theme and size
   */
  async findAccessibilityProblems(rules: 'all' | 'visual' = 'all'): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>('"axe" in window'))) await this.page.evaluate(AXE);
    const context = `(([...overlays]) => (overlays.length > 0 ? overlays : document))(document.querySelectorAll('${OVERLAY}'))`;
    const options = { runOnly: rules === 'visual' ? AXE_VISUAL_RULES : AXE_TAGS, resultTypes: ['violations'] };
    const { violations } = await this.page.evaluate<AxeResults>(`axe.run(${context}, ${JSON.stringify(options)})`);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    );
  }

  measureOverflowPx(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  measureExcessHeightPx(): Promise<number> {
    return this.page.evaluate<number>(`(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const contentEnd = Math.ceil(document.body.getBoundingClientRect().bottom + scrollY);
      return scrollHeight - Math.max(contentEnd, clientHeight);
    })()`);
  }

  /** @throws if the page logged unexpected messages, or did not log expected ones */
  async close(): Promise<void> {
    await releaseWindow(this.page, `${this.url}/favicon.svg`);
    const allowedPatterns = [...this.expectedMessages, ...this.toleratedMessages];
    const unexpected = this.messages.filter((message) => !allowedPatterns.some((pattern) => pattern.test(message)));
    const missing = this.expectedMessages
      .filter((pattern) => !this.messages.some((message) => pattern.test(message)))
      .map((pattern) => `expected but missing: ${pattern}`);
    if (unexpected.length + missing.length > 0)
      throw new Error(`Browser console:\n${[...unexpected, ...missing].join('\n')}`);
  }

  private async waitForNextFrame(): Promise<void> {
    await this.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }

  private recordMessage(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text().includes(UNUSED_PRELOAD_WARNING)) return;
    if (!this.hasNavigated) return; // a late response for a page this window showed earlier
    this.messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  }
}
