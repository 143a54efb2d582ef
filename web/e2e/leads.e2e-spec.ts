import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import type { CallDirection } from '@ringwell/domain/calls/call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';

import { WORDS_COPY as copy } from '../src/features/calls/details/words-copy';
import { callPath } from '../src/lib/paths';
import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

const PHONE = '+15550100177';
const NAME = 'Dana Ortiz';

describe('a lead', () => {
  const product = productInBrowser();

  it('opens for a call that was not booked, keeps waiting after a talk, and is won by the call that books', async () => {
    const { account, email } = await product().account({ firstName: 'Kim', lastName: 'Soto' });
    const { dataSource } = product().system.database;
    await new CustomersRepository(dataSource.manager).findOrCreate(account.id, `tel:${PHONE}`, NAME);
    const called = async (direction: CallDirection, minutesAgo: number): Promise<string> => {
      const numbers = direction === 'inbound' ? { fromNumber: PHONE } : { toNumber: PHONE };
      const { id } = await makeCompletedCall(dataSource, account.id, {
        call: {
          ...numbers,
          direction,
          customerName: NAME,
          customerKey: `tel:${PHONE}`,
          occurredAt: new Date(Date.now() - minutesAgo * 60_000),
          durationSeconds: '180',
          recordingKey: null,
        },
        analysis: {
          sentiment: 'neutral',
          evidence: [],
          summary: 'Dana Ortiz wants a new water heater.',
          keyPoints: [],
          followUp: { needed: false, what: `Call ${NAME}: wanted Saturday, we had Monday` },
        },
      });
      return id;
    };
    const request = await called('inbound', 30);
    const tab = await product().openAs(email, '/settings/follow-ups');
    const { page } = tab;
    const say = async (callId: string, booking: string): Promise<void> => {
      await tab.goto(callPath(callId));
      const choice = page.getByRole('combobox', { name: copy.booking.label });
      const saved = page.waitForResponse((response) => response.url().endsWith('/words'));
      await choice.selectOption({ label: booking });
      await saved;
    };
    await checkStates(tab, async (check) => {
      await expectSoon(page.getByText('no call says whether it was booked')).toBeVisible();
      await page.getByRole('switch', { name: 'Leads to win back' }).click();
      await page.getByLabel(/^Average job/).fill('450');
      await page.getByLabel(/^Average job/).press('Enter');
      await expectSoon(page.getByText('Saved').first()).toBeVisible();
      await check('leads are on');
    });
    await say(request, 'Not booked: still deciding');
    await tab.goto('/');
    const today = page.getByRole('list', { name: 'To call today' });
    await expectSoon(today.getByRole('article', { name: NAME })).toContainText('wanted Saturday, we had Monday');
    await tab.goto('/follow-ups?kind=lead');
    const row = page.getByRole('article', { name: NAME });
    await expectSoon(row).toContainText('Lead to win back');
    const back = await called('outbound', 5);
    await say(back, 'Not booked: still deciding');
    await tab.goto('/follow-ups?kind=lead');
    await expectSoon(row).toBeVisible();
    await say(back, 'Booked');
    await tab.goto('/follow-ups?kind=lead&show=closed');
    await expectSoon(row).toContainText('Won back: about $450');
  });
});
