import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';

import type { User } from '@ringwell/database/entities/user.entity';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { TestSystem } from '@ringwell/testing/test-system';

import { Tab } from './tab';

/** Of every account that these tests make. */
export const PASSWORD = 'four quiet copper kettles';

/** A browser that is slower than this under load is stuck. */
const ACTION_TIMEOUT_MS = 15_000;
/** A recording of 40 s is recognised in it, beside other tests. */
const TEST_TIMEOUT_MS = 120_000;
export const DESKTOP = { width: 1_280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** The names under which scripts/lib/install/system-tools.mjs looks for it. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** The whole product, as it runs in production, and a real browser in front of it. */
export class ProductInBrowser {
  private tabs: Tab[] = [];

  private constructor(
    readonly system: TestSystem,
    private readonly browser: Browser,
    private readonly passwordHash: string,
  ) {}

  /** @param env settings that differ from those for tests */
  static async start(env: Record<string, string>): Promise<ProductInBrowser> {
    const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] }); // containers run as root, where its sandbox cannot work
    try {
      const passwordHash = await hashPassword(PASSWORD);
      return new ProductInBrowser(await TestSystem.start({ env }), browser, passwordHash);
    } catch (error) {
      await browser.close(); // or the run would not end
      throw error;
    }
  }

  /** An account that signs in with PASSWORD. */
  async account(user: Partial<User> = {}): Promise<TestAccount & { email: string }> {
    const account = await makeAccount(this.system.database.dataSource, {
      user: { passwordHash: this.passwordHash, ...user },
    });
    return { ...account, email: account.user.email ?? '' };
  }

  /** A window without cookies. */
  async open(options: BrowserContextOptions = {}): Promise<Tab> {
    const context = await this.browser.newContext({
      viewport: DESKTOP,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
      ...options,
    });
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const tab = new Tab(await context.newPage(), context, this.system.url);
    this.tabs.push(tab);
    return tab;
  }

  /** A window of somebody who is signed in, at a path. */
  async openAs(email: string, path: string, options?: BrowserContextOptions): Promise<Tab> {
    const tab = await this.open(options);
    await tab.signIn(email, PASSWORD);
    await tab.goto(path);
    return tab;
  }

  /** @throws when the page of any window complained unexpectedly */
  async closeTabs(): Promise<void> {
    const tabs = this.tabs;
    this.tabs = [];
    const outcomes = await Promise.allSettled(tabs.map((tab) => tab.close()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.system.stop();
  }
}

/**
 * The product for the tests of one file. Call it at the top of a `describe`; every test's windows are closed after it, and
 * fail it when they complained.
 */
export function productInBrowser(
  settings: () => Promise<Record<string, string>> | Record<string, string> = () => ({}),
): () => ProductInBrowser {
  jest.setTimeout(TEST_TIMEOUT_MS);
  let product: ProductInBrowser | undefined;
  beforeAll(async () => {
    product = await ProductInBrowser.start(await settings());
  });
  afterEach(() => product?.closeTabs());
  afterAll(() => product?.stop());
  return () => {
    if (!product) throw new Error('The product runs only while tests do.');
    return product;
  };
}

/** `undefined` leaves it to Playwright, which says what to install. */
function browserPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there
  }
}
