import type { Locator, Page } from '@playwright/test';

import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import { FollowUp } from '@ringwell/database/follow-ups/follow-up.entity';
import { ASKED_TO_BOOK, BOOKINGS, REACHED } from '@ringwell/domain/calls/booking';
import { TOPICS } from '@ringwell/domain/calls/topic';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';

import { checkStates } from './check-accessibility';
import { expectSoon } from './expect-soon';
import { productInBrowser } from './product-in-browser';
import type { Tab } from './tab';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CALL_COUNT = 120;
const SENTIMENTS = ['positive', 'positive', 'neutral', 'negative'] as const;

describe('a report on calls from two periods', () => {
  const product = productInBrowser();
  let email: string;
  let accountId: string;

  beforeAll(async () => {
    const account = await product().createAccount({ firstName: 'Sam' }, {}, { company: 'Becker Plumbing' });
    ({ email } = account);
    const {
      database: { dataSource },
    } = product().system;
    accountId = account.account.id;
    const agents = new AgentsRepository(dataSource.manager);
    const agentIds = await Promise.all(['Paul Ruiz', 'Mia Santos'].map((name) => agents.findOrCreate(accountId, name)));
    for (let call = 0; call < CALL_COUNT; call += 1)
      await makeCompletedCall(dataSource, accountId, {
        call: {
          occurredAt: new Date(Date.now() - (call % 40) * 1.5 * DAY_MS - (call % 8) * HOUR_MS - 600_000),
          direction: call % 3 === 0 ? 'outbound' : 'inbound',
          agentId: agentIds[call % 2],
          agentSource: 'heard',
          campaign: call % 2 === 0 ? 'Spring mailing' : 'Radio',
        },
        analysis: {
          sentiment: SENTIMENTS[(call % 40 < 20 ? call : call + 1) % (call % 40 < 20 ? 4 : 3)],
          topic: TOPICS[call % 6],
          booking: BOOKINGS[call % BOOKINGS.length],
          asked: ASKED_TO_BOOK[call % ASKED_TO_BOOK.length],
          reached: REACHED[call % 2],
        },
      });
    // Creates enough calls to show an hour's score and rate, even if they straddle two hours.
    for (let call = 0; call < 24; call += 1)
      await makeCompletedCall(dataSource, accountId, {
        call: { occurredAt: new Date(Date.now() - 2 * DAY_MS - call * 1_000), direction: 'inbound' },
        analysis: { sentiment: 'positive', booking: 'booked' },
      });
    for (let index = 0; index < 14; index += 1) {
      const { id } = await makeFollowUp(dataSource, accountId, { phone: `+1555123450${index}` });
      const doneFields = { state: 'done', outcome: index % 3 === 0 ? 'called_back' : 'recovered' } as const;
      if (index > 2)
        await dataSource.manager.update(FollowUp, id, {
          ...doneFields,
          calledBackAt: new Date(Date.now() + index * 600_000),
        });
    }
  });

  // The page keeps showing the numbers and links for all calls until those for inbound calls have loaded.
  const getInboundLink = (scope: Page | Locator, name = /./): Locator =>
    scope.getByRole('link', { name }).and(scope.locator('[href*="direction=inbound"]'));
  const openReport = (path = '/happiness?period=30d&by=week'): Promise<Tab> => product().openAs(email, path);

  it('has no accessibility problems in charts and tables, light and dark, on desktop and phone', async () => {
    const tab = await openReport();
    const toggles = tab.page.getByRole('button', { name: 'Show as table' });
    await expectSoon(toggles).toHaveCount(2);
    await checkStates(tab, async (check) => {
      await check('charts');
      for (let remaining = await toggles.count(); remaining > 0; remaining -= 1) await toggles.first().click();
      await check('tables');
    });
  });

  it("links a number to the follow-ups it counts, with the page's filters", async () => {
    const { page } = await openReport();
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Inbound');
    await getInboundLink(page, /^\d+ Called back on time/).click();
    await expectSoon(page.getByText('Unhappy customers called back on time')).toBeVisible();
    await expectSoon(page.getByRole('article').first()).toContainText(/Recovered|Called back/);
    await page.goBack();
    expect(new URL(page.url()).searchParams.get('direction')).toBe('inbound');
    await getInboundLink(page.getByRole('table', { name: 'Score by weekday and hour' }))
      .first()
      .click();
    await expectSoon(page.getByRole('combobox', { name: 'Weekday' })).toBeVisible();
    await expectSoon(page.getByRole('combobox', { name: 'Direction' })).toHaveValue('inbound');
    await expectSoon(page.getByRole('link', { name: /Dana|Call/ }).first()).toBeVisible();
  });

  it('prints on one page', async () => {
    const { page } = await openReport();
    await expectSoon(page.getByRole('heading', { name: 'Callbacks to Unhappy Customers' })).toBeVisible();
    const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  describe('about bookings', () => {
    beforeAll(async () => {
      const { dataSource } = product().system.database;
      await dataSource.query(
        `
        insert into booking_facts (call_id, account_id, evidence, job_id)
        select call_id, account_id, 'lead_call', 'job of ' || call_id from analyses where booking = 'booked'`,
      );
      for (const [phone, isWon] of [
        ['+15551239001', true],
        ['+15551239002', false],
      ] as const) {
        const { id } = await makeFollowUp(dataSource, accountId, { kind: 'lead', phone });
        if (isWon)
          await dataSource.manager.update(FollowUp, id, { state: 'done', outcome: 'won', broughtCents: '42050' });
      }
    });

    const openBookings = (): Promise<Tab> => openReport('/bookings?period=90d&by=month');

    it('has no accessibility problems in the chart and tables, light and dark, on desktop and phone', async () => {
      const tab = await openBookings();
      const toggle = tab.page.getByRole('button', { name: 'Show as table' });
      await expectSoon(tab.page.getByText(/^\d+% of \d+ leads were booked/)).toBeVisible();
      await expectSoon(tab.page.getByText('1 of 2 won back, bringing in $420.50')).toBeVisible();
      await checkStates(tab, async (check) => {
        await check('chart');
        await toggle.click();
        await check('table');
      });
    });

    it('links a number to the calls it counts, and keeps the filters when going back', async () => {
      const { page } = await openBookings();
      await page.getByRole('combobox', { name: 'Direction' }).selectOption('Inbound');
      await getInboundLink(page, /^\d+ calls? Not booked: still deciding$/).click();
      await expectSoon(page).toHaveURL(/\/calls\?booking=not_booked_undecided&direction=inbound&/);
      await expectSoon(page.getByRole('combobox', { name: 'Booked or not' })).toHaveValue('not_booked_undecided');
      await page.goBack();
      expect(new URL(page.url()).searchParams.get('direction')).toBe('inbound');
    });

    it('links to calls where an agent never asked for a booking, and to calls that reached no one', async () => {
      const { page } = await openBookings();
      await page.getByRole('link', { name: /^\d+ never asked by / }).click();
      await expectSoon(page).toHaveURL(/\/calls\?asked=not_asked&agent=/);
      await expectSoon(page.getByRole('combobox', { name: 'Asked to book' })).toHaveValue('not_asked');
      await page.goBack();
      await page.getByRole('link', { name: /^\d+ not reached$/ }).click();
      await expectSoon(page.getByRole('combobox', { name: 'Reached' })).toHaveValue('not_reached');
    });

    it('prints on one page', async () => {
      const { page } = await openBookings();
      await expectSoon(page.getByRole('heading', { name: 'Hours of the Day' })).toBeVisible();
      const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    });
  });
});
