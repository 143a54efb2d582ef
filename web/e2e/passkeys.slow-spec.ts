import type { Page } from '@playwright/test';

import { SignInLinksRepository } from '@ringwell/database/accounts/sign-in/sign-in-links.repository';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';
import { findFreePort } from '@ringwell/testing/free-port';

import { ACCOUNT_COPY } from '../src/features/account/account-copy';
import { SECOND_FACTOR_COPY as COPY } from '../src/features/account/second-factor/second-factor-copy';
import { PATHS } from '../src/lib/paths';
import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

// Windows opened with options are closed after each test, along with their authenticator.
const NEW_WINDOW_OPTIONS = { locale: 'en-US' };

// Adds a simulated fingerprint reader. It confirms immediately, unless the test says that no one is present.
async function addAuthenticator(page: Page): Promise<(isPresent: boolean) => Promise<unknown>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable', {});
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (enabled) => devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}

describe('passkeys', () => {
  let origin = '';
  // Browsers accept passkeys only on domain names, not on IP addresses.
  const product = productInBrowser(async () => {
    const port = await findFreePort();
    origin = `http://localhost:${port}`;
    return { PORT: String(port), PUBLIC_URL: origin, ADMIN_SECOND_FACTOR: 'required' };
  });
  beforeAll(() => {
    product().system.url = origin;
  });

  it('can be added with the keyboard, and then used for signing in and confirming identity', async () => {
    const { email, user } = await product().createAccount();
    const { database } = product().system;
    const tab = await product().openAs(email, PATHS.account, NEW_WINDOW_OPTIONS);
    const { page } = tab;
    const setUserPresent = await addAuthenticator(page);
    tab.expectMessages(/status of 403/); // the API asks the user to confirm their identity
    const passkey = COPY.passkey('My laptop');
    await checkStates(tab, async (check) => {
      await page.getByRole('button', { name: COPY.passkeys.add }).press('Enter');
      const dialog = page.getByRole('dialog', { name: COPY.passkeys.title });
      await dialog.getByLabel(COPY.passkeys.name).fill('My laptop');
      await check('new passkey');
      await page.keyboard.press('Enter');
      const codes = page.getByRole('dialog', { name: COPY.codes.title });
      await expectSoon(codes.getByRole('listitem')).toHaveCount(10);
      await codes.getByRole('button', { name: COPY.codes.saved }).press('Enter');
      await expectSoon(page.getByText(passkey)).toBeVisible();
      await check('passkey in the list');
    });

    await database.query('delete from sessions where user_id = $1', [user.id]);
    await setUserPresent(false); // otherwise the passkey replaces the password
    await tab.goto(`/api/login?returnTo=${encodeURIComponent(PATHS.account)}`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expectSoon(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
    await expectSoon(page.getByRole('button', { name: 'Use passkey' })).toBeFocused();
    await setUserPresent(true);
    tab.expectMessages(/ERR_INTERNET_DISCONNECTED/);
    await tab.setOffline(true);
    await page.keyboard.press('Enter');
    await expectSoon(page.getByRole('alert')).toHaveText("Couldn't connect. Check your connection and try again.");
    await tab.setOffline(false);
    await page.evaluate(
      "navigator.credentials.get = () => { delete navigator.credentials.get; return Promise.reject(new Error('canceled')); }",
    );
    await page.keyboard.press('Enter');
    await expectSoon(page.getByRole('alert')).toContainText('the request was canceled or took too long');
    await checkStates(tab, (check) => check('second step with a passkey'));
    await expectSoon(page.getByRole('button', { name: 'Use passkey' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSoon(page).toHaveURL(tab.url + PATHS.account);
    await expectSoon(page.getByText(/last used/).first()).toBeVisible();

    await database.query(`update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1`, [
      user.id,
    ]);
    await page.getByRole('button', { name: `${COPY.remove.action} ${passkey}` }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: COPY.remove.confirm }).press('Enter');
    const confirmation = page.getByRole('dialog', { name: ACCOUNT_COPY.confirmation.title });
    await checkStates(tab, async (check) => {
      await confirmation.getByLabel(ACCOUNT_COPY.confirmation.label).fill(PASSWORD);
      await check('password and passkey');
    });
    await confirmation.getByLabel(ACCOUNT_COPY.confirmation.label).press('Enter');
    await expectSoon(page.getByText(COPY.off)).toBeVisible();
  });

  it('sign in without a password, from the email field or the button, and open the requested page', async () => {
    const { email, user } = await product().createAccount();
    const { database } = product().system;
    const tab = await product().openAs(email, PATHS.account, NEW_WINDOW_OPTIONS);
    const { page } = tab;
    const setUserPresent = await addAuthenticator(page);
    await page.getByRole('button', { name: COPY.passkeys.add }).press('Enter');
    await page.getByRole('dialog').getByLabel(COPY.passkeys.name).press('Enter');
    await page.getByRole('button', { name: COPY.codes.saved }).press('Enter');
    await expectSoon(page.getByText(COPY.on)).toBeVisible();
    const openSignIn = async (): Promise<void> => {
      await page.goto('about:blank'); // otherwise, a request from the page could fail without a session
      await database.query('delete from sessions where user_id = $1', [user.id]);
      await page.goto(`${tab.url}/api/login?returnTo=${encodeURIComponent(PATHS.calls)}`);
    };
    const fetchSignInMethods = async (): Promise<unknown> =>
      database.query(`select sess->>'signedInWith' as method from sessions where user_id = $1`, [user.id]);

    await setUserPresent(false);
    await openSignIn();
    await expectSoon(page.getByLabel('Email address')).toBeFocused();
    await checkStates(tab, (check) => check('sign-in with a passkey'));
    await setUserPresent(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await expectSoon(page).toHaveURL(tab.url + PATHS.calls);
    expect(await fetchSignInMethods()).toEqual([{ method: 'passkey' }]);

    await openSignIn(); // the browser offers the passkey below the field, and it is chosen immediately
    await expectSoon(page).toHaveURL(tab.url + PATHS.calls);
    expect(await fetchSignInMethods()).toEqual([{ method: 'passkey' }]);
  });

  it("must be set up by administrators before anything else, even after signing in with an operator's link", async () => {
    const { email, user } = await product().createAccount({ role: 'admin' });
    const { manager } = product().system.database;
    const token = generateLinkToken();
    await new SignInLinksRepository(manager).create(user.id, hashToken(token));
    const tab = await product().open(NEW_WINDOW_OPTIONS);
    const { page } = tab;
    await addAuthenticator(page);
    await tab.goto(`/api/login/link?token=${token}`);
    await expectSoon(page.getByText(`This signs you in as ${email}`)).toBeVisible();
    await checkStates(tab, (check) => check('link to sign in'));
    await expectSoon(page.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSoon(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
    await checkStates(tab, async (check) => {
      await expectSoon(page.getByRole('button', { name: COPY.passkeys.add })).toBeVisible();
      await check('required second step');
    });
    await page.getByRole('button', { name: COPY.passkeys.add }).press('Enter');
    await page.getByLabel(COPY.passkeys.name).press('Enter');
    await page.getByRole('button', { name: COPY.codes.saved }).press('Enter');
    await expectSoon(page.getByText('Total Users', { exact: true })).toBeVisible();
  });
});
