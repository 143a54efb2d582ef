import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccountSettings } from '../../api/types';
import { SAVED_SHOWN_MS } from '../../lib/constants';
import { COPY } from '../../lib/copy';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { connections } from '../../testing/connections';
import { FakeAnswer, fakeApi } from '../../testing/fake-api';
import { PEOPLE } from '../../testing/people';
import { renderPart } from '../../testing/render-part';
import { SettingsCard } from './settings-card';
import { SETTINGS_COPY } from './settings-copy';

const GET = 'GET /api/my/settings';
const PUT = 'PUT /api/my/settings';
const CONNECTIONS = 'GET /api/my/connections';

interface OpenCard {
  api: ReturnType<typeof fakeApi>;
  client: ReturnType<typeof createQueryClient>;
}

/** Opens the card over an API that keeps what it is sent. */
async function open(changes: Partial<AccountSettings> = {}): Promise<OpenCard> {
  let stored: AccountSettings = { ...ACCOUNT_SETTINGS, ...changes };
  const api = fakeApi({
    [CONNECTIONS]: connections(),
    [GET]: () => stored,
    [PUT]: async (request: Request) => {
      stored = { ...stored, ...((await request.json()) as Partial<AccountSettings>) };
      return stored;
    },
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, PEOPLE.user);
  renderPart(<SettingsCard />, client);
  await screen.findByRole('switch', { name: 'Active' });
  return { api, client };
}

const aboutSettings = (api: ReturnType<typeof fakeApi>): string[] =>
  api.requests().filter((request) => request !== CONNECTIONS);
const theSwitch = (name: string): HTMLElement => screen.getByRole('switch', { name });
const openTab = (name: string): Promise<void> => userEvent.click(screen.getByRole('tab', { name }));
const saved = (): Promise<HTMLElement> => screen.findByText(SETTINGS_COPY.saved);

/** An answer that is given by hand. */
function later(): { promise: Promise<unknown>; answer: (value: unknown) => void } {
  let answer: (value: unknown) => void = () => undefined;
  return {
    promise: new Promise((resolve) => {
      answer = resolve;
    }),
    answer: (value) => answer(value),
  };
}

describe('the settings card', () => {
  it('has the three tabs', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Notification Settings' })).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Notifications',
      'Usage Limits',
      'Connections',
    ]);
  });

  it('can be asked for again when it could not be loaded', async () => {
    const api = fakeApi({ [GET]: new FakeAnswer(500), [CONNECTIONS]: connections() });
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, PEOPLE.user);
    renderPart(<SettingsCard />, client);
    await screen.findByText("Couldn't load your settings.");
    api.set(GET, ACCOUNT_SETTINGS);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('switch', { name: 'Active' })).toBeChecked();
  });

  it('disables notifications and limits while the account is off, and says so; connections stay open', async () => {
    await open({ active: false });
    expect(screen.getByText(SETTINGS_COPY.paused)).toBeVisible();
    for (const channel of ['Email', 'Slack', 'Microsoft Teams', 'Google Chat'])
      expect(theSwitch(channel)).toBeDisabled();
    expect(theSwitch('Active')).toBeEnabled();
    await openTab('Usage Limits');
    expect(screen.getByLabelText('Calls processed at once')).toBeDisabled();
    await openTab('Connections');
    await userEvent.click(await screen.findByRole('button', { name: /^ServiceTitan/ }));
    expect(screen.getByLabelText('Tenant')).toBeEnabled();
  });

  it('enables everything as soon as it is switched on', async () => {
    const { api } = await open({ active: false });
    await userEvent.click(theSwitch('Active'));
    expect(theSwitch('Email')).toBeEnabled();
    expect(screen.queryByText(SETTINGS_COPY.paused)).not.toBeInTheDocument();
    await waitFor(async () => expect(await api.bodies(PUT)).toEqual([{ active: true }]));
  });
});

