import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { ServiceStatus } from '../../api/types';
import { findAccessibilityProblems } from '../../testing/accessibility';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { StatusPage } from './status-page';

const SERVICE_UP: ServiceStatus = {
  status: 'up',
  parts: [
    { name: 'New calls', status: 'up', message: null },
    { name: 'Call processing', status: 'up', message: null },
  ],
  checkedAt: '2026-03-31T14:05:00.000Z',
};

describe('StatusPage', () => {
  it('shows what is working, and what a delay means', async () => {
    const message = 'The oldest call has been waiting for 12 min. No calls have been lost.';
    fakeApi({
      'GET /api/status': {
        ...SERVICE_UP,
        status: 'delayed',
        parts: [SERVICE_UP.parts[0], { name: 'Call processing', status: 'delayed', message }],
      },
    });
    renderWithProviders(<StatusPage />);
    expect(await screen.findByRole('heading', { name: 'Up, with delays' })).toBeVisible();
    expect(screen.getByText('New calls').nextElementSibling).toHaveTextContent('Up');
    expect(screen.getByText('Call processing').nextElementSibling).toHaveTextContent('Delayed');
    expect(screen.getByText(message)).toBeVisible();
    expect(await findAccessibilityProblems()).toEqual([]);
  });

  it("says when the service can't be reached, and tries again", async () => {
    const api = fakeApi({ 'GET /api/status': new FakeResponse(503) });
    renderWithProviders(<StatusPage />);
    expect(await screen.findByRole('heading', { name: /^Can't reach/ })).toBeVisible();
    api.set('GET /api/status', SERVICE_UP);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Everything is up' })).toBeVisible();
  });
});
