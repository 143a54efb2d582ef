import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { formatDateTime } from '../../lib/format/format';
import { userQuery } from '../../lib/session/session';
import { fakeApi } from '../../testing/fake-api';
import { openSettings, PUT_SETTINGS } from '../../testing/open-settings';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { SETTINGS_COPY } from './settings-copy';
import { SettingsPage } from './settings-page';

const getPageLink = (name: string): HTMLElement =>
  within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name });

describe('SettingsPage', () => {
  it('has five pages', async () => {
    await openSettings({ part: 'calls' });
    const links = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Alerts', '/settings/alerts'],
      ['Calls', '/settings/calls'],
      ['Connections', '/settings/connections'],
      ['Labels', '/settings/labels'],
      ['Data', '/settings/data'],
    ]);
    expect(screen.getByLabelText('Calls processed at once')).toBeVisible();
    expect(getPageLink('Calls')).toHaveAttribute('aria-current', 'page');
    await userEvent.click(getPageLink('Data'));
    expect(await screen.findByRole('heading', { name: 'Storage' })).toBeVisible();
  });

  it.each([
    ['notifications', 'Alerts', 'Notifications'],
    ['follow-ups', 'Alerts', 'Follow-ups'],
    ['limits', 'Calls', 'Usage Limits'],
    ['names', 'Calls', 'Names and words'],
    ['time', 'Calls', 'Time zone'],
    ['guideline', 'Labels', 'Your guideline'],
    ['privacy', 'Data', 'Privacy'],
    ['storage', 'Data', 'Storage'],
  ])('redirects the old URL /settings/%s to its section on the %s page', async (id, page, heading) => {
    const scrolledElements: Element[] = [];
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolledElements.push(this);
    });
    await openSettings({ part: id });
    const title = await screen.findByRole('heading', { name: heading, level: 2 });
    expect(getPageLink(page)).toHaveAttribute('aria-current', 'page');
    expect(scrolledElements).toHaveLength(1);
    expect(scrolledElements[0]).toContainElement(title);
    expect(scrolledElements[0]).toHaveFocus();
  });

  it.each(['member', 'viewer'] as const)('tells a %s who can change the settings', async (memberRole) => {
    const api = fakeApi({});
    renderWithProviders(<SettingsPage />, { user: { ...TEST_USERS.user, memberRole } });
    expect(screen.getByText('Only owners and managers can change settings')).toBeVisible();
    expect(screen.getByText(new RegExp(`You're a ${memberRole} on this account`))).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the team' })).toHaveAttribute('href', '/team');
    expect(api.requests()).toEqual([]);
  });

  it('keeps connections enabled while call processing is turned off', async () => {
    await openSettings({ part: 'notifications', settings: { active: false } });
    expect(screen.getByText(SETTINGS_COPY.paused)).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Slack' })).toBeDisabled();
    await userEvent.click(getPageLink('Connections'));
    await userEvent.click(await screen.findByRole('button', { name: /^ServiceTitan/ }));
    expect(screen.getByLabelText('Tenant')).toBeEnabled();
  });

  it('changes the time zone for all times on the page', async () => {
    const { api, client } = await openSettings({ part: 'time' });
    const options = within(await screen.findByLabelText('Time zone'))
      .getAllByRole<HTMLOptionElement>('option')
      .filter(({ value }) => value !== '');
    expect(options.slice(0, 2).map(({ text }) => text)).toEqual(['Eastern Time (New York)', 'Central Time (Chicago)']);
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
    await userEvent.selectOptions(await screen.findByLabelText('Time zone'), 'America/Denver');
    await screen.findByText(SETTINGS_COPY.saved);
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ timeZone: 'America/Denver' }]);
    expect(client.getQueryData(userQuery.queryKey)?.timeZone).toBe('America/Denver');
    expect(formatDateTime('2024-04-02T14:12:00.000Z')).toBe('Tue, Apr 2, 2024, 8:12 AM MDT');
  });
});