describe('saving', () => {
  it('sends the one field that changed, fetches the settings again and confirms it for a moment', async () => {
    const { api } = await open();
    jest.useFakeTimers();
    act(() => theSwitch('Slack').click());
    expect(theSwitch('Slack')).toBeChecked();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText(SETTINGS_COPY.saved)).toBeVisible();
    expect(await api.bodies(PUT)).toEqual([{ slackEnabled: true }]);
    expect(aboutSettings(api)).toEqual([GET, PUT, GET]);
    await act(() => jest.advanceTimersByTimeAsync(SAVED_SHOWN_MS - 200));
    expect(screen.getByText(SETTINGS_COPY.saved)).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText(SETTINGS_COPY.saved)).not.toBeInTheDocument();
  });

  it('goes back to what was saved when it fails, and says so', async () => {
    const { api } = await open();
    const first = later();
    api.set(PUT, () => first.promise);
    await userEvent.click(theSwitch('Slack'));
    expect(theSwitch('Slack')).toBeChecked();
    first.answer(new FakeAnswer(500));
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
    expect(screen.getByText(COPY.error)).toBeVisible();
    expect(theSwitch('Slack')).not.toBeChecked();
  });

  it('has one save under way at a time, and of several values saves the newest', async () => {
    const { api } = await open();
    const answers = [later(), later(), later()];
    let asked = 0;
    api.set(PUT, () => answers[asked++]?.promise);
    for (let click = 0; click < 4; click += 1) await userEvent.click(theSwitch('Google Chat'));
    await userEvent.click(theSwitch('Google Chat'));
    await userEvent.click(theSwitch('Slack'));
    await userEvent.click(theSwitch('Google Chat'));
    expect(await api.bodies(PUT)).toEqual([{ googleChatEnabled: true }]);
    answers[0]?.answer({ ...ACCOUNT_SETTINGS, googleChatEnabled: true });
    await waitFor(() => expect(asked).toBe(2));
    expect(theSwitch('Google Chat')).not.toBeChecked();
    answers[1]?.answer({ ...ACCOUNT_SETTINGS, googleChatEnabled: false });
    await waitFor(() => expect(asked).toBe(3));
    answers[2]?.answer({ ...ACCOUNT_SETTINGS, slackEnabled: true });
    await saved();
    expect(await api.bodies(PUT)).toEqual([
      { googleChatEnabled: true },
      { googleChatEnabled: false },
      { slackEnabled: true },
    ]);
  });

  it('falls back to the last saved value, not to the one of the start', async () => {
    const { api } = await open();
    await userEvent.click(theSwitch('Slack'));
    await saved();
    api.set(PUT, new FakeAnswer(503));
    await userEvent.click(theSwitch('Slack'));
    await screen.findByText(SETTINGS_COPY.failed);
    expect(theSwitch('Slack')).toBeChecked();
  });

  it('is not undone by an older answer that comes late', async () => {
    const { api } = await open();
    const lateAnswer = later();
    api.set(GET, () => lateAnswer.promise);
    await userEvent.click(theSwitch('Slack')); // its saving asks for the settings, which takes long
    await saved();
    api.set(GET, { ...ACCOUNT_SETTINGS, slackEnabled: true, teamsEnabled: true });
    await userEvent.click(theSwitch('Microsoft Teams'));
    await waitFor(() => expect(aboutSettings(api)).toEqual([GET, PUT, GET, PUT, GET]));
    await act(async () => lateAnswer.answer(ACCOUNT_SETTINGS));
    expect(theSwitch('Slack')).toBeChecked();
    expect(theSwitch('Microsoft Teams')).toBeChecked();
  });

  it('does not save for somebody else who is viewed by then', async () => {
    const { api, client } = await open();
    const first = later();
    api.set(PUT, () => first.promise);
    await userEvent.click(theSwitch('Slack'));
    await userEvent.click(theSwitch('Microsoft Teams'));
    api.set(GET, { ...ACCOUNT_SETTINGS, userId: 'a1' });
    act(() => {
      client.setQueryData(userQuery.queryKey, PEOPLE.admin);
    });
    first.answer({ ...ACCOUNT_SETTINGS, slackEnabled: true });
    expect(await screen.findByText(SETTINGS_COPY.failed)).toBeVisible();
    expect(await api.bodies(PUT)).toEqual([{ slackEnabled: true }]);
  });
});

