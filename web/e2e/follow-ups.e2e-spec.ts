import { FollowUp } from '@ringwell/database/follow-ups/follow-up.entity';

import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import { PHONE } from './windows';

describe('follow-ups', () => {
  const product = productInBrowser();

  it('can be closed and reopened with only the keyboard', async () => {
    const { database } = product().system;
    const { account, email } = await product().createAccount({ firstName: 'Sam', lastName: 'Becker' });
    const overdueFollowUp = await database.makeFollowUp(account.id, { dueAt: new Date(Date.now() - 7_500_000) });
    // This customer called before Dana, who is first in the list.
    const calledAt = new Date(Date.now() - 1_200_000);
    await database.makeFollowUp(account.id, { phone: '+15551234568', customerName: 'Lee Ortiz', calledAt });
    const loadState = async (): Promise<string | undefined> =>
      (await database.manager.findOneBy(FollowUp, { id: overdueFollowUp.id }))?.state;
    const tab = await product().openAs(email, '/');
    const { page } = tab;
    await page.getByRole('link', { name: 'Follow-ups , 2 to call, 1 overdue' }).click();
    await expectSoon(page.getByRole('heading', { name: 'Follow-ups', level: 1 })).toBeFocused();
    const list = page.getByRole('list', { name: 'Follow-ups' });
    const danaCard = list.getByRole('article', { name: 'Dana Reyes' });
    await expectSoon(danaCard).toContainText('2 h overdue');
    await page.keyboard.press('j');
    await expectSoon(danaCard.getByRole('link', { name: 'Dana Reyes' })).toBeFocused();
    await page.keyboard.press('t');
    await expectSoon(danaCard).toContainText('You');
    await page.keyboard.press('e');
    await expectSoon(page.getByRole('button', { name: /^Recovered/ })).toBeFocused();
    expect(await tab.findAccessibilityProblems()).toEqual([]);
    await page.keyboard.press('Enter');
    await expectSoon(danaCard).toBeHidden();
    await expectSoon(page.getByRole('link', { name: 'Lee Ortiz' })).toBeFocused();
    await expectSoon(page.getByText('Dana Reyes: Recovered').first()).toBeVisible();
    expect(await loadState()).toBe('done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectSoon(danaCard).toBeVisible();
    expect(await loadState()).toBe('in_progress');
    await danaCard.getByRole('link', { name: 'Dana Reyes' }).press('Enter');
    await expectSoon(page.getByText('Sam Becker took it')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSoon(page.getByRole('article', { name: 'Lee Ortiz' })).toBeVisible();
  });

  it('can be taken by touch on a phone', async () => {
    const { account, email } = await product().createAccount();
    await product().system.database.makeFollowUp(account.id);
    const tab = await product().openAs(email, '/');
    await tab.setAppearance('light', PHONE);
    await tab.goto('/follow-ups');
    const row = tab.page.getByRole('article', { name: 'Dana Reyes' });
    await row.getByRole('button', { name: 'Details: Dana Reyes' }).click();
    await row.getByRole('button', { name: 'Take Dana Reyes' }).click();
    await expectSoon(row).toContainText('You');
    expect(await tab.measureOverflowPx()).toBe(0);
  });
});
