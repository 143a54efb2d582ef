import { samplePath } from '@ringwell/testing/make-audio';

import { TEAM_COPY } from '../src/features/team/team-copy';
import { COPY } from '../src/lib/copy';
import { PATHS } from '../src/lib/paths';
import { UPLOAD_COPY } from '../src/lib/recordings/upload-copy';
import { expectSoon } from './expect-soon';
import { PASSWORD, productInBrowser } from './product-in-browser';

const EMAIL = 'paul@becker.example';

describe('team', () => {
  const product = productInBrowser();

  it('lets an owner invite a colleague, change their role and remove them', async () => {
    const owner = await product().createAccount(
      { firstName: 'Sam', lastName: 'Becker' },
      {},
      { company: 'Becker Plumbing' },
    );
    await product().system.database.makeCompletedCall(owner.account.id, {
      call: { customerName: 'Dana Whitfield' },
    });
    const { page } = await product().openAs(owner.email, PATHS.team);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByRole('button', { name: TEAM_COPY.invite.submit }).click();
    await expectSoon(page.getByText(TEAM_COPY.invite.link(EMAIL))).toBeVisible();
    const link = await page.getByText(/\/api\/invitations\?token=/).textContent();

    const otherTab = await product().open();
    const { pathname, search } = new URL(link ?? '');
    await otherTab.goto(pathname + search);
    expect(await otherTab.findAccessibilityProblems()).toEqual([]);
    for (const [label, text] of Object.entries({ 'First name': 'Paul', 'Last name': 'Ruiz', Password: PASSWORD }))
      await otherTab.page.getByLabel(label).fill(text);
    await otherTab.page.getByRole('button', { name: 'Create account and join' }).click();
    await otherTab.page.getByLabel('Password').fill(PASSWORD);
    await otherTab.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await otherTab.page.getByRole('link', { name: COPY.nav.calls, exact: true }).click();
    await expectSoon(otherTab.page.getByRole('link', { name: /Dana Whitfield/ })).toBeVisible();
    await expectSoon(otherTab.page.getByRole('link', { name: COPY.nav.settings })).toBeHidden();
    const uploadButton = otherTab.page.getByRole('button', { name: 'Upload a call' });
    await expectSoon(uploadButton).toBeVisible();

    await page.reload();
    await page.getByLabel(TEAM_COPY.role('Paul Ruiz')).selectOption(COPY.memberRoles.viewer);
    await expectSoon(page.getByText(TEAM_COPY.roleChanged('Paul Ruiz', 'viewer')).first()).toBeVisible();
    otherTab.expectMessages(/status of 403/, /status of 409/);
    await otherTab.page.getByLabel('Recording').setInputFiles(samplePath('positive.wav'));
    await otherTab.page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    await expectSoon(otherTab.page.getByText(UPLOAD_COPY.failed.title)).toBeVisible();
    await expectSoon(otherTab.page.getByText(/Ask an owner to change your role/)).toBeVisible();
    await expectSoon(uploadButton).toBeHidden();

    await page.getByRole('button', { name: TEAM_COPY.actions('Paul Ruiz') }).click();
    await page.getByRole('menuitem', { name: TEAM_COPY.remove.action }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: TEAM_COPY.remove.action }).click();
    await expectSoon(page.getByText(TEAM_COPY.remove.done('Paul Ruiz')).first()).toBeVisible();
    await otherTab.page.getByRole('link', { name: COPY.nav.team }).click();
    await expectSoon(otherTab.page.getByText(COPY.accountChanged.description).first()).toBeVisible();
    await expectSoon(otherTab.page.getByText('Sam Becker')).toBeHidden();
    await otherTab.page.getByRole('link', { name: COPY.nav.dashboard }).click();
    await expectSoon(otherTab.page.getByText(UPLOAD_COPY.left(5, 5))).toBeVisible();
  });
});
