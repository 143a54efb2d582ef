import type { BrowserContextOptions } from '@playwright/test';

import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { hashPassword, PASSWORD_HASHING } from '@ringwell/platform/crypto/password';
import { onTestsEnd } from '@ringwell/testing/end-of-tests';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { TestSystem } from '@ringwell/testing/test-system';

import { Tab } from './tab';
import { openWindow } from './windows';

export const PASSWORD = 'four quiet copper kettles';

// Much longer than usual, because a slow machine may be running other tests.
const TEST_TIMEOUT_MS = 300_000;

// Cheap hashes speed up creating accounts and signing in (a stored hash includes its cost).
Object.assign(PASSWORD_HASHING, { memoryCost: 8, timeCost: 1 });

export class ProductInBrowser {
  private tabs: Tab[] = [];

  private constructor(
    readonly system: TestSystem,
    /** Fake server that transcribes the recordings without a recognizer. */
    readonly transcription: FakeTranscriptionServer,
    private readonly passwordHash: string,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<ProductInBrowser> {
    const transcription = new FakeTranscriptionServer();
    await transcription.start();
    try {
      const system = await TestSystem.start({
        processes: true, // the system outlives the test file, and a process can run only one API at a time
        env: { TRANSCRIPTION_BASE_URL: transcription.baseUrl, ...env },
      });
      return new ProductInBrowser(system, transcription, await hashPassword(PASSWORD));
    } catch (error) {
      await transcription.stop(); // an open server would keep the test run alive
      throw error;
    }
  }

  /** Creates an account that signs in with PASSWORD. */
  async createAccount(
    user: Partial<User> = {},
    settings: Partial<AccountSettings> = {},
    account: NewAccount = {},
  ): Promise<TestAccount & { email: string }> {
    const testAccount = await this.system.database.makeAccount({
      user: { passwordHash: this.passwordHash, ...user },
      account,
      settings: { timeZone: 'UTC', ...settings },
    });
    return { ...testAccount, email: testAccount.user.email ?? '' };
  }

  /** @param options for a new window; with only `viewport`, an earlier window may be reused */
  async open(options?: BrowserContextOptions): Promise<Tab> {
    const tab = new Tab(await openWindow(options), this.system.url);
    this.tabs.push(tab);
    return tab;
  }

  async openAs(email: string, path: string, options?: BrowserContextOptions): Promise<Tab> {
    const tab = await this.open(options);
    await tab.signIn(email, PASSWORD);
    await tab.goto(path);
    return tab;
  }

  /** @throws if a page logged unexpected messages */
  async closeTabs(): Promise<void> {
    const tabs = this.tabs;
    this.tabs = [];
    const outcomes = await Promise.allSettled(tabs.map((tab) => tab.close()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async stop(): Promise<void> {
    await Promise.all([this.system.stop(), this.transcription.stop()]);
  }
}

let sharedProduct: Promise<ProductInBrowser> | undefined;

async function startShared(): Promise<ProductInBrowser> {
  const product = await ProductInBrowser.start();
  onTestsEnd(() => product.stop());
  return product;
}

/**
 * Provides the product to a file's tests. Call this at the top of a `describe`. After each test, its windows are
 * reset or closed, and unexpected console messages make the test fail. All files in a process that don't pass
 * `getEnv` share one product, so tests must use names that no other file uses.
 */
export function productInBrowser(
  getEnv?: () => Promise<Record<string, string>> | Record<string, string>,
): () => ProductInBrowser {
  jest.setTimeout(TEST_TIMEOUT_MS);
  let product: ProductInBrowser | undefined;
  beforeAll(async () => {
    product = getEnv ? await ProductInBrowser.start(await getEnv()) : await (sharedProduct ??= startShared());
  });
  afterEach(() => product?.closeTabs());
  if (getEnv) afterAll(() => product?.stop());
  return () => {
    if (!product) throw new Error('The product is available only inside tests and hooks');
    return product;
  };
}
