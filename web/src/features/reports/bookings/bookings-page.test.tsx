import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { ACCOUNT_SETTINGS } from '../../../testing/account-settings';
import { bookings } from '../../../testing/bookings';
import { fakeApi, type FakeApi, FakeResponse } from '../../../testing/fake-api';
import { getHref } from '../../../testing/get-href';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { HAPPINESS_COPY } from '../happiness-copy';
import { BookingsPage } from './bookings-page';

const REPORT = 'GET /api/my/bookings';
const MARCH_QUERY = 'from=2026-03-02&to=2026-03-31';
const PAUL_ID = '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11';

function renderPage(
  report: unknown = bookings(),
  search = `?${MARCH_QUERY}`,
  settings = ACCOUNT_SETTINGS,
  user = TEST_USERS.user,
): FakeApi {
  const api = fakeApi({ [REPORT]: report, 'GET /api/my/settings': settings });
  renderWithProviders(<BookingsPage />, { user, path: `/bookings${search}` });
  return api;
}

describe('BookingsPage', () => {
  it('starts with a sentence, then shows the range and the change', async () => {
    renderPage();
    expect(await screen.findByText('54% of 120 leads were booked, better than in the previous 30 days')).toBeVisible();
    expect(screen.getByText('The rate is between 45% and 63%.')).toBeVisible();
    expect(screen.getByText('Up 21 points from the previous period (Jan 31, 2026 – Mar 1, 2026: 33%).')).toBeVisible();
  });

  it('omits the rate and comparison for a period with too few leads', async () => {
    const tooFew = bookings().trend[1]!;
    renderPage(bookings({ total: tooFew, change: null, trend: [tooFew], agents: [], hours: [] }));
    expect(await screen.findAllByText('3 leads: too few for a rate')).not.toHaveLength(0);
    expect(screen.queryByText(/of 3 leads/)).not.toBeInTheDocument();
    expect(screen.getByText('No rate for the previous period (Jan 31, 2026 – Mar 1, 2026: 33%).')).toBeVisible();
    expect(screen.getByText('No week has the 20 leads needed for a rate.')).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('links every number to its calls', async () => {
    renderPage(bookings({ direction: 'inbound' }));
    await screen.findByText(/leads were booked/);
    const inbound = `direction=inbound&${MARCH_QUERY}`;
    expect(getHref('65 calls Booked')).toBe(`/calls?booking=booked&${inbound}`);
    expect(getHref('15 calls Not booked: not reached')).toBe(`/calls?booking=not_booked_unreached&${inbound}`);
    expect(getHref('80 calls Not a lead')).toBe(`/calls?booking=not_a_lead&${inbound}`);
    expect(getHref('55 Not booked, Paul Ruiz')).toBe(
      `/calls?booking=not_booked&direction=inbound&agent=${PAUL_ID}&${MARCH_QUERY}`,
    );
    expect(getHref('Mia')).toContain('/calls?booking=lead&direction=inbound&agent=');
    expect(getHref('65 Booked, 9 AM')).toBe(`/calls?booking=booked&direction=inbound&hour=9&${MARCH_QUERY}`);
    expect(getHref(/Export CSV/)).toBe(`/api/my/bookings/export.csv?${MARCH_QUERY}&by=auto`);
  });

  it('compares judged bookings with the jobs found, and shows the accuracy', async () => {
    const base = bookings();
    renderPage(
      bookings({
        total: { ...base.total, confirmed: 58, confirmedRate: 48 },
        accuracy: { jobs: 62, right: 58, rate: 94, low: 85, high: 97 },
        campaigns: [{ campaign: 'Spring mailing', ...base.total, confirmed: 12, confirmedRate: 10 }],
      }),
    );
    expect(await screen.findByText('94% of 62 calls with a job, between 85% and 97%')).toBeVisible();
    expect(screen.getByText('48%, 58 of 120 leads')).toBeVisible();
    expect(screen.getByText('54%, 65 of 120 leads')).toBeVisible();
    const campaigns = within(screen.getByRole('table', { name: 'Campaigns' }));
    expect(getHref('48%, 58 of 120 leads')).toBe(`/calls?booking=lead&hasJob=true&${MARCH_QUERY}`);
    expect(getHref('12 with a job, Spring mailing', campaigns)).toBe(
      `/calls?booking=lead&hasJob=true&campaign=Spring+mailing&${MARCH_QUERY}`,
    );
    expect(getHref('Spring mailing', campaigns)).toBe(`/calls?booking=lead&campaign=Spring+mailing&${MARCH_QUERY}`);
  });

  it('shows how often agents asked to book and how often outbound calls reached a person, with links to the calls', async () => {
    const [paul, mia] = bookings().agents;
    const askedShare = { count: 31, others: 13, rate: 70, low: 56, high: 82 };
    const reachedShare = { count: 1_200, others: 800, rate: 60, low: 58, high: 62 };
    renderPage(
      bookings({ agents: [{ ...paul!, asked: askedShare }, mia!], reached: reachedShare, direction: 'outbound' }),
    );
    expect(
      await screen.findByText('A person was reached in 1,200 of 2,000 outbound calls, between 58% and 62%.'),
    ).toBeVisible();
    const agents = within(screen.getByRole('table', { name: 'Agents' }));
    expect(agents.getByText('70%')).toBeVisible();
    expect(agents.getByText('between 56% and 82%')).toBeVisible();
    expect(agents.getByText('Too few calls')).toBeVisible();
    expect(getHref('31 asked by Paul Ruiz')).toBe(
      `/calls?asked=asked&direction=outbound&agent=${PAUL_ID}&${MARCH_QUERY}`,
    );
    expect(getHref('13 never asked by Paul Ruiz')).toBe(
      `/calls?asked=not_asked&direction=outbound&agent=${PAUL_ID}&${MARCH_QUERY}`,
    );
    expect(getHref('1,200 reached')).toBe(`/calls?reached=reached&direction=outbound&${MARCH_QUERY}`);
    expect(getHref('800 not reached')).toBe(`/calls?reached=not_reached&direction=outbound&${MARCH_QUERY}`);
  });

  it('omits both figures about asking and reaching a person if there are fewer than 20 calls', async () => {
    renderPage();
    expect(await screen.findByRole('table', { name: 'Agents' })).toBeVisible();
    expect(screen.queryByText('Asked to book')).not.toBeInTheDocument();
    expect(screen.queryByText(/outbound calls/)).not.toBeInTheDocument();
  });

  it('shows how many leads were won back, and their value', async () => {
    renderPage(bookings({ wonLeads: { opened: 40, waiting: 6, won: 12, broughtCents: 540_000, estimated: 1 } }));
    expect(await screen.findByText('12 of 40 won back, bringing in $5,400')).toBeVisible();
    expect(
      screen.getByText("1 of these leads is valued at your average job until the job's total is known."),
    ).toBeVisible();
    const openedQuery = 'openedFrom=2026-03-02&openedTo=2026-03-31';
    expect(getHref('40 leads')).toBe(`/follow-ups?kind=lead&callback=all&${openedQuery}`);
    expect(getHref('12 won back')).toBe(`/follow-ups?kind=lead&callback=won&${openedQuery}`);
    expect(getHref('6 still waiting')).toBe(`/follow-ups?kind=lead&callback=waiting&${openedQuery}`);
  });

  it('omits the value of leads while it is unknown', async () => {
    renderPage(bookings({ wonLeads: { opened: 40, waiting: 6, won: 12, broughtCents: 0, estimated: 0 } }));
    expect(await screen.findByText('12 of 40 won back')).toBeVisible();
  });

  it('describes the trend and what it omits, and can show it as a table', async () => {
    renderPage();
    expect(await screen.findByText('Any week with fewer than 20 leads is left out.')).toBeVisible();
    expect(await screen.findByRole('img')).toHaveAccessibleName(
      'Rate from 54% (Mar 2, 2026 – Mar 8, 2026) to 70% (Mar 16, 2026 – Mar 31, 2026). ' +
        'Highest 70% (Mar 16, 2026 – Mar 31, 2026), lowest 54% (Mar 2, 2026 – Mar 8, 2026).',
    );
    await userEvent.click(screen.getByRole('button', { name: HAPPINESS_COPY.asTable }));
    const table = within(screen.getByRole('table', { name: 'Rate per Week' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Period'),
      expect.stringContaining('70%between 61% and 78%'),
      expect.stringContaining('3 leads: too few for a rate'),
      expect.stringContaining('54%between 45% and 63%'),
    ]);
  });

  it('filters by direction and days', async () => {
    const { queries } = renderPage();
    await screen.findByText(/leads were booked/);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'Inbound');
    await waitFor(() => expect(queries(REPORT).at(-1)).toContain('direction=inbound'));
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(queries(REPORT).at(-1)).not.toContain('from=2026-03-02'));
    expect(queries(REPORT).at(-1)).toContain('direction=inbound');
  });

  it('says that there are no bookings, even to members, or that they failed to load', async () => {
    const noLeads = { ...bookings().total, leads: 0, notALead: 0 };
    const wonLeads = { opened: 2, waiting: 2, won: 0, broughtCents: 0, estimated: 0 }; // callers who hung up
    const member = { ...TEST_USERS.user, memberRole: 'member' as const };
    const { requests } = renderPage(bookings({ total: noLeads, wonLeads }), undefined, ACCOUNT_SETTINGS, member);
    expect(await screen.findByText('No bookings in this period')).toBeVisible();
    expect(screen.getByText('None won back yet')).toBeVisible();
    expect(requests()).not.toContain('GET /api/my/settings');
    renderPage(new FakeResponse(500, {}));
    expect(await screen.findByRole('button', { name: /Try again/ })).toBeVisible();
  });

  it.each([
    [TEST_USERS.user, /Ask your administrator to add one/],
    [TEST_USERS.admin, /Run npm run models -- auto to install one/],
  ])('says that bookings need a language model, and tells the $role how to get one', async (user, text) => {
    const noLeads = { ...bookings().total, leads: 0, notALead: 0 };
    renderPage(bookings({ total: noLeads }), undefined, { ...ACCOUNT_SETTINGS, hasWriter: false }, user);
    expect(await screen.findByText('Bookings need a language model')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all calls' })).toHaveAttribute('href', '/calls');
  });
});
