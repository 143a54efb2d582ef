import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { SAVED_NOTICE_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { userQuery } from '../../lib/session/session';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { connections } from '../../testing/connections';
import { fakeApi, type FakeApi, FakeResponse } from '../../testing/fake-api';
import { GET_CONNECTIONS, GET_SETTINGS, openSettings, PUT_SETTINGS } from '../../testing/open-settings';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { SettingsCard } from './settings-card';
import { SETTINGS_COPY } from './settings-copy';

const getSwitch = (name: string): HTMLElement => screen.getByRole('switch', { name });
const openTab = (name: string): Promise<void> => userEvent.click(screen.getByRole('tab', { name }));
const findSavedMessage = (): Promise<HTMLElement> => screen.findByText(SETTINGS_COPY.saved);
const listSettingsRequests = (api: FakeApi): string[] =>
  api.requests().filter((request) => request !== GET_CONNECTIONS);

describe('SettingsCard', () => {
  it('has two tabs and links to all settings', async () => {
    await openSettings();
    expect(screen.getByRole('heading', { name: 'Notification Settings' })).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Notifications', 'Usage Limits']);
    expect(screen.getByRole('link', { name: 'All settings' })).toHaveAttribute('href', '/settings');
  });

  it('offers a retry when the settings fail to load', async () => {
    const api = fakeApi({ [GET_SETTINGS]: new FakeResponse(500), [GET_CONNECTIONS]: connections() });
    renderWithProviders(<SettingsCard />, { user: TEST_USERS.user });
    await screen.findByText("Couldn't load your settings.");
    api.set(GET_SETTINGS, ACCOUNT_SETTINGS);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('switch', { name: 'Active' })).toBeChecked();
  });

  it('disables notifications and limits while call processing is turned off', async () => {
    await openSettings({ settings: { active: false } });
    expect(screen.getByText(SETTINGS_COPY.paused)).toBeVisible();
    for (const channel of ['Email', 'Slack', 'Microsoft Teams', 'Google Chat'])
      expect(getSwitch(channel)).toBeDisabled();
    expect(getSwitch('Active')).toBeEnabled();
    await openTab('Usage Limits');
    expect(screen.getByLabelText('Calls processed at once')).toBeDisabled();
  });

  it('enables everything as soon as call processing is turned on', async () => {
    const { api } = await openSettings({ settings: { active: false } });
    await userEvent.click(getSwitch('Active'));
    expect(getSwitch('Email')).toBeEnabled();
    expect(screen.queryByText(SETTINGS_COPY.paused)).not.toBeInTheDocument();
    await api.expectBodies(PUT_SETTINGS, [{ active: true }]);
  });
});

describe('saving a setting', () => {
  it('sends only the changed field, refetches the settings and briefly shows a confirmation', async () => {
    const { api } = await openSettings();
    jest.useFakeTimers();
    act(() => getSwitch('Slack').click());
    expect(getSwitch('Slack')).toBeChecked();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText(SETTINGS_COPY.saved)).toBeVisible();
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ slackEnabled: true }]);
    expect(listSettingsRequests(api)).toEqual([GET_SETTINGS, PUT_SETTINGS, GET_SETTINGS]);
    await act(() => jest.advanceTimersByTimeAsync(SAVED_NOTICE_MS - 200));
    expect(screen.getByText(SETTINGS_COPY.saved)).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText(SETTINGS_COPY.saved)).not.toBeInTheDocument();
  });

  it("shows other users' changes when it is reopened", async () => {
    const { api, client } = await openSettings();
    cleanup();
    api.set(GET_SETTINGS, { ...ACCOUNT_SETTINGS, slackEnabled: true });
    renderWithProviders(<SettingsCard />, { queryClient: client });
    await waitFor(() => expect(getSwitch('Slack')).toBeChecked());
  });

  it('sends one request at a time, with the newest value of each field', async () => {
    const { api } = await openSettings();
    const respondFirst = api.hold(PUT_SETTINGS);
    for (let click = 0; click < 4; click += 1) await userEvent.click(getSwitch('Google Chat'));
    await userEvent.click(getSwitch('Google Chat'));
    await userEvent.click(getSwitch('Slack'));
    await userEvent.click(getSwitch('Google Chat'));
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ googleChatEnabled: true }]);
    const respondNext = api.hold(PUT_SETTINGS);
    respondFirst({ ...ACCOUNT_SETTINGS, googleChatEnabled: true });
    await waitFor(() => expect(api.count(PUT_SETTINGS)).toBe(2));
    expect(getSwitch('Google Chat')).not.toBeChecked();
    const respondLast = api.hold(PUT_SETTINGS);
    respondNext({ ...ACCOUNT_SETTINGS, googleChatEnabled: false });
    await waitFor(() => expect(api.count(PUT_SETTINGS)).toBe(3));
    respondLast({ ...ACCOUNT_SETTINGS, slackEnabled: true });
    await findSavedMessage();
    expect(await api.bodies(PUT_SETTINGS)).toEqual([
      { googleChatEnabled: true },
      { googleChatEnabled: false },
      { slackEnabled: true },
    ]);
  });

  it('restores the last saved value, not the initial one, and shows an error when saving fails', async () => {
    const { api } = await openSettings();
    await userEvent.click(getSwitch('Slack'));
    await findSavedMessage();
    const respond = api.hold(PUT_SETTINGS);
    await userEvent.click(getSwitch('Slack'));
    expect(getSwitch('Slack')).not.toBeChecked();
    respond(new FakeResponse(503));
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
    expect(screen.getByText(COPY.error)).toBeVisible();
    expect(getSwitch('Slack')).toBeChecked();
  });

  it('is not undone by a late response to an older request', async () => {
    const { api } = await openSettings();
    const respondLate = api.hold(GET_SETTINGS);
    await userEvent.click(getSwitch('Slack')); // refetches the settings, which takes a long time
    await findSavedMessage();
    api.set(GET_SETTINGS, { ...ACCOUNT_SETTINGS, slackEnabled: true, teamsEnabled: true });
    await userEvent.click(getSwitch('Microsoft Teams'));
    await waitFor(() =>
      expect(listSettingsRequests(api)).toEqual([GET_SETTINGS, PUT_SETTINGS, GET_SETTINGS, PUT_SETTINGS, GET_SETTINGS]),
    );
    await act(async () => respondLate(ACCOUNT_SETTINGS));
    expect(getSwitch('Slack')).toBeChecked();
    expect(getSwitch('Microsoft Teams')).toBeChecked();
  });

  it('does not save to another account if the page switches to it', async () => {
    const { api, client } = await openSettings();
    const respond = api.hold(PUT_SETTINGS);
    await userEvent.click(getSwitch('Slack'));
    await userEvent.click(getSwitch('Microsoft Teams'));
    api.set(GET_SETTINGS, { ...ACCOUNT_SETTINGS, userId: 'account-a1' });
    act(() => {
      client.setQueryData(userQuery.queryKey, TEST_USERS.admin);
    });
    respond({ ...ACCOUNT_SETTINGS, slackEnabled: true });
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
    expect(await api.bodies(PUT_SETTINGS)).toEqual([{ slackEnabled: true }]);
  });
});
