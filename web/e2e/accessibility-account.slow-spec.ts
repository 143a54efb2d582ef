import { samplePath } from '@ringwell/testing/make-audio';
import { makeReadyExport } from '@ringwell/testing/make-ready-export';

import { CHECKOUT_COPY } from '../src/features/checkout/checkout-copy';
import { EXPORTS_COPY } from '../src/features/settings/exports/exports-copy';
import { GUIDELINE_COPY } from '../src/features/settings/guideline/guideline-copy';
import { STORAGE_COPY } from '../src/features/settings/limits/storage-copy';
import { RETENTION_COPY } from '../src/features/settings/privacy/retention-copy';
import { SETTINGS_COPY } from '../src/features/settings/settings-copy';
import { TEAM_COPY } from '../src/features/team/team-copy';
import { COPY } from '../src/lib/copy';
import { callPath, PATHS, settingsPath } from '../src/lib/paths';
import { checkEveryCombination, checkStates, waitForToast } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import { DESKTOP, PHONE } from './windows';

const DAY_MS = 86_400_000;

describe('accessibility of account pages in light and dark mode, on desktop and phone', () => {
  checkEveryCombination();
  const product = productInBrowser();

  it('has no problems in settings: failed save, new secret, confirmation, replaced secret, names, privacy', async () => {
    const { account, email } = await product().createAccount();
    await product().system.database.makeCompletedCall(account.id, {
      call: { createdAt: new Date(Date.now() - 40 * DAY_MS) },
    });
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    tab.expectMessages(/status of 500/);
    await checkStates(tab, async (check) => {
      await page.route('**/api/my/settings', (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
      );
      await page.getByRole('switch', { name: 'Slack' }).click();
      await waitForToast(page, SETTINGS_COPY.failed);
      await check('failed save');
      await page.unrouteAll();
      await page.getByRole('link', { name: 'All settings' }).click();
      const navigation = page.getByRole('navigation', { name: 'Settings' });
      await navigation.getByRole('link', { name: SETTINGS_COPY.connections }).click();
      const section = page.getByRole('region', { name: 'Your own system' });
      await expectSoon(section.getByRole('button', { name: /Not connected/ })).toBeVisible();
      await check('collapsed connections');
      await section.getByRole('heading').getByRole('button').click();
      await section.getByRole('button', { name: 'Generate secret' }).click();
      const secret = page.getByRole('dialog', { name: 'Your new signing secret' });
      await expectSoon(secret).toBeVisible();
      await check('new secret');
      await secret.getByRole('button', { name: SETTINGS_COPY.copiedIt }).click();
      await section.getByRole('button', { name: 'Replace' }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('confirmation');
      await page.keyboard.press('Escape');
      await section.getByRole('button', { name: 'Add' }).click();
      await section.getByRole('textbox', { name: 'Outgoing webhook URL' }).fill('https://example.com/hook');
      await section.getByRole('button', { name: 'Save Outgoing webhook URL' }).click();
      await section
        .getByRole('group', { name: 'Outgoing webhook URL' })
        .getByRole('button', { name: 'Replace' })
        .click();
      await expectSoon(section.getByRole('textbox', { name: 'Outgoing webhook URL' })).toBeFocused();
      await check('replaced secret');
      await navigation.getByRole('link', { name: SETTINGS_COPY.calls }).click();
      await page.getByLabel('New name or word').fill('Kowalczyk, Trane');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'Remove Trane' }).click();
      await expectSoon(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await check('names and words');
      await navigation.getByRole('link', { name: SETTINGS_COPY.data }).click();
      await page.getByRole('checkbox', { name: 'Customer names' }).focus();
      await page.keyboard.press(' ');
      await expectSoon(page.getByRole('checkbox', { name: 'Customer names' })).toBeChecked();
      await check('privacy');
      await expectSoon(page.getByText(STORAGE_COPY.noLimit)).toBeVisible();
      await check('storage');
      await page.getByLabel(RETENTION_COPY.transcripts).fill('30');
      await page.getByRole('button', { name: RETENTION_COPY.save, exact: true }).click();
      await expectSoon(page.getByRole('alertdialog', { name: RETENTION_COPY.confirm.title })).toBeVisible();
      await check('shorter retention');
    });
  });

  it('has no problems in exports: none yet, in progress, canceled with the keyboard, ready', async () => {
    const { account, user, email } = await product().createAccount();
    const tab = await product().openAs(email, settingsPath('data'));
    const { page } = tab;
    const section = page.getByRole('region', { name: EXPORTS_COPY.title });
    const pressButton = async (name: string): Promise<void> => {
      await section.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };
    await checkStates(tab, async (check) => {
      await expectSoon(section.getByRole('button', { name: EXPORTS_COPY.start })).toBeVisible();
      await check('no export yet');
      await makeReadyExport(product().system.database.dataSource, account.id, {
        state: 'running',
        totalCalls: 5_000,
        doneCalls: 1_234,
        percent: 38,
        requestedBy: user.id,
        leaseUntil: new Date(Date.now() + 3_600_000),
        bytes: null,
        finishedAt: null,
        expiresAt: null,
      });
      await tab.goto(settingsPath('data'));
      await expectSoon(section.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '38');
      await check('export in progress');
      await pressButton(EXPORTS_COPY.cancel);
      const confirmation = page.getByRole('alertdialog', { name: EXPORTS_COPY.confirmCancel.title });
      await expectSoon(confirmation).toBeVisible();
      await check('confirmation');
      await confirmation.getByRole('button', { name: EXPORTS_COPY.cancel }).focus();
      await page.keyboard.press('Enter');
      await expectSoon(section.getByText(EXPORTS_COPY.ended.canceled)).toBeVisible();
      await pressButton(EXPORTS_COPY.startAgain);
      const link = section.getByRole('link', { name: EXPORTS_COPY.download });
      await expectSoon(link).toBeVisible();
      await check('export ready');
      const download = page.waitForEvent('download');
      await link.click();
      expect((await download).suggestedFilename()).toMatch(/^export-\d{4}-\d{2}-\d{2}\.zip$/);
    });
  });

  it('has no problems in the guideline: empty, rule without words, back-test on past calls, versions, confirmation', async () => {
    const { account, email } = await product().createAccount();
    const { database } = product().system;
    const segments = [{ speaker: 'customer' as const, startMs: 0, endMs: 900, text: 'I want to cancel my plan.' }];
    await database.makeCompletedCall(account.id, { analysis: { sentiment: 'neutral' }, segments });
    const tab = await product().openAs(email, settingsPath('labels', 'guideline'));
    const { page } = tab;
    const saveButton = page.getByRole('button', { name: GUIDELINE_COPY.save, exact: true });
    await checkStates(tab, async (check) => {
      await expectSoon(page.getByText(GUIDELINE_COPY.noRules)).toBeVisible();
      await check('empty guideline');
      await page.getByRole('button', { name: GUIDELINE_COPY.add }).click();
      await saveButton.click();
      await expectSoon(page.getByText(GUIDELINE_COPY.phrasesMissing)).toBeVisible();
      await check('rule without words');
      await page.getByLabel(GUIDELINE_COPY.phrases).fill('cancel my plan');
      await saveButton.click();
      await expectSoon(page.getByRole('heading', { name: GUIDELINE_COPY.result.title })).toBeFocused();
      await expectSoon(page.getByText('Your rule “cancel my plan”')).toBeVisible();
      await check('tried on past calls');
      await saveButton.click();
      await expectSoon(page.getByText(GUIDELINE_COPY.saved(1))).toBeVisible();
      await page.getByLabel(GUIDELINE_COPY.phrases).fill('cancel my plan, cancel it');
      await saveButton.click();
      await expectSoon(page.getByText(GUIDELINE_COPY.seeFirst)).toBeVisible();
      await saveButton.click();
      await expectSoon(page.getByText(GUIDELINE_COPY.saved(2))).toBeVisible();
      await page.getByText(GUIDELINE_COPY.versions.show).first().click();
      await check('versions');
      await page.getByRole('button', { name: GUIDELINE_COPY.versions.restoreVersion(1) }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('confirmation');
    });
  });

  it('has no problems in calls: no calls yet, no results, results, command menu results, details, confirmation, printout', async () => {
    const { account, email } = await product().createAccount();
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    const openConfirmation = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Reprocess' }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
    };
    await checkStates(tab, async (check) => {
      await expectSoon(page.getByText(COPY.calls.none.title)).toBeVisible();
      await check('dashboard without calls');
      await page.getByRole('link', { name: COPY.calls.viewAll, exact: true }).click();
      await expectSoon(page.getByRole('heading', { name: COPY.calls.title, exact: true })).toBeVisible();
      await expectSoon(page.getByText(COPY.calls.none.title)).toBeVisible();
      await check('list without calls');
      await tab.goto(`${PATHS.calls}?search=nothing`);
      await expectSoon(page.getByText(COPY.calls.noneFound)).toBeVisible();
      await check('no calls found');
      await product().system.database.makeCompletedCall(account.id, { call: { recordingKey: null } });
      await tab.goto(`${PATHS.calls}?search=thanks`);
      await expectSoon(page.locator('mark')).toHaveText('Thank');
      await check('calls found');
      await tab.goto(PATHS.home);
      await expectSoon(page.getByRole('button', { name: /^Search/ })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expectSoon(page.getByRole('combobox', { name: /Search calls/ })).toBeFocused();
      await page.keyboard.type('much thanks');
      const searchHit = page.getByRole('option', { name: /0:01 Customer: Thank you so much/ });
      await expectSoon(searchHit).toHaveAttribute('aria-selected', 'true');
      await check('search and jump');
      await page.keyboard.press('Enter');
      await expectSoon(page).toHaveURL(/\/calls\/[0-9a-f-]{36}\?t=1$/);
      await tab.goto(PATHS.home);
      await page.getByRole('button', { name: /Positive/ }).click();
      const details = page.getByRole('dialog', { name: COPY.calls.one });
      await expectSoon(details.getByText('The heater works again.')).toBeVisible();
      await check('details');
      await openConfirmation();
      await check('confirmation', [DESKTOP]);
      await page.keyboard.press('Escape');
      await tab.setAppearance('light', PHONE);
      await details.getByRole('tab', { name: 'Delivery' }).click();
      await openConfirmation();
      await check('confirmation', [PHONE]);
      await page.keyboard.press('Escape');

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
      await expectSoon(page.getByRole('article')).toContainText('Thank you so much.');
      await expectSoon(page.getByRole('navigation')).toHaveCount(0);
      expect(await tab.findAccessibilityProblems('visual')).toEqual([]);
      await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
      await expectSoon(page.getByRole('article')).toHaveCount(0);
    });
  });

  it('has no problems in dialogs (upload, filters, details, word correction, members), and distinguishes moods in forced colors', async () => {
    const owner = await product().createAccount();
    const { database } = product().system;
    const course = (['positive', 'neutral', 'negative'] as const).map((sentiment, index) => ({
      sentiment,
      startMs: index * 10_000,
      endMs: (index + 1) * 10_000,
    }));
    const { id } = await database.makeCompletedCall(owner.account.id, {
      call: { recordingKey: null },
      analysis: { course },
    });
    await database.makeMember(owner, 'owner');
    const tab = await product().openAs(owner.email, `${PATHS.calls}?label=positive`);
    const { page } = tab;
    await checkStates(tab, async (check) => {
      const checkDialog = async (button: string, role: 'dialog' | 'alertdialog' = 'dialog'): Promise<void> => {
        await page.getByRole('button', { name: button }).first().click();
        await expectSoon(page.getByRole(role)).toBeVisible();
        await check(button);
      };
      const closeDialog = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await expectSoon(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
      };
      await page.getByLabel('Recording').setInputFiles(samplePath('positive.wav'));
      await expectSoon(page.getByRole('dialog')).toBeVisible();
      await check('upload');
      await closeDialog();
      await checkDialog('Save filters');
      await page.getByRole('dialog').getByLabel('Name').fill('Happy');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await checkDialog('Delete the filter Happy', 'alertdialog');
      await closeDialog();
      await tab.goto(callPath(id));
      await checkDialog('Edit details');
      await closeDialog();
      await checkDialog('Correct a word');
      await closeDialog();
      await tab.goto(PATHS.team);
      await checkDialog(TEAM_COPY.leave.action, 'alertdialog');
      await closeDialog();
      await page.getByRole('button', { name: TEAM_COPY.actions('Paul Ruiz') }).click();
      await page.getByRole('menuitem', { name: TEAM_COPY.remove.action }).click();
      await expectSoon(page.getByRole('alertdialog')).toBeVisible();
      await check('remove a member');
      await closeDialog();
    });
    await tab.goto(callPath(id));
    await page.emulateMedia({ forcedColors: 'active' });
    const parts = page
      .getByRole('group', { name: /^Mood:/ })
      .getByRole('button')
      .locator('span');
    await expectSoon(parts).toHaveCount(3);
    const styles = await page.evaluate(
      `[...document.querySelectorAll('[aria-label^="Mood:"] button > span')].map((span) => getComputedStyle(span).borderTopStyle)`,
    );
    expect(styles).toEqual(['solid', 'dotted', 'double']);
  });

  it('has no problems in a demo account: plans, tooltip', async () => {
    const { email } = await product().createAccount({}, {}, { status: 'demo', activatedAt: null });
    const tab = await product().openAs(email, PATHS.home);
    const { page } = tab;
    await checkStates(tab, async (check) => {
      await page.getByRole('button', { name: COPY.landing.subscribe, exact: true }).click();
      await expectSoon(page.getByRole('dialog', { name: CHECKOUT_COPY.title })).toBeVisible();
      await check('plans');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await page.getByRole('button', { name: 'Log out' }).hover();
      await expectSoon(page.getByRole('tooltip')).toBeAttached();
      await check('tooltip', [DESKTOP]);
    });
  });
});
