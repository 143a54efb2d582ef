import type { Page } from '@playwright/test';

import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';

import { LANDING_COPY } from '../src/features/landing/landing-copy';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

const SUPPORT = 'help@bell.example';
const TOASTER_URL_SCRIPT =
  "performance.getEntriesByType('resource').map(({ name }) => name).find((name) => name.includes('/assets/toaster-'))";

/** Waits for the code that shows toasts, which the page loads a few seconds after everything else. */
async function waitForToaster(page: Page): Promise<void> {
  await expectSoon.poll(() => page.evaluate<string | undefined>(TOASTER_URL_SCRIPT)).toBeDefined();
  await page.evaluate(`import(${TOASTER_URL_SCRIPT}).then(() => undefined)`);
}

describe('the contact form', () => {
  const mailServer = new FakeSmtpServer();
  const product = productInBrowser(async () => {
    await mailServer.start();
    return {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Bell <calls@bell.example>',
      SUPPORT_EMAIL: SUPPORT,
    };
  });
  afterAll(() => mailServer.stop());

  it('sends a message to the support address', async () => {
    const tab = await product().open();
    const { page } = tab;
    await tab.goto('/');
    await page.getByPlaceholder(LANDING_COPY.contact.placeholders.name).fill('Dana Reyes');
    await page.getByPlaceholder(LANDING_COPY.contact.placeholders.email).fill('dana@reyes.example');
    await page.getByPlaceholder(LANDING_COPY.contact.placeholders.message).fill('How do you count minutes?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expectSoon(page.getByRole('heading', { name: 'Thank you, we got your message.' })).toBeFocused();
    await expectSoon.poll(() => mailServer.emails.length).toBe(1);
    const [mail] = mailServer.emails;
    expect(mail?.envelope.recipients).toEqual([SUPPORT]);
    expect(mail?.message.text).toContain('How do you count minutes?');
  });

  it('keeps the message when it cannot be sent', async () => {
    const tab = await product().open();
    const { page } = tab;
    tab.expectMessages(/ERR_INTERNET_DISCONNECTED/);
    await tab.goto('/');
    await expectSoon(page.getByRole('button', { name: 'Send message' })).toBeEnabled(); // the form's code has loaded
    await page.getByPlaceholder(LANDING_COPY.contact.placeholders.name).fill('Dana Reyes');
    await page.getByPlaceholder(LANDING_COPY.contact.placeholders.email).fill('dana@reyes.example');
    await page.getByPlaceholder(LANDING_COPY.contact.placeholders.message).fill('Are you there?');
    await waitForToaster(page);
    await tab.setOffline(true);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expectSoon(page.getByText(LANDING_COPY.contact.failed, { exact: true })).toBeVisible();
    await expectSoon(page.getByPlaceholder(LANDING_COPY.contact.placeholders.message)).toHaveValue('Are you there?');
    await tab.setOffline(false);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expectSoon(page.getByRole('heading', { name: 'Thank you, we got your message.' })).toBeVisible();
  });
});
