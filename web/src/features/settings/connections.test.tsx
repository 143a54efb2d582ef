import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { AccountSettings, Connection, ConnectionTest, CurrentUser, Subscription } from '../../api/types';
import { browserLocation } from '../../lib/browser-location';
import { CONNECTION_POLL } from '../../lib/constants';
import { createQueryClient } from '../../lib/query-client';
import { userQuery } from '../../lib/session';
import { subscribeDialog } from '../../lib/subscribe-dialog';
import { ACCOUNT_SETTINGS } from '../../testing/account-settings';
import { connected, connections } from '../../testing/connections';
import { FakeAnswer, fakeApi } from '../../testing/fake-api';
import { PEOPLE } from '../../testing/people';
import { renderPart } from '../../testing/render-part';
import { SettingsCard } from './settings-card';

const GET = 'GET /api/my/connections';
const STALE = "Couldn't refresh. Retrying…";
const TEST_SLACK = 'POST /api/my/settings/test/slack';
const NOT_BOUGHT = { code: 'ADD_ON_MISSING', message: 'Team chat is an add-on that this account does not have.' };
const fault = (change: Partial<NonNullable<Connection['error']>> = {}): Connection['error'] => ({
  code: 'SLACK_TOKEN_REVOKED',
  message: 'Slack says that the bot token was revoked. Enter a new one.',
  destination: '#calls',
  isPermanent: true,
  failedAt: '2026-03-31T14:12:00.000Z',
  ...change,
});

const NO_SUBSCRIPTION: Subscription = {
  status: null,
  plan: null,
  addOns: [],
  currentPeriodEnd: null,
  canManage: false,
};

interface Options {
  tab?: string;
  settings?: Partial<AccountSettings>;
  person?: CurrentUser;
  subscription?: Partial<Subscription>;
}

async function open(
  answer: unknown,
  { tab = 'Connections', settings = {}, person = PEOPLE.user, subscription = {} }: Options = {},
): Promise<ReturnType<typeof fakeApi>> {
  let stored: AccountSettings = { ...ACCOUNT_SETTINGS, slackEnabled: true, ...settings };
  const api = fakeApi({
    'GET /api/my/settings': () => stored,
    'PUT /api/my/settings': async (request: Request) => {
      stored = {
        ...stored,
        ...((await request.json()) as Partial<AccountSettings>),
        updatedAt: '2026-01-02T11:00:00.000Z',
      };
      return stored;
    },
    [GET]: answer,
    'GET /api/billing/subscription': { ...NO_SUBSCRIPTION, ...subscription },
    'POST /api/billing/portal': { url: 'https://pay.example/portal' },
  });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, person);
  renderPart(<SettingsCard />, client);
  await userEvent.click(await screen.findByRole('tab', { name: tab }));
  return api;
}

const section = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
/** What a connection is folded under: its name, and how it is. */
const fold = async (name = 'Slack'): Promise<HTMLElement> =>
  within(within(await section(name)).getByRole('heading')).getByRole('button');
async function unfold(name?: string): Promise<void> {
  const button = await fold(name);
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button);
}
async function theButton(name = 'Slack'): Promise<HTMLElement> {
  await unfold(name);
  return within(await section(name)).findByRole('button', { name: /^(Send test message|Test the connection)/ });
}
const outcome = (change: Partial<ConnectionTest> = {}): ConnectionTest => ({
  channel: 'slack',
  outcome: 'sent',
  message: 'A test message was posted to #calls.',
  results: [],
  ...change,
});

