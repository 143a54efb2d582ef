import { cleanup, screen, waitFor } from '@testing-library/react';
import { act, lazy, Suspense, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';

import { browserLocation } from '../lib/browser/browser-location';
import { LEAVE_DELAY_MS, TOAST } from '../lib/constants';
import { COPY } from '../lib/copy';
import { fakeApi, FakeResponse } from '../testing/fake-api';
import { getCurrentPath, renderWithProviders } from '../testing/render-with-providers';
import { responsesFor, SIGNED_OUT, TEST_USERS } from '../testing/test-users';
import { Toaster } from '../ui/feedback/toaster';
import type { RouteAccess } from './route-access';
import { RouteGuard } from './route-guard';
import type { PageDefinition } from './routes';

type SessionState = 'loading' | 'unavailable' | 'visitor' | 'user' | 'admin';

const PAGE: PageDefinition = {
  title: 'A page',
  isBare: true,
  Component: () => <p>the page</p>,
  adminRequired: COPY.adminRequired.tokens,
};

const RESPONSES: Record<SessionState, Record<string, unknown>> = {
  loading: { 'GET /api/auth/user': () => new Promise(() => undefined) },
  unavailable: { 'GET /api/auth/user': new FakeResponse(500) },
  visitor: { 'GET /api/auth/user': new FakeResponse(401, SIGNED_OUT) },
  user: responsesFor(TEST_USERS.user),
  admin: responsesFor(TEST_USERS.admin),
};

const CONTENT = {
  page: 'the page',
  loading: 'Loading Ringwell…',
  unavailable: "Couldn't reach Ringwell",
  landing: COPY.landing.headline,
  userHome: 'Minutes Processed',
  adminHome: 'Total Users',
  notFound: COPY.notFound,
  adminRequired: COPY.adminRequired.tokens,
} as const;

const EXPECTED: Record<RouteAccess, Partial<Record<SessionState, keyof typeof CONTENT>>> = {
  home: { loading: 'loading', unavailable: 'unavailable', visitor: 'landing', user: 'userHome', admin: 'adminHome' },
  'sign-in': { loading: 'loading', unavailable: 'unavailable', visitor: 'page' },
  everyone: { loading: 'page', unavailable: 'page', visitor: 'page', user: 'page', admin: 'page' },
  'signed-in': { loading: 'loading', unavailable: 'unavailable', user: 'page', admin: 'page' },
  'signed-in-from-link': { loading: 'loading', user: 'page', admin: 'page' },
  'own-dashboard': { loading: 'loading', unavailable: 'unavailable', visitor: 'loading', admin: 'page' },
  admin: { loading: 'loading', unavailable: 'unavailable', visitor: 'loading', user: 'notFound', admin: 'page' },
  'admin-explained': {
    loading: 'loading',
    unavailable: 'unavailable',
    visitor: 'loading',
    user: 'adminRequired',
    admin: 'page',
  },
};

const CASES = Object.entries(EXPECTED).flatMap(([access, row]) =>
  Object.entries(row).map(([state, content]) => [access as RouteAccess, state as SessionState, content] as const),
);

function renderGuard(access: RouteAccess, sessionState: SessionState, toaster?: ReactNode): void {
  fakeApi(RESPONSES[sessionState]);
  const page = access === 'home' ? undefined : PAGE;
  renderWithProviders(<RouteGuard access={access} page={page} />, { toaster });
}

describe('RouteGuard', () => {
  beforeEach(() => {
    jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
  });

  it.each(CASES)('with access %s and session %s, shows %s', async (access, sessionState, content) => {
    renderGuard(access, sessionState);
    const hasContent = (_: string, element: Element | null): boolean => element?.textContent === CONTENT[content];
    expect((await screen.findAllByText(hasContent)).length).toBeGreaterThan(0);
  });
});

it('links to the status page while Ringwell is unreachable, without promising that no calls will be lost', async () => {
  renderGuard('signed-in', 'unavailable');
  expect(await screen.findByRole('link', { name: 'See system status' })).toHaveAttribute('href', '/status');
  expect(screen.queryByText(/won't lose/)).not.toBeInTheDocument();
});

describe('a visitor on a page for administrators', () => {
  it('sees that the session has ended and is redirected to the sign-in page after half a second', async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    renderGuard('admin', 'visitor');
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS - 1));
    expect(screen.getByText(COPY.unauthorized.description)).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(assign.mock.calls).toEqual([['/api/login']]);
  });

  it('returns to the page after signing in, but only once', async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    jest.spyOn(browserLocation, 'page').mockReturnValue('/users?search=sam#list');
    renderGuard('admin', 'visitor');
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS));
    expect(assign.mock.calls).toEqual([['/api/login']]);
    jest.useRealTimers();
    cleanup();
    const openHome = (): void => {
      fakeApi(RESPONSES.admin);
      renderWithProviders(
        <Routes>
          <Route path="/" element={<RouteGuard access="home" />} />
          <Route path="*" element={null} />
        </Routes>,
      );
    };
    openHome();
    await waitFor(() => expect(getCurrentPath()).toBe('/users?search=sam#list'));
    cleanup();
    openHome();
    expect(await screen.findByText('Total Users')).toBeVisible();
  });

  it("is redirected half a second after the message appears, even if the message's code loads late", async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    let finishLoading: () => void = () => undefined;
    const loaded = new Promise<void>((resolve) => {
      finishLoading = resolve;
    });
    const LateToaster = lazy(() => loaded.then(() => ({ default: Toaster })));
    renderGuard(
      'admin',
      'visitor',
      <Suspense>
        <LateToaster />
      </Suspense>,
    );
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS * 2));
    expect(assign).not.toHaveBeenCalled();
    await act(async () => finishLoading());
    await act(() => jest.advanceTimersByTimeAsync(LEAVE_DELAY_MS - 1));
    expect(screen.getByText(COPY.unauthorized.description)).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(assign.mock.calls).toEqual([['/api/login']]);
  });

  it("is redirected without the message if the message's code never loads", async () => {
    jest.useFakeTimers();
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    renderGuard('admin', 'visitor', null);
    await act(() => jest.advanceTimersByTimeAsync(TOAST.loadTimeoutMs + LEAVE_DELAY_MS));
    expect(assign.mock.calls).toEqual([['/api/login']]);
  });
});

describe('a visitor who follows a link in a message', () => {
  it('is redirected to the sign-in page with the path to return to', async () => {
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    renderGuard('signed-in-from-link', 'visitor');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login?returnTo=%2F'));
  });

  it('returns to the same section of the page', async () => {
    const assign = jest.spyOn(browserLocation, 'assign').mockReturnValue(undefined);
    fakeApi(RESPONSES.visitor);
    renderWithProviders(<RouteGuard access="signed-in-from-link" page={PAGE} />, {
      path: '/settings/connections#slack',
    });
    const loginPath = '/api/login?returnTo=%2Fsettings%2Fconnections%23slack';
    await waitFor(() => expect(assign).toHaveBeenCalledWith(loginPath));
  });
});
