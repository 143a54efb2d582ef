import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';

import { ACCOUNT_COPY } from '../src/features/account/account-copy';
import { SECOND_FACTOR_COPY } from '../src/features/account/second-factor/second-factor-copy';
import { PATHS } from '../src/lib/paths';
import { checkEveryCombination, checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

describe('two-step verification', () => {
  checkEveryCombination();
  const product = productInBrowser();

  it('can be turned on, used to sign in, and turned off', async () => {
    const { email, user } = await product().createAccount();
    const { database } = product().system;
    const tab = await product().openAs(email, PATHS.account);
    const { page } = tab;
    tab.expectMessages(/status of (400|401|403)/); // wrong codes, and a request that needs a confirmed identity
    let authenticator: AuthenticatorApp | undefined;
    const recoveryCodes: string[] = [];
    await checkStates(tab, async (check) => {
      await page.getByRole('button', { name: SECOND_FACTOR_COPY.turnOn }).click();
      const setup = page.getByRole('dialog', { name: SECOND_FACTOR_COPY.setup.title });
      await expectSoon(setup.getByRole('img', { name: SECOND_FACTOR_COPY.setup.qrCode })).toBeVisible();
      authenticator = new AuthenticatorApp((await setup.locator('code').textContent())?.replaceAll(' ', '') ?? '');
      await setup.getByRole('textbox', { name: SECOND_FACTOR_COPY.setup.code }).fill(authenticator.findWrongCode());
      await page.keyboard.press('Enter');
      await expectSoon(setup.getByRole('alert')).toContainText('Incorrect code.');
      await check('setup');
      await setup.getByRole('textbox', { name: SECOND_FACTOR_COPY.setup.code }).fill(authenticator.generateCode());
      await page.keyboard.press('Enter');
      const codes = page.getByRole('dialog', { name: SECOND_FACTOR_COPY.codes.title });
      await expectSoon(codes.getByRole('listitem')).toHaveCount(10);
      recoveryCodes.push(...(await codes.getByRole('listitem').allTextContents()));
      await check('recovery codes');
      await codes.getByRole('button', { name: SECOND_FACTOR_COPY.codes.saved }).click();
      await expectSoon(page.getByText(SECOND_FACTOR_COPY.codesLeft(10))).toBeVisible();
      await check('turned on');
    });

    await database.query('delete from sessions where user_id = $1', [user.id]);
    await tab.goto(`/api/login?returnTo=${encodeURIComponent(PATHS.account)}`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSoon(page.getByLabel('Code')).toBeFocused();
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    await page.getByLabel('Code').fill(authenticator?.findWrongCode() ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSoon(page.getByRole('alert')).toContainText('Incorrect code.');
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSoon(page).toHaveURL(tab.url + PATHS.account);
    await expectSoon(page.getByText(SECOND_FACTOR_COPY.codesLeft(9))).toBeVisible();

    await database.query(`update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1`, [
      user.id,
    ]);
    await page.getByRole('button', { name: `${SECOND_FACTOR_COPY.remove.action} ${SECOND_FACTOR_COPY.app}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: SECOND_FACTOR_COPY.remove.confirm }).click();
    const confirmation = page.getByRole('dialog', { name: ACCOUNT_COPY.confirmation.title });
    await checkStates(tab, async (check) => {
      await confirmation.getByLabel(ACCOUNT_COPY.confirmation.label).fill(PASSWORD);
      await confirmation.getByLabel(ACCOUNT_COPY.confirmation.code).fill(recoveryCodes[1] ?? '');
      await check('password and code');
    });
    await confirmation.getByRole('button', { name: ACCOUNT_COPY.confirmation.confirm }).click();
    await expectSoon(page.getByText(SECOND_FACTOR_COPY.off)).toBeVisible();
  });
});
