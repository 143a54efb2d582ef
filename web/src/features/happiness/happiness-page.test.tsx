import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';

import type { Happiness } from '../../api/types';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { happiness } from '../../testing/happiness';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { HAPPINESS_COPY } from './happiness-copy';
import { HappinessPage } from './happiness-page';

const REPORT = 'GET /api/my/happiness';
const MARCH = '?from=2026-03-02&to=2026-03-31';
const IN_MARCH = 'from=2026-03-02&to=2026-03-31';

function Address(): string {
  const { pathname, search } = useLocation();
  return `at ${pathname}${search}`;
}

function open(report: unknown = happiness(), search = MARCH): { api: ReturnType<typeof fakeApi>; queries: string[] } {
  const queries: string[] = [];
  const api = fakeApi({
    [REPORT]: (request: Request) => {
      queries.push(new URL(request.url).search);
      return report;
    },
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, TEST_USERS.user);
  renderWithProviders(
    <>
      <HappinessPage />
      <Address />
    </>,
    client,
    { path: `/happiness${search}` },
  );
  return { api, queries };
}

const address = (): string | undefined => /at (\/happiness\S*)/.exec(document.body.textContent ?? '')?.[1];

describe('HappinessPage', () => {
  it('tells the score with its interval and its change in words', async () => {
    open();
    expect(await screen.findByText('between +25 and +56, from 100 labeled calls')).toBeVisible();
    expect(
      screen.getByText('Up 6 points from the previous period (Jan 31, 2026 – Mar 1, 2026: +35). That may be chance.'),
    ).toBeVisible();
    expect(screen.getByText('60%')).toBeVisible();
  });

  it('links every number to its calls', async () => {
    open();
    const href = (name: RegExp): string | null => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByText(/labeled calls$/);
    expect(href(/60 calls with the label Positive/)).toBe(`/calls?label=positive&${IN_MARCH}`);
    expect(href(/4 calls with the label Needs a listen/)).toBe(`/calls?label=needs_review&${IN_MARCH}`);
    expect(href(/19 Negative, Paul Ruiz/)).toBe(
      `/calls?label=negative&agent=0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11&${IN_MARCH}`,
    );
    expect(href(/60 Positive, Inbound/)).toBe(`/calls?label=positive&direction=inbound&${IN_MARCH}`);
    expect(href(/3 Negative, No-show/)).toBe(`/calls?label=negative&topic=no_show&${IN_MARCH}`);
    expect(href(/Listen at 1:01 to the call with Dana Reyes/)).toBe('/calls/c1?t=61');
    expect(href(/Export CSV/)).toBe(`/api/my/happiness/export.csv?${IN_MARCH}&by=day`);
  });

  it('describes the trend, and shows it as a table', async () => {
    open();
    expect(await screen.findByRole('img')).toHaveAccessibleName(
      'Score from +41 (Mar 2, 2026 – Mar 8, 2026) to −5 (Mar 16, 2026 – Mar 31, 2026). ' +
        'Highest +41 (Mar 2, 2026 – Mar 8, 2026), lowest −5 (Mar 16, 2026 – Mar 31, 2026).',
    );
    await userEvent.click(screen.getByRole('button', { name: HAPPINESS_COPY.asTable }));
    const table = within(screen.getByRole('table', { name: 'Score per Week' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Period'),
      expect.stringContaining('−5between −20 and +10'),
      expect.stringContaining('3 calls: too few for a score'),
      expect.stringContaining('+41between +25 and +56'),
    ]);
    expect(table.getAllByRole('link', { name: /^3 Negative/ })[0]).toHaveAttribute(
      'href',
      '/calls?label=negative&from=2026-03-09&to=2026-03-15',
    );
  });

  it('shows the week as a table of the hours with calls', async () => {
    open();
    const week = within(await screen.findByRole('table', { name: 'Score by weekday and hour' }));
    expect(week.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Day', '9 AM', '1 PM']);
    const row = (name: string): string | null => week.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
    expect(row('Monday')).toBe('Monday+41 from 100 calls');
    expect(row('Sunday')).toBe('Sunday(3)3 calls: too few for a score');
  });

  it('shows no score where there are too few calls', async () => {
    const { agents } = happiness();
    const few = { ...agents[1] } as Happiness['total'];
    open(happiness({ total: few, change: null, before: { from: '2026-01-31', to: '2026-03-01', ...few } }));
    expect((await screen.findAllByText('3 calls: too few for a score'))[0]).toBeVisible();
    expect(screen.queryByText(/%$/)).not.toBeInTheDocument();
    expect(
      screen.getByText('No score for the previous period (Jan 31, 2026 – Mar 1, 2026: 3 calls: too few for a score).'),
    ).toBeVisible();
  });

  it('keeps the period in the address', async () => {
    const { queries } = open(happiness(), '');
    await userEvent.click(await screen.findByRole('button', { name: '12 months' }));
    expect(address()).toBe('/happiness?period=12m');
    expect(screen.getByRole('combobox', { name: 'Trend' })).toHaveDisplayValue('By month');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trend' }), 'By week');
    expect(address()).toBe('/happiness?period=12m&by=week');
    await waitFor(() => expect(queries.at(-1)).toMatch(/^\?from=.*&to=.*&by=week$/));
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    expect(address()).toBe('/happiness?period=7d&by=week');
    expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('takes a date when its field is left or Enter pressed', async () => {
    open();
    const from = await screen.findByLabelText('From');
    const before = address();
    fireEvent.change(from, { target: { value: '2026-03-10' } });
    expect(address()).toBe(before);
    fireEvent.keyDown(from, { key: 'Enter' });
    expect(address()).toBe('/happiness?from=2026-03-10&to=2026-03-31');
    fireEvent.change(from, { target: { value: '' } });
    fireEvent.blur(from);
    expect(address()).toBe('/happiness?from=2026-03-10&to=2026-03-31');
    expect(from).toHaveValue('2026-03-10');
  });

  it('says when there are no calls, and when older ones are still being counted', async () => {
    const none = {
      judged: 0,
      positive: 0,
      neutral: 0,
      negative: 0,
      needsReview: 0,
      score: null,
      low: null,
      high: null,
    };
    open(happiness({ total: none, isRecounting: true }));
    expect(await screen.findByText(HAPPINESS_COPY.empty.title)).toBeVisible();
    expect(screen.getByText(HAPPINESS_COPY.recounting)).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('can be loaded again after a failure', async () => {
    const { api } = open(new FakeResponse(503));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set(REPORT, happiness());
    await userEvent.click(retry);
    expect(await screen.findByText(/labeled calls$/)).toBeVisible();
  });
});
