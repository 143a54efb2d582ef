import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';

import { browserLocation } from '../lib/browser-location';
import { LEAVE_DELAY_MS } from '../lib/constants';
import { COPY } from '../lib/copy';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import type { Access } from './route-access';
import { Guard } from './route-guard';
import type { Screen } from './routes';

type Who = 'loading' | 'unavailable' | 'visitor' | 'user' | 'admin';

const SCREEN: Screen = {
  title: 'A screen',
  frame: 'bare',
  Page: () => <p>the page</p>,
  adminRequired: COPY.adminRequired.tokens,
};

const ANSWERS: Record<Who, Record<string, unknown>> = {
  loading: { 'GET /api/auth/user': () => new Promise(() => undefined) },
  unavailable: { 'GET /api/auth/user': new FakeResponse(500) },
  visitor: { 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT) },
  user: responsesFor(TEST_USERS.user),
  admin: responsesFor(TEST_USERS.admin),
};

const SEEN = {
  page: 'the page',
  loading: 'Loading Ringwell…',
  unavailable: "Couldn't reach Ringwell",
  landing: COPY.landing.headline,
  userHome: 'Minutes Processed',
  adminHome: 'Total Users',
  notFound: COPY.notFound,
  adminRequired: COPY.adminRequired.tokens,
} as const;

const TABLE: Record<Access, Partial<Record<Who, keyof typeof SEEN>>> = {
  home: { loading: 'loading', unavailable: 'unavailable', visitor: 'landing', user: 'userHome', admin: 'adminHome' },
  'sign-in': { loading: 'loading', unavailable: 'unavailable', visitor: 'page' },
  everyone: { loading: 'page', unavailable: 'page', visitor: 'page', user: 'page', admin: 'page' },
  'signed-in': { loading: 'loading', unavailable: 'unavailable', user: 'page', admin: 'page' },
  'signed-in-from-link': { loading: 'loading', user: 'page', admin: 'page' },
  admin: { loading: 'loading', unavailable: 'unavailable', visitor: 'loading', user: 'notFound', admin: 'page' },
  'admin-explained': {
    loading: 'loading',
    unavailable: 'unavailable',
    visitor: 'loading',
    user: 'adminRequired',
    admin: 'page',
  },
};

const CASES = Object.entries(TABLE).flatMap(([access, row]) =>
  Object.entries(row).map(([who, seen]) => [access as Access, who as Who, seen] as const),
);

function draw(access: Access, who: Who): void {
  fakeApi(ANSWERS[who]);
  renderWithProviders(<Guard access={access} screen={access === 'home' ? undefined : SCREEN} />);
}

describe('what a path shows', () => {
  beforeEach(() => {
    jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
  });

  it.each(CASES)('a page for %s, to %s: %s', async (access, who, seen) => {
    draw(access, who);
    const matches = (_: string, element: Element | null): boolean => element?.textContent === SEEN[seen];
    expect((await screen.findAllByText(matches)).length).toBeGreaterThan(0);
  });
});

describe('a visitor on a page for administrators', () => {
  it('is told that the session is over, and is at the sign-in after half a second', async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    draw('admin', 'visitor');
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS - 1));
    expect(screen.getByText(COPY.unauthorized.description)).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(assign.mock.calls).toEqual([['/api/login']]);
  });
});

describe('a visitor who follows a link in a message', () => {
  it('signs in and comes back', async () => {
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    draw('signed-in-from-link', 'visitor');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login?returnTo=%2F'));
  });
});
