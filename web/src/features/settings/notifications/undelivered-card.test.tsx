import { screen, within } from '@testing-library/react';

import { openSettings } from '../../../testing/open-settings';
import { undelivered } from '../../../testing/undelivered';

const TITLE = 'Undelivered messages';

describe('UndeliveredCard', () => {
  it('shows which messages were not delivered and why, and links to the latest call', async () => {
    await openSettings({ part: 'alerts', responses: { 'GET /api/my/undelivered': [undelivered()] } });
    expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible();
    const row = within(screen.getByText('The channel is archived.').closest('li')!);
    expect(row.getByText(/^Slack · #calls ·/)).toHaveTextContent('2 failed, 1 retrying');
    expect(row.getByRole('link', { name: 'Open the latest call for #calls' })).toHaveAttribute('href', '/calls/c1');
    expect(screen.getByRole('link', { name: 'Check connections' })).toHaveAttribute('href', '/settings/connections');
  });

  it('renders nothing if everything was delivered', async () => {
    const { api } = await openSettings({ part: 'alerts' });
    expect(api.requests()).toContain('GET /api/my/undelivered');
    expect(screen.queryByRole('heading', { name: TITLE })).not.toBeInTheDocument();
  });
});
