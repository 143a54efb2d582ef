import { readFile } from 'node:fs/promises';

import { callPath, PATHS } from '../src/lib/paths';
import { createAccountWithRecording, type CallWithRecording } from './account-with-recording';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

describe('calls', () => {
  const product = productInBrowser();
  const makeAccountWithCall = (): Promise<CallWithRecording> => createAccountWithRecording(product());

  it("shows and exports times in the account's time zone, regardless of the browser's", async () => {
    const { account, email } = await product().createAccount({}, { timeZone: null });
    const { database } = product().system;
    const { id } = await database.makeCompletedCall(account.id, {
      call: { occurredAt: new Date('2026-03-31T02:30:00Z'), customerName: 'Dana Whitfield', recordingKey: null },
    });
    const newYorkTab = await product().openAs(email, callPath(id), { timezoneId: 'America/New_York' });
    await expectSoon(newYorkTab.page.getByText('Mon, Mar 30, 10:30 PM EDT').first()).toBeVisible();
    const californiaTab = await product().openAs(email, callPath(id), { timezoneId: 'America/Los_Angeles' });
    await expectSoon(californiaTab.page.getByText('Mon, Mar 30, 10:30 PM EDT').first()).toBeVisible();
    await californiaTab.goto(`${PATHS.calls}?from=2026-03-30&to=2026-03-30`);
    await expectSoon(californiaTab.page.getByRole('link', { name: /Dana Whitfield/ })).toBeVisible();
    const [download] = await Promise.all([
      californiaTab.page.waitForEvent('download'),
      californiaTab.page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('2026-03-30');
  });

  it('plays the recording with Space unless a control has focus', async () => {
    const { email, path } = await makeAccountWithCall();
    const { page } = await product().openAs(email, path);
    const followCheckbox = page.getByRole('checkbox', { name: 'Follow' });
    await followCheckbox.focus();
    await page.keyboard.press('Space');
    await expectSoon(followCheckbox).not.toBeChecked();
    await expectSoon(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Preferences/ }).click();
    await expectSoon(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await expectSoon(page.getByRole('menu')).toHaveCount(0);
    await expectSoon(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.getByRole('heading', { name: 'Transcript' }).click();
    await page.keyboard.press('Space');
    await expectSoon(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expectSoon(followCheckbox).not.toBeChecked();
  });
});
