import { screen } from '@testing-library/react';

import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { setViewportWidth } from '../../testing/fake-browser';
import { happiness } from '../../testing/happiness';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { HappinessCard } from './happiness-card';

function renderCard(report: unknown): void {
  fakeApi({ 'GET /api/my/happiness': report });
  renderWithProviders(<HappinessCard />, { user: TEST_USERS.user });
}

describe('HappinessCard', () => {
  it('starts with a sentence, then shows the 30-day score, and links to the page', async () => {
    renderCard(happiness({ change: { points: -12, low: -20, high: -4, isClear: true } }));
    expect(await screen.findByText('60% happy, 19% unhappy, worse than in the previous 30 days')).toBeVisible();
    expect(screen.getByText('+41').parentElement).toHaveTextContent(
      '+41, between +25 and +56, from 100 calls in the last 30 days',
    );
    expect(screen.getByRole('link', { name: 'See what moved it' })).toHaveAttribute('href', '/happiness');
  });

  it('fits on one line on a phone, with a link to the page', async () => {
    setViewportWidth(390);
    renderCard(happiness());
    const line = await screen.findByRole('link', { name: 'Happiness 60% happy, 19% unhappy' });
    expect(line).toHaveAttribute('href', '/happiness');
    expect(screen.queryByText('See what moved it')).not.toBeInTheDocument();
  });

  it('does not show a score for only a few calls', async () => {
    const tooFew = {
      judged: 3,
      positive: 3,
      neutral: 0,
      negative: 0,
      needsReview: 0,
      score: null,
      low: null,
      high: null,
    };
    renderCard(happiness({ total: tooFew, change: null }));
    expect(await screen.findByText('3 calls: too few for a score')).toBeVisible();
  });

  it('shows an error when customer happiness fails to load', async () => {
    renderCard(new FakeResponse(503));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load customer happiness.");
  });
});
