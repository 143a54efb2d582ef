import { readFileSync } from 'node:fs';

import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

import { expectSoon } from './expect-soon';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.0 to 2.2, levels A and AA, and what axe calls best practice. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of those that a theme or a size can break. */
const AXE_RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
/** What makes the rest of the page wait while it is open. */
const LAYER = '[role=dialog], [role=alertdialog], [role=menu]';

/** Stands for what is still loading (web/src/ui/feedback/skeleton.tsx, web/src/app/loading-screen.tsx). */
const PLACEHOLDER = '.animate-breathe';

/** One browser window, which remembers everything that the page complained about. */
export class Tab {
  private readonly messages: string[] = [];
  private readonly expected: RegExp[] = [];

  constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    readonly url: string,
  ) {
    page.on('console', (message) => this.note(message));
    page.on('pageerror', (error) => this.messages.push(`uncaught: ${error.stack ?? error.message}`));
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`);
  }

  /** Gets a session by e-mail and password, without a page. */
  async signIn(email: string, password: string): Promise<void> {
    const answer = await this.context.request.post(`${this.url}/api/login`, {
      data: { email, password },
      headers: { origin: this.url },
    });
    if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}: ${await answer.text()}`);
  }

  /** From now on every request fails, as without a network, or no longer. */
  async setOffline(offline: boolean): Promise<void> {
    await this.context.setOffline(offline);
  }

  async copied(): Promise<string> {
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.url });
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Messages that a test provokes, such as the browser's note of a 401; each must really come. */
  expects(...messages: RegExp[]): void {
    this.expected.push(...messages);
  }

  /** Holds requests back, as a slow network does. @returns lets them go */
  async hold(pattern: string): Promise<() => void> {
    let letGo = (): void => undefined;
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await this.page.route(pattern, async (route) => {
      await gone;
      await route.continue();
    });
    return letGo;
  }

  /** Waits until nothing is on its way any more and the page stands still. */
  async settled(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await expectSoon(this.page.locator(PLACEHOLDER)).toHaveCount(0);
    await this.nextFrame();
  }

  /** The same page in another light and another size. */
  async look(colorScheme: 'light' | 'dark', viewport: { width: number; height: number }): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.setViewportSize(viewport);
    await this.nextFrame();
    await this.settled();
  }

  /** The same page in another light. */
  async light(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.nextFrame();
  }

  /** Resolves once the page shows these words, for however short a time. */
  async seen(words: string): Promise<void> {
    const isThere = `document.body.innerText.includes(${JSON.stringify(words)})`;
    await this.page.evaluate(
      `new Promise((resolve) => { const look = () => (${isThere} ? resolve() : requestAnimationFrame(look)); look(); })`,
    );
  }

  /**
   * What axe finds wrong, as lines to read: empty when nothing. `looks` is what a theme or a size can change, in what lies over the
   * page if anything does.
   */
  async accessibilityProblems(about: 'everything' | 'looks' = 'everything'): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>('"axe" in window'))) await this.page.evaluate(AXE);
    const context =
      about === 'looks'
        ? `(() => { const over = [...document.querySelectorAll('${LAYER}')]; return over.length > 0 ? over : document; })()`
        : 'document';
    const run = `axe.run(${context}, { runOnly: ${JSON.stringify(about === 'looks' ? AXE_RULES_OF_LOOKS : AXE_TAGS)}, resultTypes: ['violations'] })`;
    const { violations } = await this.page.evaluate<AxeResults>(run);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    );
  }

  /** By how many pixels the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** By how many pixels the page scrolls on below its content. */
  excessHeight(): Promise<number> {
    return this.page.evaluate<number>(`(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const contentEnd = Math.ceil(document.body.getBoundingClientRect().bottom + scrollY);
      return scrollHeight - Math.max(contentEnd, clientHeight);
    })()`);
  }

  /** @throws when the page complained unexpectedly, or did not as it should have */
  async close(): Promise<void> {
    await this.context.close();
    const unexpected = this.messages.filter((message) => !this.expected.some((pattern) => pattern.test(message)));
    const missing = this.expected
      .filter((pattern) => !this.messages.some((message) => pattern.test(message)))
      .map((pattern) => `never came: ${pattern}`);
    if (unexpected.length + missing.length > 0)
      throw new Error(`The console of the browser:\n${[...unexpected, ...missing].join('\n')}`);
  }

  /** Styles and scripts have answered to what happened by then. */
  private async nextFrame(): Promise<void> {
    await this.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }

  private note(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    this.messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  }
}
