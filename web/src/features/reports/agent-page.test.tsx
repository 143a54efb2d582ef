import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';

import type { Happiness, HappinessMoment } from '../../api/types';
import { bookings } from '../../testing/bookings';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { getHref } from '../../testing/get-href';
import { happiness } from '../../testing/happiness';
import { renderWithProviders } from '../../testing/render-with-providers';
import { agent, member, ROBIN } from '../../testing/team';
import { TEST_USERS } from '../../testing/test-users';
import { AGENT_COPY } from './agent-copy';
import { AgentPage } from './agent-page';

const { id: AGENT_ID } = agent();
const MARCH = '?from=2026-03-02&to=2026-03-31';

const makeFigures = (positive: number, neutral: number, negative: number): Happiness['total'] => ({
  ...happiness().total,
  judged: positive + neutral + negative,
  positive,
  neutral,
  negative,
  needsReview: 0,
});
const makeMoment = (fields: Partial<HappinessMoment>): HappinessMoment => {
  const [first] = happiness().moments;
  if (!first) throw new Error('The report has no moment');
  return { ...first, agentName: 'Robin', ...fields };
};
const PRAISE = makeMoment({ callId: 'c2', sentiment: 'positive', customerName: 'Kim Voss', quote: 'Robin was great.' });

function renderPage(agentFigures: Partial<Happiness>, responses: Record<string, unknown> = {}): FakeApi {
  const api = fakeApi({
    'GET /api/my/agents': [agent({ name: 'Robin' })],
    'GET /api/my/members': [member(), ROBIN],
    'GET /api/my/happiness': ({ url }: Request) =>
      new URL(url).searchParams.has('agent')
        ? happiness({ agent: AGENT_ID, moments: [makeMoment({}), PRAISE], ...agentFigures })
        : happiness({ total: makeFigures(100, 100, 100) }),
    'GET /api/my/bookings': bookings({ agents: [] }),
    ...responses,
  });
  renderWithProviders(
    <Routes>
      <Route path="/agents/:id" element={<AgentPage />} />
    </Routes>,
    { user: TEST_USERS.user, path: `/agents/${AGENT_ID}${MARCH}` },
  );
  return api;
}

