import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';

import type { CallLabel } from '@ringwell/domain/calls/call-label';

import type { AccountSettings, CurrentUser, Inbox, Subscription } from '../api/types';
import { SettingsCard } from '../features/settings/settings-card';
import { SettingsPage } from '../features/settings/settings-page';
import { PATHS } from '../lib/paths';
import type { createQueryClient } from '../lib/queries/query-client';
import { ACCOUNT_SETTINGS } from './account-settings';
import { connections } from './connections';
import { fakeApi, type FakeApi } from './fake-api';
import { renderWithProviders } from './render-with-providers';
import { NO_SUBSCRIPTION, TEST_USERS } from './test-users';

export const GET_SETTINGS = 'GET /api/my/settings';
export const PUT_SETTINGS = 'PUT /api/my/settings';
export const PUT_RETENTION = 'PUT /api/my/settings/retention';
export const PATCH_EMAILS = 'PATCH /api/my/settings/email-addresses';
export const PATCH_VOCABULARY = 'PATCH /api/my/settings/vocabulary';
export const ASK_ADDRESS = 'POST /api/my/settings/email-addresses/ask';
export const PUT_EMAIL_LABELS = 'PUT /api/my/settings/email-labels';
export const GET_CONNECTIONS = 'GET /api/my/connections';
export const GET_INBOX = 'GET /api/my/inbox';

// How the fake API returns a stored secret.
export const MASK = '••••••••g7h8';

export const NO_INBOX: Inbox = {
  folder: null,
  checkedAt: null,
  takenAt: null,
  waiting: 0,
  problem: null,
  refused: [],
  names: [],
};

interface ListChange {
  add?: string[];
  remove?: string[];
}

const applyChange = (list: readonly string[], { add = [], remove = [] }: ListChange): string[] => [
  ...list.filter((entry) => !remove.includes(entry)),
  ...add,
];

interface OpenSettingsOptions {
  // Section of the settings page to open. If omitted, opens the dashboard's card.
  part?: string;
  // Tab of the card to open. If omitted, the first tab stays open.
  tab?: string;
  settings?: Partial<AccountSettings>;
  connectionsResponse?: unknown;
  user?: CurrentUser;
  subscription?: Partial<Subscription>;
  // Responses for additional routes.
  responses?: Record<string, unknown>;
}

interface OpenSettings {
  api: FakeApi;
  client: ReturnType<typeof createQueryClient>;
}

export async function openSettings({
  part,
  tab,
  settings = {},
  connectionsResponse = connections(),
  user = TEST_USERS.user,
  subscription = {},
  responses = {},
}: OpenSettingsOptions = {}): Promise<OpenSettings> {
  let current: AccountSettings = { ...ACCOUNT_SETTINGS, ...settings };
  const api = fakeApi({
    [GET_SETTINGS]: () => current,
    [PUT_SETTINGS]: async (request: Request) => {
      const change = (await request.json()) as Partial<AccountSettings>;
      current = { ...current, ...change, updatedAt: '2026-01-02T11:00:00.000Z' };
      if (current.serviceTitanClientSecret) current.serviceTitanClientSecret = MASK;
      return current;
    },
    [PUT_RETENTION]: async (request: Request) => {
      current = { ...current, ...((await request.json()) as Partial<AccountSettings>) };
      return current;
    },
    [PATCH_EMAILS]: async (request: Request) => {
      current = { ...current, emailAddress: applyChange(current.emailAddress, (await request.json()) as ListChange) };
      return current;
    },
    [PATCH_VOCABULARY]: async (request: Request) => {
      const { add = [], remove = [] } = (await request.json()) as ListChange;
      current = { ...current, vocabulary: [...add, ...current.vocabulary.filter((term) => !remove.includes(term))] };
      return current;
    },
    [PUT_EMAIL_LABELS]: async (request: Request) => {
      const { address, labels } = (await request.json()) as { address: string; labels: CallLabel[] | null };
      const { [address]: _previous, ...otherLabels } = current.emailLabels;
      current = { ...current, emailLabels: labels === null ? otherLabels : { ...otherLabels, [address]: labels } };
      return current;
    },
    [GET_CONNECTIONS]: connectionsResponse,
    [GET_INBOX]: NO_INBOX,
    'GET /api/my/undelivered': [],
    'GET /api/my/call-import': { import: null },
    'GET /api/billing/subscription': { ...NO_SUBSCRIPTION, ...subscription },
    'GET /api/follow-ups/lead-preview': { customers: 0, unbooked: 0, hangUps: 0, judged: 40 },
    'POST /api/billing/portal': { url: 'https://pay.example/portal' },
    ...responses,
  });
  const client = renderWithProviders(
    <Routes>
      <Route path={PATHS.home} element={<SettingsCard />} />
      <Route path={PATHS.settingsPart} element={<SettingsPage />} />
    </Routes>,
    { user, path: part === undefined ? PATHS.home : `${PATHS.settings}/${part}` },
  );
  await screen.findByRole('switch', { name: 'Active' });
  if (tab !== undefined) await userEvent.click(screen.getByRole('tab', { name: tab }));
  return { api, client };
}

export function openConnections(
  connectionsResponse: unknown,
  { settings, ...options }: Omit<OpenSettingsOptions, 'part' | 'tab' | 'connectionsResponse'> = {},
): Promise<OpenSettings> {
  return openSettings({
    ...options,
    part: 'connections',
    settings: { slackEnabled: true, ...settings },
    connectionsResponse,
  });
}

export function findConnectionSection(name: string): Promise<HTMLElement> {
  return screen.findByRole('region', { name });
}

export async function findConnectionToggle(name = 'Slack'): Promise<HTMLElement> {
  return within(within(await findConnectionSection(name)).getByRole('heading')).getByRole('button');
}

export async function expandConnection(name?: string): Promise<void> {
  const toggle = await findConnectionToggle(name);
  if (toggle.getAttribute('aria-expanded') === 'false') await userEvent.click(toggle);
}

export async function findTestButton(name = 'Slack'): Promise<HTMLElement> {
  await expandConnection(name);
  return within(await findConnectionSection(name)).findByRole('button', {
    name: /^(Send test message|Test the connection)/,
  });
}
