import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import type { CallDirection } from '@ringwell/domain/calls/call';
import { FakeServiceTitanServer } from '@ringwell/testing/fake-service-titan-server';
import { sealSecrets } from '@ringwell/testing/seal-secrets';

import { WORDS_COPY as copy } from '../src/features/calls/details/words-copy';
import { callPath } from '../src/lib/paths';
import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';

const PHONE = '+15550100177';
const NAME = 'Dana Ortiz';

describe('a lead', () => {
  const serviceTitan = new FakeServiceTitanServer();
  const product = productInBrowser(async () => {
    await serviceTitan.start();
    return {
      ...serviceTitan.settings,
    };
  });
  afterAll(() => serviceTitan.stop());

  // Connects a ServiceTitan tenant that has a job for the customer.
  async function connectServiceTitan(accountId: string): Promise<void> {
    const { database } = product().system;
    const tenant = serviceTitan.addTenant('8150001');
    tenant.customers.push({ id: 815, name: NAME, phone: '(555) 010-0177' });
    tenant.jobFeed.push({ id: 4711, customerId: 815, createdOn: new Date().toISOString(), total: 630.5 });
    await database.query('update accounts set service_titan_tenant = $2 where id = $1', [accountId, tenant.id]);
    await new AccountsRepository(database.manager).updateSettings(accountId, {
      serviceTitanClientId: tenant.clientId,
      ...sealSecrets(accountId, { serviceTitanClientSecret: tenant.clientSecret }),
    });
  }

  it('opens for an unbooked call, stays open after a callback, is won when a call is booked, is matched with its job, and appears in the letter', async () => {
    const { account, email } = await product().createAccount({ firstName: 'Kim', lastName: 'Soto' });
    const { database } = product().system;
    await new CustomersRepository(database.manager).findOrCreate(account.id, `tel:${PHONE}`, NAME);
    const addCall = async (direction: CallDirection, minutesAgo: number): Promise<string> => {
      const phoneNumbers = direction === 'inbound' ? { fromNumber: PHONE } : { toNumber: PHONE };
      const { id } = await database.makeCompletedCall(account.id, {
        call: {
          ...phoneNumbers,
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
    const requestCallId = await addCall('inbound', 30);
    const tab = await product().openAs(email, '/settings/follow-ups');
    const { page } = tab;
    const correctBooking = async (callId: string, booking: string): Promise<void> => {
      await tab.goto(callPath(callId));
      const bookingSelect = page.getByRole('combobox', { name: copy.booking.label });
      const saveResponse = page.waitForResponse((response) => response.url().endsWith('/words'));
      await bookingSelect.selectOption({ label: booking });
      await saveResponse;
    };
    await checkStates(tab, async (check) => {
      await expectSoon(page.getByText("we couldn't tell whether any calls were booked")).toBeVisible();
      await page.getByRole('switch', { name: 'Leads to win back' }).click();
      await page.getByLabel(/^Average job/).fill('450');
      await page.getByLabel(/^Average job/).press('Enter');
      await expectSoon(page.getByText('Saved').first()).toBeVisible();
      await check('leads are on');
    });
    await correctBooking(requestCallId, 'Not booked: still deciding');
    await tab.goto('/');
    const todayList = page.getByRole('list', { name: 'To call' });
    await expectSoon(todayList.getByRole('article', { name: NAME })).toContainText('wanted Saturday, we had Monday');
    await tab.goto('/follow-ups?kind=lead');
    const row = page.getByRole('article', { name: NAME });
    await expectSoon(row).toContainText('Lead');
    const callbackId = await addCall('outbound', 5);
    await correctBooking(callbackId, 'Not booked: still deciding');
    await tab.goto('/follow-ups?kind=lead');
    await expectSoon(row).toBeVisible();
    await correctBooking(callbackId, 'Booked');
    await tab.goto('/follow-ups?kind=lead&show=closed');
    await expectSoon(row).toContainText('Won back: about $450');
    await connectServiceTitan(account.id);
    await expectSoon(row).toContainText('Won back: $630.50');
    // Moves the calls to last week, which the letter is about.
    await database.query(
      "update calls set occurred_at = date_trunc('week', now(), 'UTC') - interval '4 days' where account_id = $1",
      [account.id],
    );
    const letterResponse = await page.request.get(`${tab.url}/api/my/weekly-letter/preview`);
    expect(await letterResponse.json()).toMatchObject({
      text: expect.stringContaining('Bookings: 1 of 2 leads booked') as string,
    });
  });
});
