import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { SHORT_CALL } from '@ringwell/testing/test-system';

import { settingsPath } from '../src/lib/paths';
import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

// The worker checks the folder every 250 ms, but an import takes longer on a busy machine.
const IMPORT_TIMEOUT_MS = 60_000;

describe('the recordings folder', () => {
  const inboxDir = temporaryDirectory();
  const product = productInBrowser(() => ({ INBOX_DIR: inboxDir, INBOX_STILL_SECONDS: '1' }));

  it("turns a file into a call, shows the details read from file names, and saves the account's pattern", async () => {
    const { email, account } = await product().createAccount({}, { inboundMinCallTime: 0 });
    const tab = await product().openAs(email, settingsPath('connections'));
    const { page } = tab;
    const section = page.getByRole('region', { name: 'Folder for recordings' });
    const folder = join(inboxDir, account.id);
    await expectSoon(section.getByText(folder)).toBeVisible();
    await expectSoon(section).toContainText("We haven't found the folder yet.");
    await mkdir(folder);
    await writeFile(join(folder, 'list.csv'), 'date,number\n');
    await copyFile(SHORT_CALL, join(folder, 'external-201-15551234567-20261120-101500-1795861300.12.mp3'));
    await expectSoon(section).toContainText('No files waiting. Last one processed', { timeout: IMPORT_TIMEOUT_MS });
    await section.getByText('Rejected files').click();
    await expectSoon(section).toContainText("We can't read this file.");
    const fileNameDetails = section.getByRole('list', { name: 'Details from file names' });
    await expectSoon(fileNameDetails).toContainText('Inbound · from (555) 123-4567 · to 201 · agent Extension 201');
    await section.getByRole('textbox', { name: /^File name patterns/ }).fill('{customer} at {time');
    await expectSoon(section.getByRole('alert')).toContainText('Put each part in braces');
    await checkStates(tab, (check) => check('invalid pattern'));
    await section.getByRole('textbox', { name: /^File name patterns/ }).fill('{customer} at {number} {date} {time}');
    await section
      .getByRole('textbox', { name: /^Try file names/ })
      .fill('Dana Reyes at 15551234567 2026-11-28 10.15.mp3');
    await expectSoon(fileNameDetails).toContainText('customer Dana Reyes · Nov 28, 2026, 10:15 AM');
    await section.getByRole('button', { name: 'Save patterns' }).click();
    await expectSoon(section.getByRole('button', { name: 'Save patterns' })).toBeHidden();

    await tab.goto('/calls');
    await expectSoon(page.getByText('(555) 123-4567').first()).toBeVisible();
  });
});