describe('the state of a connection', () => {
  it.each<[string, Partial<Connection>, string, string?]>([
    ['is not there', {}, 'Not connected', 'Add a bot token and channel to connect.'],
    ['was not used yet', connected(), 'Connected', 'Nothing sent yet'],
    ['works', connected({ lastSuccessAt: '2026-03-31T14:12:00.000Z' }), 'Working', 'Last sent Mar 31, 2026, 2:12 PM.'],
    [
      'is broken',
      connected({ error: fault() }),
      'Problem',
      'Slack says that the bot token was revoked. Enter a new one. (Mar 31, 2026, 2:12 PM)',
    ],
    [
      'has a rest',
      connected({
        error: fault({ isPermanent: false, message: 'Slack is away.' }),
        pausedUntil: '2026-03-31T14:20:00.000Z',
      }),
      'Retrying',
      'Slack is away. Retrying at Mar 31, 2026, 2:20 PM.',
    ],
    [
      'has a passing fault',
      connected({ error: fault({ isPermanent: false, message: 'Slack is away.' }) }),
      'Retrying',
      "Slack is away. We'll keep retrying.",
    ],
    [
      'is broken at one of several places',
      connected({ error: fault(), destinations: ['#calls', '#other'] }),
      'Problem',
      '#calls: Slack says',
    ],
    ['is not in the plan', connected({ unavailable: NOT_BOUGHT }), 'Not in your plan'],
    [
      'is not set up by the operator',
      connected({ unavailable: { code: 'X', message: 'Ask whoever runs this.' } }),
      'Not available',
      'Ask whoever runs this.',
    ],
  ])('is told in words when it %s', async (_state, slack, word, text = '') => {
    await open(connections({ slack }));
    await waitFor(async () => expect(await fold()).toHaveAccessibleName(`Slack ${word}`));
    await unfold();
    expect(await section('Slack')).toHaveTextContent(`Slack ${word}${text.replaceAll(' PM', ' PM')}`);
  });

  it('says when a connection works but is switched off', async () => {
    await open(connections({ slack: connected(), email: connected() }), { settings: { slackEnabled: false } });
    await unfold();
    await waitFor(async () => expect(await section('Slack')).toHaveTextContent('Turned off under Notifications'));
    expect(await section('Email')).not.toHaveTextContent('Turned off');
  });

  it('is asked for again while a place has a rest, and no longer', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const api = await open(
      connections({
        slack: connected({ error: fault({ isPermanent: false }), pausedUntil: '2026-03-31T14:20:00.000Z' }),
      }),
    );
    await theButton();
    const asked = (): number => api.requests().filter((request) => request === GET).length;
    const first = asked();
    api.set(GET, connections({ slack: connected({ lastSuccessAt: '2026-03-31T14:20:00.000Z' }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.everyMs));
    expect(asked()).toBeGreaterThan(first);
    expect(await fold()).toHaveAccessibleName('Slack Working');
    const later = asked();
    await act(() => jest.advanceTimersByTimeAsync(4 * CONNECTION_POLL.everyMs));
    expect(asked()).toBe(later);
  });

  it('is asked for again after failures, and said to be old meanwhile', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const resting = connected({ error: fault({ isPermanent: false }), pausedUntil: '2026-03-31T14:20:00.000Z' });
    const api = await open(connections({ slack: resting }));
    await theButton();
    const asked = (): number => api.requests().filter((request) => request === GET).length;
    api.set(GET, new FakeAnswer(503));
    const first = asked();
    await act(() => jest.advanceTimersByTimeAsync(3 * CONNECTION_POLL.everyMs));
    expect(asked()).toBeGreaterThan(first + 1);
    expect(screen.getByText(STALE)).toBeVisible();
    api.set(GET, connections({ slack: connected({ lastSuccessAt: '2026-03-31T14:20:00.000Z' }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.everyMs));
    expect(await fold()).toHaveAccessibleName('Slack Working');
    expect(screen.queryByText(STALE)).not.toBeInTheDocument();
  });

  it('can be asked for again when it never came', async () => {
    const api = await open(new FakeAnswer(503));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load connection status.");
    api.set(GET, connections({ slack: connected() }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await fold()).toHaveAccessibleName('Slack Connected'));
  });

  it('leaves the fields usable when it cannot be asked for', async () => {
    await open(new FakeAnswer(503));
    await unfold();
    expect(await fold()).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByLabelText('Slack bot token')).toBeEnabled();
  });
});

describe('the folds', () => {
  const unfolded = (): (string | null)[] =>
    screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent);
  const known = async (): Promise<void> => {
    await waitFor(async () =>
      expect(await fold('Your own system')).toHaveAccessibleName(/(Not connected|Not available)$/),
    );
  };

  it('are headings, open at first where something is wrong or was begun', async () => {
    await open(
      connections({
        servicetitan: connected({ lastSuccessAt: '2026-03-31T14:12:00.000Z' }),
        email: connected({ error: fault({ isPermanent: false }) }),
        slack: connected({ error: fault() }),
        webhook: { unavailable: { code: 'X', message: 'Ask whoever runs this.' } },
      }),
      {
        settings: {
          serviceTitanTenant: '1',
          teamsTeamName: 'Dispatch',
          emailAddress: ['dana@reyes.example'],
          webhookUrl: '••••',
        },
      },
    );
    await known();
    expect(unfolded()).toEqual(['Email Retrying', 'Slack Problem', 'Microsoft Teams Not connected']);
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'ServiceTitan Working',
      'Email Retrying',
      'Slack Problem',
      'Microsoft Teams Not connected',
      'Google Chat Not connected',
      'Your own system Not available',
    ]);
  });

  it('open and close by keyboard, and keep what was typed', async () => {
    await open(connections());
    const button = await fold();
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.type(screen.getByLabelText('Slack bot token'), 'xoxb-1');
    act(() => button.focus());
    await userEvent.keyboard(' ');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(screen.getByLabelText('Slack bot token')).toHaveValue('xoxb-1');
  });

  it('stay as they are when news arrive', async () => {
    const api = await open(connections({ slack: connected({ error: fault() }), webhook: {} }));
    await known();
    await unfold('Google Chat');
    expect(unfolded()).toEqual(['Slack Problem', 'Google Chat Not connected']);
    api.set(GET, connections({ slack: connected(), google_chat: connected(), teams: connected({ error: fault() }) }));
    await userEvent.type(screen.getByLabelText('Slack channel'), '#calls{Enter}');
    await waitFor(async () => expect(await fold('Microsoft Teams')).toHaveAccessibleName('Microsoft Teams Problem'));
    expect(unfolded()).toEqual(['Slack Connected', 'Google Chat Connected']);
  });

  it('open when a value is refused, as only its field tells of that', async () => {
    const api = await open(connections());
    await unfold();
    let answer: (value: unknown) => void = () => undefined;
    api.set(
      'PUT /api/my/settings',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await userEvent.type(screen.getByLabelText('Slack channel'), 'No Channel');
    await userEvent.click(await fold());
    expect(await fold()).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(api.requests()).toContain('PUT /api/my/settings'));
    await act(async () =>
      answer(
        new FakeAnswer(400, {
          message: 'slackChannel: No.',
          errors: [{ field: 'slackChannel', message: 'Slack has no such names.' }],
        }),
      ),
    );
    await screen.findByText('Slack has no such names.');
    expect(await fold()).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('a test message', () => {
  it('is sent by a button that waits, and its outcome is told in place', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const api = await open(connections({ slack: connected() }));
    api.set(
      TEST_SLACK,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const button = await theButton();
    expect(button).toHaveAccessibleName('Send test message (Slack)');
    await userEvent.click(button);
    expect(button).toBeDisabled();
    expect(button).toHaveTextContent('Testing...');
    api.set(GET, connections({ slack: connected({ lastSuccessAt: '2026-03-31T14:12:00.000Z' }) }));
    await act(async () => answer(outcome()));
    const message = await screen.findByText('A test message was posted to #calls.');
    expect(message.closest('[role=status]')).not.toBeNull();
    expect(button).toBeEnabled();
    await waitFor(async () => expect(await fold()).toHaveAccessibleName('Slack Working'));
  });

  it('tells what went wrong', async () => {
    const api = await open(connections({ slack: connected() }));
    api.set(TEST_SLACK, outcome({ outcome: 'failed', message: 'Slack knows no channel of this name.' }));
    await userEvent.click(await theButton());
    expect(await screen.findByText('Slack knows no channel of this name.')).toBeVisible();
  });

  it.each([
    [
      new FakeAnswer(409, { message: 'A test message was sent a moment ago.' }),
      'A test message was sent a moment ago.',
    ],
    [new FakeAnswer(500), "Couldn't send the test message. Please try again."],
  ])('tells why it was refused', async (answer, words) => {
    const api = await open(connections({ slack: connected() }));
    api.set(TEST_SLACK, answer);
    await userEvent.click(await theButton());
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('is followed while it is still in line, until something has come of it', async () => {
    const api = await open(connections({ slack: connected() }));
    api.set(TEST_SLACK, outcome({ outcome: 'waiting', message: 'No worker is running.' }));
    const button = await theButton();
    jest.useFakeTimers();
    await act(async () => {
      button.click();
      await jest.advanceTimersByTimeAsync(100);
    });
    expect(screen.getByText('No worker is running.')).toBeVisible();
    const asked = (): number => api.requests().filter((request) => request === GET).length;
    const first = asked();
    await act(() => jest.advanceTimersByTimeAsync(2 * CONNECTION_POLL.everyMs));
    expect(asked()).toBe(first + 2);
    api.set(GET, connections({ slack: connected({ error: fault() }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.everyMs));
    expect(screen.queryByText('No worker is running.')).not.toBeInTheDocument();
    expect(await fold()).toHaveAccessibleName('Slack Problem');
    const last = asked();
    await act(() => jest.advanceTimersByTimeAsync(4 * CONNECTION_POLL.everyMs));
    expect(asked()).toBe(last);
  });

  it('is followed through failures while it is still in line', async () => {
    const api = await open(connections({ slack: connected() }));
    api.set(TEST_SLACK, outcome({ outcome: 'waiting', message: 'No worker is running.' }));
    const button = await theButton();
    jest.useFakeTimers();
    await act(async () => {
      button.click();
      await jest.advanceTimersByTimeAsync(100);
    });
    api.set(GET, new FakeAnswer(503));
    await act(() => jest.advanceTimersByTimeAsync(3 * CONNECTION_POLL.everyMs));
    expect(screen.getByText('No worker is running.')).toBeVisible();
    expect(screen.getByText(STALE)).toBeVisible();
    api.set(GET, connections({ slack: connected({ lastSuccessAt: '2026-03-31T14:20:00.000Z' }) }));
    await act(() => jest.advanceTimersByTimeAsync(CONNECTION_POLL.everyMs));
    expect(screen.queryByText('No worker is running.')).not.toBeInTheDocument();
    expect(await fold()).toHaveAccessibleName('Slack Working');
  });

  it('waits for what is being saved, and is forgotten once something is changed', async () => {
    const api = await open(connections({ slack: connected() }), { settings: { slackChannel: '#calls' } });
    api.set(TEST_SLACK, outcome());
    await unfold();
    const channel = screen.getByLabelText('Slack channel');
    await userEvent.clear(channel);
    await userEvent.type(channel, '#other');
    await userEvent.click(await theButton());
    await screen.findByText('A test message was posted to #calls.');
    const order = api.requests().filter((request) => request === 'PUT /api/my/settings' || request === TEST_SLACK);
    expect(order).toEqual(['PUT /api/my/settings', TEST_SLACK]);
    api.set('PUT /api/my/settings', {
      ...ACCOUNT_SETTINGS,
      slackEnabled: true,
      slackChannel: '#third',
      updatedAt: '2026-01-02T12:00:00.000Z',
    });
    api.set('GET /api/my/settings', {
      ...ACCOUNT_SETTINGS,
      slackEnabled: true,
      slackChannel: '#third',
      updatedAt: '2026-01-02T12:00:00.000Z',
    });
    await userEvent.clear(channel);
    await userEvent.type(channel, '#third{Enter}');
    await waitFor(() => expect(screen.queryByText('A test message was posted to #calls.')).not.toBeInTheDocument());
  });

  it('needs all to be entered', async () => {
    await open(connections({ webhook: connected() }));
    expect(await theButton()).toBeDisabled();
    expect(await theButton('Your own system')).toBeEnabled();
    expect(await theButton('ServiceTitan')).toHaveAccessibleName('Test the connection (ServiceTitan)');
  });
});

describe('team chat that was not bought', () => {
  const chats = connections({
    slack: connected({ unavailable: NOT_BOUGHT }),
    teams: { unavailable: NOT_BOUGHT },
    google_chat: { unavailable: NOT_BOUGHT },
  });

  it.each(['Connections', 'Notifications'])('is offered once under %s', async (tab) => {
    subscribeDialog.set(false);
    await open(chats, { tab });
    expect(await screen.findAllByText(NOT_BOUGHT.message)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'See plans' }));
    expect(subscribeDialog.get()).toBe(true);
    subscribeDialog.set(false);
  });

  it("is bought on the payment provider's pages by whoever has a plan", async () => {
    subscribeDialog.set(false);
    const leave = jest.spyOn(browserLocation, 'assign').mockImplementation(() => undefined);
    await open(chats, { subscription: { status: 'active', plan: 'base', canManage: true } });
    await userEvent.click(await screen.findByRole('button', { name: 'Manage subscription' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://pay.example/portal'));
    expect(subscribeDialog.get()).toBe(false);
  });

  it('is tested by administrators only', async () => {
    await open(chats);
    expect(await theButton()).toBeDisabled();
  });

  it('is tested by administrators', async () => {
    await open(chats, { person: PEOPLE.admin });
    expect(await theButton()).toBeEnabled();
  });
});

describe('notifications', () => {
  it('say why nothing arrives on a channel that is on, and lead to the connections', async () => {
    await open(
      connections({
        slack: connected({ error: fault() }),
        email: { unavailable: { code: 'MAIL_UNAVAILABLE', message: 'No mail server is set up here.' } },
      }),
      { tab: 'Notifications' },
    );
    expect(
      await screen.findByText(/The last message didn't go through. Slack says that the bot token was revoked/),
    ).toBeVisible();
    expect(screen.getByText(/No mail server is set up here/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Open Connections' })); // which would not help where the operator has to
    expect(await fold()).toHaveAttribute('aria-expanded', 'true');
  });

  it.each(['Connections', 'Notifications'])('mark who has unsubscribed under %s', async (tab) => {
    const emailAddress = ['dana@reyes.example', 'kim@example.com'];
    await open(connections({ email: connected({ destinations: emailAddress, unsubscribed: ['kim@example.com'] }) }), {
      tab,
      settings: { emailAddress },
    });
    if (tab === 'Connections') await unfold('Email');
    await screen.findByText('Unsubscribed');
    expect(
      within(screen.getByRole('list', { name: 'Email addresses' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['dana@reyes.example', 'kim@example.comUnsubscribed']);
    expect(screen.getByText(/They can resubscribe from the link/)).toBeVisible();
  });
});
