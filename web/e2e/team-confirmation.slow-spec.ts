import { ACCOUNT_COPY } from '../src/features/account/account-copy';
import { TEAM_COPY } from '../src/features/team/team-copy';
import { PATHS } from '../src/lib/paths';
import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

describe('the team page', () => {
  const product = productInBrowser();

  it('asks for the password again before changing a role, using only the keyboard', async () => {
    const owner = await product().createAccount(
      { firstName: 'Sam', lastName: 'Becker' },
      {},
      { company: 'Becker Plumbing' },
    );
    const { database } = product().system;
    await database.makeMember(owner, 'member');
    const tab = await product().openAs(owner.email, PATHS.team);
    const { page } = tab;
    const { title, label, confirm } = ACCOUNT_COPY.confirmation;
    const dialog = page.getByRole('dialog', { name: title });
    await database.query("update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1", [
      owner.user.id,
    ]);
    tab.expectMessages(/status of 403/, /status of 400/);
    const chooseViewer = async (): Promise<void> => {
      await page.getByLabel(TEAM_COPY.role('Paul Ruiz')).focus();
      await page.keyboard.press('v');
    };

    await chooseViewer();
    await expectSoon(dialog.getByLabel(label)).toBeFocused();
    await page.keyboard.press('Escape');
    await expectSoon(dialog).toBeHidden();
    await expectSoon(page.getByLabel(TEAM_COPY.role('Paul Ruiz'))).toHaveValue('member');

    await chooseViewer();
    await expectSoon(dialog.getByLabel(label)).toBeFocused();
    await page.keyboard.type('a guess');
    await page.keyboard.press('Enter');
    await expectSoon(dialog.getByText('Incorrect password.')).toBeVisible();
    await checkStates(tab, (check) => check('the dialog with a wrong password'));
    await dialog.getByLabel(label).fill(PASSWORD);
    await expectSoon(dialog.getByRole('button', { name: confirm })).toBeVisible();
    await page.keyboard.press('Enter');
    await expectSoon(page.getByText(TEAM_COPY.roleChanged('Paul Ruiz', 'viewer')).first()).toBeVisible();
    await expectSoon(dialog).toBeHidden();
  });
});
