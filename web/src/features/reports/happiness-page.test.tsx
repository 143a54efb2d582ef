import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { Happiness } from '../../api/types';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { setViewportWidth } from '../../testing/fake-browser';
import { getHref } from '../../testing/get-href';
import { happiness } from '../../testing/happiness';
import { getCurrentPath, renderWithProviders } from '../../testing/render-with-providers';
import { agent } from '../../testing/team';
import { TEST_USERS } from '../../testing/test-users';
import { HAPPINESS_COPY } from './happiness-copy';
import { HappinessPage } from './happiness-page';

const REPORT = 'GET /api/my/happiness';
const MARCH = '?from=2026-03-02&to=2026-03-31';
const AGENT_ID = '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11';
const MARCH_QUERY = 'from=2026-03-02&to=2026-03-31';

function renderPage(report: unknown = happiness(), search = MARCH): FakeApi {
  const api = fakeApi({
    'GET /api/my/agents': [agent({ id: AGENT_ID, name: 'Paul' })],
    [REPORT]: report,
  });
  renderWithProviders(<HappinessPage />, { user: TEST_USERS.user, path: `/happiness${search}` });
  return api;
}

describe('HappinessPage', () => {
  it('shows the score with its interval and its change in words', async () => {
    renderPage();
    expect(await screen.findByText('between +25 and +56, from 100 labeled calls')).toBeVisible();
    expect(
      screen.getByText(
        'Up 6 points from the previous period (Jan 31, 2026 – Mar 1, 2026: +35). This may be due to chance.',
      ),
    ).toBeVisible();
    expect(screen.getByText('60%')).toBeVisible();
  });

  it('explains why the chart has no line, and links to a longer interval', async () => {
    const report = happiness();
    const tooFew = { score: null, judged: 4 };
    const trend = report.trend.map((step) => ({ ...step, ...tooFew, before: { ...step.before, ...tooFew } }));
    const { queries } = renderPage({ ...report, by: 'day', trend });
    expect(await screen.findByText(/No day has the 10 labeled calls needed for a score\./)).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Show by week' }));
    await waitFor(() => expect(queries(REPORT).at(-1)).toContain('by=week'));
    expect(getCurrentPath()).toContain(`/happiness${MARCH}&by=week`);
  });

  it('links every number to its calls', async () => {
    renderPage();
    await screen.findByText(/labeled calls$/);
    expect(getHref(/60 calls with the label Positive/)).toBe(`/calls?label=positive&${MARCH_QUERY}`);
    expect(getHref(/4 calls with the label Needs a listen/)).toBe(`/calls?label=needs_review&${MARCH_QUERY}`);
    expect(getHref(/19 Negative, Paul Ruiz/)).toBe(
      `/calls?label=negative&agent=0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11&${MARCH_QUERY}`,
    );
    expect(getHref(/60 Positive, Inbound/)).toBe(`/calls?label=positive&direction=inbound&${MARCH_QUERY}`);
    expect(getHref(/3 Negative, No-show/)).toBe(`/calls?label=negative&topic=no_show&${MARCH_QUERY}`);
    expect(getHref(/^No-show$/)).toBe(`/calls?topic=no_show&${MARCH_QUERY}`);
    expect(screen.getByText('Most complaints: No-show (3)')).toBeVisible();
    expect(getHref(/^Paul Ruiz$/)).toBe(`/agents/${AGENT_ID}`);
    expect(getHref(/Play from 1:01 in the call with Dana Reyes/)).toBe('/calls/c1?t=61');
    expect(getHref(/Export CSV/)).toBe(`/api/my/happiness/export.csv?${MARCH_QUERY}&by=auto`);
  });

  it('describes the trend, and can show it as a table', async () => {
    renderPage();
    expect(await screen.findByRole('img')).toHaveAccessibleName(
      'Score from +41 (Mar 2, 2026 – Mar 8, 2026) to −5 (Mar 16, 2026 – Mar 31, 2026). ' +
        'Highest +41 (Mar 2, 2026 – Mar 8, 2026), lowest −5 (Mar 16, 2026 – Mar 31, 2026). ' +
        'Previous period (Jan 31, 2026 – Mar 1, 2026): +35.',
    );
    const [toggle] = screen.getAllByRole('button', { name: HAPPINESS_COPY.asTable });
    if (toggle) await userEvent.click(toggle);
    expect(screen.getByRole('button', { name: HAPPINESS_COPY.asChart })).not.toHaveAttribute('aria-pressed');
    const table = within(screen.getByRole('table', { name: 'Score by Week' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Period'),
      expect.stringMatching(/−5between −20 and \+10.*3 calls: too few for a score, Feb 14, 2026 – Mar 1, 2026/),
      expect.stringMatching(/3 calls: too few for a score.*\+30between \+15 and \+45, Feb 7, 2026 – Feb 13, 2026/),
      expect.stringMatching(/\+41between \+25 and \+56.*\+35between \+20 and \+50, Jan 31, 2026 – Feb 6, 2026/),
    ]);
    expect(getHref(/Feb 7, 2026 – Feb 13, 2026/, table)).toBe('/calls?from=2026-02-07&to=2026-02-13');
    expect(table.getAllByRole('link', { name: /^3 Negative/ })[0]).toHaveAttribute(
      'href',
      '/calls?label=negative&from=2026-03-09&to=2026-03-15',
    );
  });

  it('shows the week as a table of hours with enough calls', async () => {
    renderPage();
    const week = within(await screen.findByRole('table', { name: 'Score by weekday and hour' }));
    expect(week.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Day', '9 AM']);
    const getRowText = (name: string): string | null =>
      week.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
    expect(getRowText('Monday')).toBe('Monday+41 from 100 calls, and 4 calls marked Needs a listen');
    expect(getRowText('Sunday')).toBe('Sunday');
    expect(getHref(/^\+41 from 100 calls/, week)).toBe(`/calls?weekday=1&hour=9&${MARCH_QUERY}`);
  });

  it('starts with a sentence that mentions only clear changes', async () => {
    renderPage();
    expect(await screen.findByText('60% happy, 19% unhappy, about the same as in the previous 30 days')).toBeVisible();
    cleanup();
    renderPage(happiness({ change: { points: 12, low: 2, high: 22, isClear: true } }));
    expect(await screen.findByText('60% happy, 19% unhappy, better than in the previous 30 days')).toBeVisible();
  });

  it.each([
    ['2026-03-01', '2026-02-01', '2026-02-28', 'in February'],
    ['2026-03-01', '2026-02-01', '2026-02-12', 'in the first 12 days of February'],
    ['2026-03-03', '2026-02-01', '2026-03-02', 'in the previous 30 days'],
  ])(
    'compares a period that starts on %s with the one from %s to %s: "%s"',
    async (from, previousFrom, previousTo, label) => {
      const { total } = happiness();
      renderPage(happiness({ from, before: { ...total, from: previousFrom, to: previousTo } }));
      expect(await screen.findByText(`60% happy, 19% unhappy, about the same as ${label}`)).toBeVisible();
    },
  );

  it('collapses agents with one call', async () => {
    const report = happiness();
    const [paul] = report.agents;
    if (!paul) throw new Error('The report has no agent');
    const lee = {
      ...paul,
      agentId: 'a9',
      agentName: 'Lee',
      judged: 1,
      positive: 1,
      neutral: 0,
      negative: 0,
      needsReview: 0,
    };
    renderPage({ ...report, agents: [paul, lee] });
    const summary = await screen.findByText('1 more agent with one call', { selector: 'summary' });
    expect(screen.getByText('Lee')).not.toBeVisible();
    await userEvent.click(summary);
    expect(screen.getByText('Lee')).toBeVisible();
  });

  it('links each point of the chart to its calls', async () => {
    renderPage();
    await screen.findByRole('img');
    const points = screen.getAllByTitle(/^Mar 9, 2026 – Mar 15, 2026: .*Previous period: Feb 7, 2026/);
    expect(points.map((point) => point.getAttribute('href'))).toEqual(['/calls?from=2026-03-09&to=2026-03-15']);
  });

  it('shows how unhappy customers were called back, and links to them', async () => {
    renderPage();
    const card = within(
      (await screen.findByRole('heading', { name: 'Callbacks to Unhappy Customers' })).closest(
        'section',
      ) as HTMLElement,
    );
    const openedQuery = 'openedFrom=2026-03-02&openedTo=2026-03-31';
    expect(getHref(/^30 unhappy customers/, card)).toBe(`/follow-ups?kind=unhappy&callback=all&${openedQuery}`);
    expect(getHref(/^20 Called back on time/, card)).toBe(`/follow-ups?kind=unhappy&callback=in_time&${openedQuery}`);
    expect(getHref(/^18 happy again/, card)).toBe(`/follow-ups?kind=unhappy&callback=recovered&${openedQuery}`);
    expect(card.getByText('1 h 35 min (of 24 callbacks)')).toBeVisible();
    expect(card.getByText(/of 24 called back \(75%\)/)).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: HAPPINESS_COPY.asTable }));
    expect(card.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'What happenedCustomers',
      'Called back on time20 Called back on time',
      'Called back late4 Called back late',
      'Not called back yet4 Not called back yet',
      'Closed without a callback2 Closed without a callback',
      'Happy again after the callback18 happy again of 24 called back (75%)',
      'Median time to call back1 h 35 min (of 24 callbacks)',
    ]);
  });

  it("keeps the filters in the URL and in every number's link", async () => {
    const { queries } = renderPage(happiness({ direction: 'inbound' }), `${MARCH}&by=week`);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Direction' }), 'Inbound');
    expect(getCurrentPath()).toBe(`/happiness${MARCH}&by=week&direction=inbound`);
    await waitFor(() => expect(queries(REPORT).at(-1)).toBe(`?${MARCH_QUERY}&by=week&direction=inbound`));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Agent' }), 'Paul');
    expect(getCurrentPath()).toBe(`/happiness${MARCH}&by=week&direction=inbound&agent=${AGENT_ID}`);
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    expect(getCurrentPath()).toBe(`/happiness?period=7d&by=week&direction=inbound&agent=${AGENT_ID}`);
    expect(getHref(/Export CSV/)).toMatch(new RegExp(`&by=week&direction=inbound&agent=${AGENT_ID}$`));
    expect(getHref(/60 calls with the label Positive/)).toBe(`/calls?label=positive&direction=inbound&${MARCH_QUERY}`);
    expect(getHref(/3 Negative, No-show/)).toBe(`/calls?label=negative&direction=inbound&topic=no_show&${MARCH_QUERY}`);
    expect(getHref(/^20 Called back on time/)).toBe(
      '/follow-ups?kind=unhappy&callback=in_time&openedFrom=2026-03-02&openedTo=2026-03-31&direction=inbound',
    );
  });

  it("prints the filtered agent's name, even if the same person is listed under another name", async () => {
    const [paul] = happiness().agents;
    renderPage(happiness({ agent: '2d9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d13', agents: paul ? [paul] : [] }));
    expect(await screen.findByText('Filtered by: Paul Ruiz')).toBeInTheDocument();
  });

  it('does not show a score if there are too few calls', async () => {
    const { agents } = happiness();
    const tooFew = { ...agents[1] } as Happiness['total'];
    renderPage(happiness({ total: tooFew, change: null, before: { from: '2026-01-31', to: '2026-03-01', ...tooFew } }));
    expect((await screen.findAllByText('3 calls: too few for a score'))[0]).toBeVisible();
    expect(screen.queryByText(/%$/)).not.toBeInTheDocument();
    expect(
      screen.getByText('No score for the previous period (Jan 31, 2026 – Mar 1, 2026: 3 calls: too few for a score).'),
    ).toBeVisible();
  });

  it('keeps the period in the URL', async () => {
    const { queries } = renderPage(happiness(), '');
    await userEvent.click(await screen.findByRole('button', { name: '12 months' }));
    expect(getCurrentPath()).toBe('/happiness?period=12m');
    expect(screen.queryByRole('combobox', { name: 'Trend' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    expect(screen.getByRole('combobox', { name: 'Trend' })).toHaveDisplayValue('Chart: automatic');
    await waitFor(() => expect(queries(REPORT).at(-1)).toMatch(/&by=auto$/));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trend' }), 'Chart by week');
    expect(getCurrentPath()).toBe('/happiness?period=12m&by=week');
    await waitFor(() => expect(queries(REPORT).at(-1)).toMatch(/^\?from=.*&to=.*&by=week$/));
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    expect(getCurrentPath()).toBe('/happiness?period=7d&by=week');
    expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    act(() => {
      fireEvent.click(screen.getByRole('button', { name: '30 days' }));
      fireEvent.change(screen.getByRole('combobox', { name: 'Direction' }), { target: { value: 'inbound' } });
      fireEvent.change(screen.getByRole('combobox', { name: 'Trend' }), { target: { value: 'day' } });
    });
    expect(getCurrentPath()).toBe('/happiness?period=30d&by=day&direction=inbound');
  });

  it('fits on one line on a phone, with the other filters in a sheet', async () => {
    setViewportWidth(390);
    const { queries } = renderPage(happiness(), '?direction=inbound');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Days' }), '12 months');
    expect(getCurrentPath()).toBe('/happiness?period=12m&direction=inbound');
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Filter 1 in use' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
    await userEvent.selectOptions(await sheet.findByRole('combobox', { name: 'Agent' }), 'Paul');
    await waitFor(() => expect(queries(REPORT).at(-1)).toContain(`direction=inbound&agent=${AGENT_ID}`));
    await userEvent.click(sheet.getByRole('button', { name: 'Show results' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    cleanup();
    renderPage();
    expect(await screen.findByRole('combobox', { name: 'Days' })).toHaveDisplayValue('Mar 2, 2026 – Mar 31, 2026');
  });

  it('applies a date on blur or Enter', async () => {
    renderPage();
    const from = await screen.findByLabelText('From');
    const addressBefore = getCurrentPath();
    fireEvent.change(from, { target: { value: '2026-03-10' } });
    expect(getCurrentPath()).toBe(addressBefore);
    fireEvent.keyDown(from, { key: 'Enter' });
    expect(getCurrentPath()).toBe('/happiness?from=2026-03-10&to=2026-03-31');
    for (const value of ['', '0026-03-10', '20266-03-10']) {
      fireEvent.change(from, { target: { value } });
      fireEvent.blur(from);
      expect(getCurrentPath()).toBe('/happiness?from=2026-03-10&to=2026-03-31');
      expect(from).toHaveValue('2026-03-10');
    }
  });

  it('says when there are no calls, and when older ones are still being counted', async () => {
    const noCalls = {
      judged: 0,
      positive: 0,
      neutral: 0,
      negative: 0,
      needsReview: 0,
      score: null,
      low: null,
      high: null,
    };
    renderPage(happiness({ total: noCalls, isRecounting: true }));
    expect(await screen.findByText(HAPPINESS_COPY.empty.title)).toBeVisible();
    expect(screen.getByText(HAPPINESS_COPY.recounting)).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('can be reloaded after a failure', async () => {
    const api = renderPage(new FakeResponse(503));
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.set(REPORT, happiness());
    await userEvent.click(retryButton);
    expect(await screen.findByText(/labeled calls$/)).toBeVisible();
  });
});