describe('AgentPage', () => {
  it.each([
    ['is better than', makeFigures(45, 3, 2), '90% happy, 4% unhappy, better than the rest of the team'],
    ['is worse than', makeFigures(2, 3, 45), '4% happy, 90% unhappy, worse than the rest of the team'],
    ['is like', makeFigures(17, 16, 17), '34% happy, 34% unhappy, about the same as the rest of the team'],
    ['has too few calls to be compared with', makeFigures(5, 0, 1), '6 labeled calls: 5 happy, 1 unhappy'],
  ])('says in a sentence that an agent %s the team', async (_, total, sentence) => {
    renderPage({ total: total.judged < 10 ? { ...total, score: null, low: null, high: null } : total });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('shows the rest of the team, and the calls to praise and to review', async () => {
    renderPage({ total: makeFigures(45, 3, 2) });
    expect(
      await screen.findByText('The rest of the team, based on 250 labeled calls: 22% happy, 39% unhappy'),
    ).toBeVisible();
    expect(screen.getByText(/^Up 6 points from the previous period/)).toBeVisible();
    const getCard = (name: string): HTMLElement =>
      screen.getByRole('heading', { name }).closest('section') as HTMLElement;
    expect(getCard(AGENT_COPY.praise.title)).toHaveTextContent('“Robin was great.”');
    expect(getCard(AGENT_COPY.review.title)).toHaveTextContent('“Nobody showed up again.”');
    expect(getHref(/^45 calls with the label Positive/)).toBe(
      `/calls?label=positive&agent=${AGENT_ID}&from=2026-03-02&to=2026-03-31`,
    );
  });

  it("shows an agent's booking rate next to the team's, with its range and links to the calls", async () => {
    const { total } = bookings();
    const agentFigures = {
      ...total,
      leads: 60,
      booked: 54,
      undecided: 6,
      unreached: 0,
      otherReason: 0,
      rate: 90,
      low: 80,
      high: 95,
    };
    const askedShare = { count: 31, others: 13, rate: 70, low: 56, high: 82 };
    const report = bookings({
      agents: [{ agentId: AGENT_ID, agentName: 'Robin', ...agentFigures, asked: askedShare }],
    });
    renderPage({ total: makeFigures(45, 3, 2) }, { 'GET /api/my/bookings': report });
    expect(await screen.findByText('90% of 60 leads were booked, better than the rest of the team')).toBeVisible();
    expect(screen.getByText('The rate is between 80% and 95%.')).toBeVisible();
    const callsQuery = `agent=${AGENT_ID}&from=2026-03-02&to=2026-03-31`;
    expect(getHref('54 booked')).toBe(`/calls?booking=booked&${callsQuery}`);
    expect(getHref('6 not booked')).toBe(`/calls?booking=not_booked&${callsQuery}`);
    expect(screen.getByText(/^Asked to book in 31 of 44 unbooked calls, between 56% and 82%\./)).toBeVisible();
    expect(getHref('13 never asked by Robin')).toBe(`/calls?asked=not_asked&${callsQuery}`);
  });

  it('omits bookings if there are no judged ones', async () => {
    renderPage({ total: makeFigures(45, 3, 2) });
    expect(await screen.findByText(/^90% happy/)).toBeVisible();
    expect(screen.queryByText('Booking Rate')).not.toBeInTheDocument();
  });

  it('shares the sentence and the calls with a member by email', async () => {
    const { userId } = ROBIN;
    renderPage(
      { total: makeFigures(45, 3, 2) },
      { 'GET /api/my/agents': [agent({ name: 'Rob', member: { userId, name: 'Robin Ortiz' } })] },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Share with Robin Ortiz' }));
    const message = await screen.findByRole('region', { name: AGENT_COPY.share.message });
    expect(message).toHaveTextContent('90% happy, 4% unhappy, better than the rest of the team.');
    expect(message).toHaveTextContent(/To praise - Kim Voss, .*“Robin was great.” http:\S+\/calls\/c2\?t=61/);
    const email = screen.getByRole('link', { name: AGENT_COPY.share.email });
    await waitFor(() => expect(email.getAttribute('href')).toMatch(/^mailto:robin%40ortiz\.example\?/));
    expect(screen.queryByRole('button', { name: AGENT_COPY.share.create })).not.toBeInTheDocument();
  });

  it('creates links that work without signing in if the agent is not a member', async () => {
    const url = 'https://ringwell.example/shared/abc';
    const api = renderPage(
      { total: makeFigures(45, 3, 2) },
      { 'POST /api/calls/c1/shares': { url }, 'POST /api/calls/c2/shares': new FakeResponse(503) },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Share with Robin' }));
    const createButton = await screen.findByRole('button', { name: AGENT_COPY.share.create });
    await userEvent.click(createButton);
    expect(await screen.findByRole('alert')).toBeVisible();
    api.set('POST /api/calls/c2/shares', { url });
    await userEvent.click(createButton);
    expect(await screen.findByText(AGENT_COPY.share.created)).toBeVisible();
    expect(api.count('POST /api/calls/c1/shares')).toBe(1);
    const message = screen.getByRole('region', { name: AGENT_COPY.share.message });
    expect(message).toHaveTextContent(url);
    expect(message).not.toHaveTextContent('/calls/');
  });

  it('shows happiness even if the bookings fail to load', async () => {
    const api = renderPage({ total: makeFigures(45, 3, 2) }, { 'GET /api/my/bookings': new FakeResponse(500) });
    expect(await screen.findByText("Couldn't load bookings.")).toBeVisible();
    expect(screen.getByText('90% happy, 4% unhappy, better than the rest of the team')).toBeVisible();
    api.set('GET /api/my/bookings', bookings({ agents: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText("Couldn't load bookings.")).not.toBeInTheDocument());
  });

  it("keeps the trend's interval when another period is selected", async () => {
    renderPage({});
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trend' }), 'Chart by week');
    await userEvent.click(screen.getByRole('button', { name: '30 days' }));
    expect(screen.getByRole('combobox', { name: 'Trend' })).toHaveDisplayValue('Chart by week');
  });

  it('shows an error if the agent does not exist', async () => {
    renderPage({}, { 'GET /api/my/agents': [] });
    expect(await screen.findByText(AGENT_COPY.notFound.title)).toBeVisible();
  });
});
