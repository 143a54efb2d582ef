import { setTimeout as sleep } from 'node:timers/promises';

import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';

import { settingsPath } from '../src/lib/paths';
import { checkEveryCombination, checkStates, waitForToast } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

const OUTSIDE_EMAIL = 'sam@outside.example';

describe('an address outside the account', () => {
  checkEveryCombination();
  const smtp = new FakeSmtpServer();
  const product = productInBrowser(async () => {
    await smtp.start();
    return {
      ...smtp.settings,
      CONFIRM_ALERT_ADDRESSES: 'on',
    };
  });
  afterAll(() => smtp.stop());

  async function findMailLink(): Promise<string> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const mail = smtp.emails.find(({ envelope }) => envelope.recipients.includes(OUTSIDE_EMAIL));
      const [path] = /\/api\/alert-addresses\/[\w.~-]+/.exec(mail?.message.text ?? '') ?? [];
      if (path !== undefined) return path;
      await sleep(100);
    }
    throw new Error('No email with a link arrived');
  }

  it('can be confirmed from its email using only the keyboard, and every step is accessible', async () => {
    const { email } = await product().createAccount({}, { emailEnabled: true }, { company: 'Becker Plumbing' });
    const tab = await product().openAs(email, settingsPath('alerts'));
    const { page } = tab;
    await page.getByLabel('New email address').fill(OUTSIDE_EMAIL);
    await page.keyboard.press('Enter');
    const waitingLabel = page.getByText('Waiting for confirmation');
    await checkStates(tab, async (check) => {
      await expectSoon(waitingLabel).toBeVisible();
      await check('waiting for confirmation');
      await page.getByRole('button', { name: `Send again: confirmation email to ${OUTSIDE_EMAIL}` }).focus();
      await page.keyboard.press('Enter');
      await waitForToast(page, 'Confirmation email sent');
      await check('confirmation email sent again');
    });

    const recipient = await product().open();
    await recipient.goto(await findMailLink());
    await checkStates(recipient, async (check) => {
      const heading = recipient.page.getByRole('heading', { level: 1 });
      await expectSoon(heading).toHaveText('Get call alerts?');
      await check('question');
      await recipient.page.getByRole('button', { name: 'Not me, stop asking' }).click();
      await expectSoon(heading).toHaveText("You won't get call alerts");
      await check('declined');
      await recipient.page.getByRole('button', { name: 'Send me alerts' }).focus();
      await recipient.page.keyboard.press('Enter');
      await expectSoon(heading).toHaveText("You're getting call alerts");
      await check('confirmed');
    });

    await page.reload();
    await expectSoon(page.getByRole('list', { name: 'Email addresses' })).toContainText(OUTSIDE_EMAIL);
    await expectSoon(waitingLabel).toBeHidden();
  });
});
