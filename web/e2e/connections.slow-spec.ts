import type { Page } from '@playwright/test';

import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';

import { CHECKOUT_COPY } from '../src/features/checkout/checkout-copy';
import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { settingsPath } from '../src/lib/paths';
import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import { PHONE } from './windows';

// A worker normally sends a test message within a second, but takes longer on a busy machine.
const OUTCOME_TIMEOUT_MS = 30_000;
describe('connections', () => {
  const receiver = new FakeWebhookReceiver();
  const product = productInBrowser(async () => {
    await receiver.start();
    return {
      OUTBOUND_ALLOW: new URL(receiver.origin).host,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_BASE_URL: 'http://127.0.0.1:1',
    };
  });
  afterAll(() => receiver.stop());

  const getOwnSystem = (page: Page): ReturnType<Page['getByRole']> =>
    page.getByRole('region', { name: 'Your own system' });
  const getToggleButton = (page: Page): ReturnType<Page['getByRole']> =>
    getOwnSystem(page).getByRole('heading').getByRole('button');
  async function saveWebhookUrl(page: Page, path: string): Promise<void> {
    await getOwnSystem(page)
      .getByRole('group', { name: 'Outgoing webhook URL' })
      .getByRole('button', { name: /^(Add|Replace)$/ })
      .click();
    await getOwnSystem(page).getByRole('textbox', { name: 'Outgoing webhook URL' }).fill(`${receiver.origin}${path}`);
    await getOwnSystem(page).getByRole('button', { name: 'Save Outgoing webhook URL' }).click();
    await expectSoon(getOwnSystem(page).getByRole('button', { name: /^Send test message/ })).toBeEnabled();
  }
  async function sendTestMessage(page: Page): Promise<void> {
    await getOwnSystem(page)
      .getByRole('button', { name: /^Send test message/ })
      .click();
  }
  it('saves and tests a webhook, and shows whether the test message arrived or failed', async () => {
    const { email } = await product().createAccount();
    const tab = await product().openAs(email, settingsPath('connections'));
    const { page } = tab;
    await expectSoon(getToggleButton(page)).toHaveAccessibleName('Your own system Not connected');
    const urlField = getOwnSystem(page).getByLabel('Outgoing webhook URL');
    await expectSoon(urlField).toBeHidden();
    await checkStates(tab, (check) => check('not connected'));
    await page.emulateMedia({ media: 'print' });
    await expectSoon(urlField).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await getToggleButton(page).press('Enter');
    await expectSoon(urlField).toBeVisible();
    await expectSoon(getOwnSystem(page)).toContainText('Add the URL of your system to connect.');
    await expectSoon(getOwnSystem(page).getByRole('button', { name: /^Send test message/ })).toBeDisabled();

    receiver.reply = () => ({ status: 404, body: 'gone' });
    await saveWebhookUrl(page, '/wrong');
    await sendTestMessage(page);
    const result = getOwnSystem(page).getByRole('status').filter({ hasText: "The test message wasn't sent." });
    await expectSoon(result).toBeVisible({ timeout: OUTCOME_TIMEOUT_MS });
    await expectSoon(getOwnSystem(page)).toContainText('404');
    await expectSoon(getToggleButton(page)).toHaveAccessibleName('Your own system Problem');
    await checkStates(tab, (check) => check('test message failed'));

    receiver.reply = () => ({ body: 'ok' });
    await saveWebhookUrl(page, '/right?key=secret');
    await expectSoon(result).toBeHidden();
    await expectSoon(getToggleButton(page)).toHaveAccessibleName('Your own system Saved, not tested yet');
    await expectSoon(getOwnSystem(page)).toContainText('Send a test message');
    await sendTestMessage(page);
    await expectSoon(getOwnSystem(page).getByText('Your system received a test message.')).toBeVisible({
      timeout: OUTCOME_TIMEOUT_MS,
    });
    await expectSoon(getToggleButton(page)).toHaveAccessibleName('Your own system Connected');
    await expectSoon(getOwnSystem(page)).toContainText('Last sent');
    expect(receiver.requests.map(({ path, raw }) => [path, (JSON.parse(raw) as { type: string }).type])).toEqual([
      ['/wrong', 'test'],
      ['/right?key=secret', 'test'],
    ]);
    await sendTestMessage(page);
    await expectSoon(getOwnSystem(page).getByText('A test message was just sent.')).toBeVisible();
    tab.expectMessages(/status of 409.*settings\/test\/webhook/);
    await checkStates(tab, (check) => check('test message sent'));
  });

  it('expands the connection that a notice links to', async () => {
    const { account, email } = await product().createAccount();
    await product().system.database.query(
      `update account_settings set add_ons = '{slack}', slack_enabled = true where account_id = $1`,
      [account.id],
    );
    const tab = await product().openAs(email, '/', { viewport: PHONE });
    const { page } = tab;
    await page.getByRole('link', { name: 'Open Connections' }).click();
    const slack = page.getByRole('region', { name: 'Slack' });
    await expectSoon(slack.getByRole('heading').getByRole('button')).toBeFocused();
    await expectSoon(slack.getByLabel('Slack bot token')).toBeInViewport();
    await expectSoon(page.getByLabel('Tenant')).toBeHidden();
  });

  it('offers the add-on on the dashboard and in the connection settings', async () => {
    const { email } = await product().createAccount();
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    await expectSoon(page.getByText(/plan doesn't include team chat/)).toBeVisible();
    await checkStates(tab, (check) => check('dashboard without the add-on'));
    await page.getByRole('link', { name: 'All settings' }).click();
    await page.getByRole('link', { name: SETTINGS_COPY.connections }).click();
    await page.getByRole('button', { name: 'See plans' }).click();
    await expectSoon(page.getByRole('dialog', { name: CHECKOUT_COPY.title })).toBeVisible();
  });
});
