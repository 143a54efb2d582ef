import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { formatDateTime } from '../../lib/format';
import { userQuery } from '../../lib/session';
import { openSettings, PUT_SETTINGS } from '../../testing/open-settings';
import { SETTINGS_COPY } from './settings-copy';

const part = (name: string): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name });

describe('SettingsPage', () => {
  it('has an address for each part', async () => {
    await openSettings({ part: 'limits' });
    expect(screen.getByLabelText('Calls processed at once')).toBeVisible();
    expect(part('Usage Limits')).toHaveAttribute('aria-current', 'page');
    await userEvent.click(part('Names and words'));
    expect(await screen.findByLabelText('New name or word')).toBeVisible();
    expect(part('Connections')).toHaveAttribute('href', '/settings/connections');
  });

  it('keeps connections enabled while the account is turned off', async () => {
    await openSettings({ part: 'notifications', settings: { active: false } });
    expect(screen.getByText(SETTINGS_COPY.paused)).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Slack' })).toBeDisabled();
    await userEvent.click(part('Connections'));
    await userEvent.click(await screen.findByRole('button', { name: /^ServiceTitan/ }));
    expect(screen.getByLabelText('Tenant')).toBeEnabled();
  });

  it('changes the time zone, in which all times are then shown', async () => {
    const { api, client } = await openSettings({ part: 'time' });
    await userEvent.selectOptions(await screen.findByLabelText('Time zone'), 'America/Denver');
    await screen.findByText(SETTINGS_COPY.saved);
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ timeZone: 'America/Denver' }]);
    expect(client.getQueryData(userQuery.queryKey)?.timeZone).toBe('America/Denver');
    expect(formatDateTime('2024-04-02T14:12:00.000Z')).toBe('Tue, Apr 2, 2024, 8:12 AM MDT');
  });
});
