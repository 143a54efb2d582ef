import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';

import { COPY } from '../src/lib/copy';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

const SUPPORT = 'help@bell.example';

describe('a visitor', () => {
  const mailServer = new FakeSmtpServer();
  const product = productInBrowser(async () => {
    await mailServer.start();
    return {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Bell <calls@bell.example>',
      SUPPORT_EMAIL: SUPPORT,
      PRODUCT_NAME: 'Bell & Sons',
    };
  });
  afterAll(() => mailServer.stop());

  it('can read the landing page without API requests, and without JavaScript', async () => {
    const tab = await openTab();
    const { page } = tab;
    const apiRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) apiRequests.push(request.url());
    });
    await tab.goto('/');
    await expectSoon(page.getByRole('heading', { level: 1, name: COPY.landing.headline })).toBeVisible();
    await expectSoon(page).toHaveTitle(/Bell & Sons/);
    await expectSoon(page.getByRole('link', { name: SUPPORT }).first()).toHaveAttribute('href', `mailto:${SUPPORT}`);
    expect(apiRequests).toEqual([]);

    const plainTab = await product().open({ javaScriptEnabled: false });
    await plainTab.goto('/');
    await expectSoon(plainTab.page.getByRole('heading', { level: 1, name: COPY.landing.headline })).toBeVisible();
    await plainTab.goto('/auth');
    await expectSoon(plainTab.page.locator('noscript')).toBeVisible();
    await expectSoon(plainTab.page.getByText('Loading Bell & Sons…')).toBeHidden();
  });

  it('chooses a plan, confirms the email address and sees the plans', async () => {
    const tab = await openTab();
    const { page } = tab;
    await tab.goto('/');
    await page.getByRole('article').filter({ hasText: 'Everything in Base' }).getByRole('link').click();
    await page.getByRole('link', { name: 'Create a free demo account' }).click();
    const email = 'kim@lee.example';
    for (const [label, text] of Object.entries({ 'First name': 'Kim', 'Last name': 'Lee', 'Email address': email }))
      await page.getByLabel(label).fill(text);
    await page.getByLabel('Password').fill(PASSWORD);
    let requestCount = 0;
    let releaseRequest = (): void => undefined;
    const released = new Promise<void>((resolve) => (releaseRequest = resolve));
    await page.route('**/api/sign-up', async (route) => {
      requestCount += 1;
      await released;
      await route.continue();
    });
    const buttonBox = await page.getByRole('button', { name: 'Create account' }).boundingBox();
    const clickButton = async (): Promise<void> => page.mouse.click((buttonBox?.x ?? 0) + 10, (buttonBox?.y ?? 0) + 10);
    await clickButton();
    await expectSoon.poll(() => requestCount).toBe(1);
    await clickButton();
    releaseRequest();
    await expectSoon(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect(requestCount).toBe(1);
    const getMailText = (): string | undefined =>
      mailServer.emails.find(({ envelope }) => envelope.recipients.includes(email))?.message.text;
    await expectSoon.poll(getMailText).toContain('/api/sign-up/confirm?token=');
    await tab.goto(/\/api\/sign-up\S+/.exec(getMailText() ?? '')?.[0] ?? '');
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await expectSoon(page.getByRole('radio', { name: /Team/ })).toBeChecked();
    await page.getByRole('link', { name: COPY.contact }).click(); // payments are not set up
    await expectSoon(page.getByLabel('Message')).toHaveValue(/Bell & Sons Team plan/);
  });

  it('sees the not-found page, which has status 404', async () => {
    const tab = await openTab();
    tab.expectMessages(/status of 404/);
    const [pageResponse] = await Promise.all([
      tab.page.waitForResponse((response) => response.url().endsWith('/nowhere')),
      tab.goto('/nowhere'),
    ]);
    expect(pageResponse.status()).toBe(404);
    await expectSoon(tab.page.getByRole('heading', { name: COPY.notFound })).toBeVisible();
  });

  it('is redirected from an administrator page to the sign-in page', async () => {
    const tab = await openTab();
    const { page } = tab;
    await tab.goto('/users');
    await page.waitForURL(/\/api\/login/);
    await expectSoon(page.getByLabel('Password')).toBeVisible();
  });

  const openTab = (): ReturnType<ReturnType<typeof product>['open']> => product().open();
});
