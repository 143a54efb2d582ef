import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';

import type { CurrentUser } from '../../api/types';
import { callSummary } from '../../testing/calls';
import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { getTexts } from '../../testing/get-texts';
import { getCurrentPath, renderWithProviders } from '../../testing/render-with-providers';
import { agent } from '../../testing/team';
import { TEST_USERS } from '../../testing/test-users';
import { CommandMenu } from './command-menu';

const PAGES = [
  { to: '/', label: 'Dashboard' },
  { to: '/calls', label: 'Calls' },
];
const THEMES = ['Dark theme', 'Light theme', 'Match system theme'];
const SEARCH_RESULTS = {
  isSimilar: false,
  nextCursor: 'p2',
  items: [
    {
      ...callSummary(),
      match: {
        source: 'transcript',
        text: 'No hot water.',
        marks: [{ start: 3, end: 6 }],
        speaker: 'customer',
        startSeconds: 12.34,
      },
    },
    { ...callSummary({ id: 'c2' }), match: null },
    { ...callSummary({ id: 'c3', customerName: null, from: '+15550100199' }), match: null },
  ],
};

function renderMenu(
  calls: unknown,
  user: CurrentUser = TEST_USERS.user,
  responses: Record<string, unknown> = {},
): { onClose: jest.Mock } {
  fakeApi({ 'GET /api/calls': calls, ...responses });
  const onClose = jest.fn();
  renderWithProviders(
    <Routes>
      <Route path="*" element={<CommandMenu pages={PAGES} onClose={onClose} />} />
    </Routes>,
    { user, path: '/elsewhere' },
  );
  return { onClose };
}

const getField = (): HTMLElement => screen.getByRole('combobox', { name: /Search calls/ });
const getActiveOptionText = (): string | undefined =>
  document.getElementById(getField().getAttribute('aria-activedescendant') ?? '')?.textContent;
const getOptionTexts = (group: string): string[] => getTexts(screen.getByRole('group', { name: group }), 'option');

describe('CommandMenu', () => {
  it('never opens a result for previously typed text', async () => {
    const { onClose } = renderMenu((request: Request) =>
      new URL(request.url).searchParams.get('search') === 'hot' ? SEARCH_RESULTS : new Promise(() => undefined),
    );
    await userEvent.type(getField(), 'hot');
    await screen.findByRole('option', { name: /No hot water/ });
    await userEvent.type(getField(), 'els{Enter}');
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('option', { name: /No hot water/ })).not.toBeInTheDocument();
  });

  it('finds calls and their customers, and opens a call where the words were said', async () => {
    const { onClose } = renderMenu(SEARCH_RESULTS);
    expect(getField()).toHaveFocus();
    await userEvent.type(getField(), 'hot');
    expect(await screen.findByRole('option', { name: /Marlene Ortiz.*0:12 Customer: No hot water/ })).toBeVisible();
    expect(getOptionTexts('Customers')).toEqual(['Calls with Marlene Ortiz', 'Calls with (555) 010-0199']);
    expect(getOptionTexts('Calls').at(-1)).toBe('All calls with “hot”');
    expect(screen.queryByRole('group', { name: 'Pages' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalled();
    expect(getCurrentPath()).toBe('/calls/c1?t=12.34');
  });

  it("moves through all groups with the arrow keys and opens a customer's calls", async () => {
    renderMenu(SEARCH_RESULTS);
    await userEvent.type(getField(), 'hot');
    await screen.findByRole('option', { name: 'Calls with Marlene Ortiz' });
    await userEvent.keyboard('{ArrowUp}');
    expect(getActiveOptionText()).toBe('Calls with (555) 010-0199');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(getCurrentPath()).toBe('/calls?search=Marlene+Ortiz');
  });

  it('finds the pages and actions available to the user by words in any order', async () => {
    renderMenu(SEARCH_RESULTS, TEST_USERS.demo);
    expect(getOptionTexts('Pages').slice(0, 2)).toEqual(['Dashboard', 'Calls']);
    expect(getOptionTexts('Actions')).toEqual([
      'Try a recording',
      'Invite someone',
      ...THEMES,
      'Keyboard shortcuts',
      'Sign out',
    ]);
    await userEvent.type(getField(), 'out s');
    expect(getOptionTexts('Actions')).toEqual(['Sign out']);
  });

  it('lets administrators upload a recording and generate a token', () => {
    renderMenu(SEARCH_RESULTS, TEST_USERS.admin);
    expect(getOptionTexts('Actions').slice(0, 2)).toEqual(['Upload a recording', 'New token']);
  });

  it('does not offer settings or uploads to viewers', () => {
    renderMenu(SEARCH_RESULTS, { ...TEST_USERS.user, memberRole: 'viewer' });
    expect(getOptionTexts('Pages')).not.toContain('Settings: Connections');
    expect(getOptionTexts('Actions')).toEqual([...THEMES, 'Keyboard shortcuts', 'Sign out']);
  });

  it('invites people and changes the theme', async () => {
    renderMenu(new Promise(() => undefined));
    const onChoose = jest.fn();
    window.addEventListener('themechange', (event) => void onChoose((event as CustomEvent<string>).detail), {
      once: true,
    });
    await userEvent.type(getField(), 'dark{Enter}');
    expect(onChoose).toHaveBeenCalledWith('dark');
    await userEvent.clear(getField());
    await userEvent.type(getField(), 'invite{Enter}');
    expect(getCurrentPath()).toBe('/team');
  });

  it('finds a page by a synonym', async () => {
    renderMenu(new Promise(() => undefined));
    await userEvent.type(getField(), 'alerts');
    expect(getOptionTexts('Pages')).toEqual(['Settings: Alerts']);
  });

  it('lists calls by label and by agent', async () => {
    renderMenu(SEARCH_RESULTS, TEST_USERS.user, {
      'GET /api/my/agents': [agent({ name: 'Raúl Ruiz' }), agent({ id: 'a3', name: 'Mia' })],
    });
    await userEvent.type(getField(), 'label:unhappy agent:raul leak');
    const option = await screen.findByRole('option', { name: 'Calls labeled Negative by Raúl Ruiz with “leak”' });
    expect(getOptionTexts('Calls')).toHaveLength(1);
    await userEvent.click(option);
    expect(getCurrentPath()).toBe(`/calls?search=leak&label=negative&agent=${agent().id}`);
  });

  it('explains why there are no results', async () => {
    renderMenu(new FakeResponse(429, { code: 'RATE_LIMITED', message: 'Too many searches. Try again in 20 seconds.' }));
    await userEvent.type(getField(), 'zzz');
    expect(await screen.findByText('Too many searches. Try again in 20 seconds.')).toBeVisible();
  });
});