describe('notifications', () => {
  it('unfold a channel only while it is on', async () => {
    await open({ emailEnabled: false });
    expect(screen.queryByRole('checkbox', { name: 'Negative' })).not.toBeInTheDocument();
    await userEvent.click(theSwitch('Email'));
    expect(screen.getByRole('checkbox', { name: 'Negative' })).toBeChecked();
    expect(screen.getByLabelText('New email address')).toHaveAttribute('type', 'email');
    await userEvent.click(theSwitch('Email'));
    expect(screen.queryByRole('checkbox', { name: 'Negative' })).not.toBeInTheDocument();
  });

  it.each([
    ['Email', { emailNegativeSentiment: false }],
    ['Slack', { slackNegativeSentiment: false }],
    ['Microsoft Teams', { teamsNegativeSentiment: false }],
    ['Google Chat', { googleChatNegativeSentiment: false }],
  ])('save the label of %s by itself', async (channel, change) => {
    const { api } = await open({ emailEnabled: false });
    await userEvent.click(theSwitch(channel));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Negative' }));
    await waitFor(async () => expect((await api.bodies(PUT))[1]).toEqual(change));
  });

  it('add an address, refuse what is none, and send an empty list once the last is removed', async () => {
    const { api } = await open({ emailAddress: ['dana@reyes.example'] });
    const field = screen.getByLabelText('New email address');
    await userEvent.type(field, 'nobody{Enter}');
    expect(field).toHaveAccessibleDescription(COPY.invalid.email);
    await userEvent.clear(field);
    await userEvent.type(field, 'Kim@Example.com{Enter}');
    await saved();
    expect(field).toHaveValue('');
    expect(
      within(screen.getByRole('list', { name: 'Email addresses' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['dana@reyes.example', 'kim@example.com']);
    await userEvent.type(field, 'kim@example.com{Enter}');
    expect(field).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Remove dana@reyes.example' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove kim@example.com' }));
    expect(field).toHaveFocus();
    await waitFor(async () =>
      expect(await api.bodies(PUT)).toEqual([
        { emailAddress: ['dana@reyes.example', 'kim@example.com'] },
        { emailAddress: ['kim@example.com'] },
        { emailAddress: [] },
      ]),
    );
  });

  it('give an address back that the API does not take, with its words', async () => {
    const { api } = await open({ emailAddress: [] });
    const field = screen.getByLabelText('New email address');
    api.set(
      PUT,
      new FakeAnswer(400, {
        message: 'emailAddress: Each must be a valid e-mail address.',
        errors: [{ field: 'emailAddress', message: 'Each must be a valid e-mail address.' }],
      }),
    );
    await userEvent.type(field, 'kim@localhost{Enter}');
    expect(await screen.findByText('Each must be a valid e-mail address.')).toBeVisible();
    expect(field).toHaveValue('kim@localhost');
    expect(screen.queryByRole('list', { name: 'Email addresses' })).not.toBeInTheDocument();
    expect(screen.queryByText(SETTINGS_COPY.failed)).not.toBeInTheDocument();
  });

  it('say what is missing for a channel, and lead there', async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await open({ slackEnabled: true, emailEnabled: false });
    expect(await screen.findByText(/Not sending yet. Add a bot token and channel to connect./)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Open Connections' }));
    const slack = await screen.findByRole('button', { name: 'Slack Not connected' });
    expect(screen.getAllByRole('button', { expanded: true })).toEqual([slack]);
    expect(slack).toHaveFocus();
    expect(scroll.mock.contexts).toEqual([screen.getByRole('region', { name: 'Slack' })]);
    await openTab('Notifications');
    await openTab('Connections');
    expect(await screen.findByRole('button', { name: 'Slack Not connected' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });
});
