import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { TestSystem } from '@ringwell/testing/test-system';

import { Tab } from './tab';

export const PASSWORD = 'four quiet copper kettles';

const ACTION_TIMEOUT_MS = 15_000;
// Enough to transcribe a recording of 40 seconds while other tests are running.
const TEST_TIMEOUT_MS = 120_000;
export const DESKTOP = { width: 1_280, height: 800 };
export const PHONE = { width: 390, height: 844 };

// The same names as in scripts/lib/install/system-tools.mjs.
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

export class ProductInBrowser {
  private tabs: Tab[] = [];

  private constructor(
    readonly system: TestSystem,
    private readonly browser: Browser,
    private readonly passwordHash: string,
  ) {}

  static async start(env: Record<string, string>): Promise<ProductInBrowser> {
    // Containers run as root, where the sandbox does not work.
    const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
    try {
      const passwordHash = await hashPassword(PASSWORD);
      return new ProductInBrowser(await TestSystem.start({ env }), browser, passwordHash);
    } catch (error) {
      await browser.close(); // an open browser would keep the test run alive
      throw error;
    }
  }

  /** Creates an account that signs in with PASSWORD. */
  async account(
    user: Partial<User> = {},
    settings: Partial<AccountSettings> = {},
    account: NewAccount = {},
  ): Promise<TestAccount & { email: string }> {
    const made = await makeAccount(this.system.database.dataSource, {
      user: { passwordHash: this.passwordHash, ...user },
      account,
      settings: { timeZone: 'UTC', ...settings },
    });
    return { ...made, email: made.user.email ?? '' };
  }

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

  async openAs(email: string, path: string, options?: BrowserContextOptions): Promise<Tab> {
    const tab = await this.open(options);
    await tab.signIn(email, PASSWORD);
    await tab.goto(path);
    return tab;
  }

  /** @throws when a page logged unexpected messages */
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
 * Starts the product for the tests of a file. Call it at the top of a `describe`. After each test, its windows are
 * closed, and unexpected console messages fail it.
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
    if (!product) throw new Error('The product is available only inside tests and hooks.');
    return product;
  };
}

// Without a browser on the PATH, Playwright uses its own, or says what to install.
function browserPath(): string | undefined {
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
