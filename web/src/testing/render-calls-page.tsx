import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router';

import type { CurrentUser } from '../api/types';
import { CallPage } from '../features/calls/details/call-page';
import { CallsPage } from '../features/calls/list/calls-page';
import { createQueryClient } from '../lib/queries/query-client';
import { userQuery } from '../lib/session/session';
import { callSummary } from './calls';
import { fakeApi } from './fake-api';
import { renderWithProviders } from './render-with-providers';
import { TEST_USERS } from './test-users';

export const LIST_CALLS = 'GET /api/calls';
export const ONE_PAGE = { items: [callSummary()], nextCursor: null };

interface RenderedCallsPage extends ReturnType<typeof fakeApi> {
  listQueries: string[];
}

// Opens the list through a link, because it must not be the first history entry.
export async function renderCallsPage(
  search = '',
  response: unknown = ONE_PAGE,
  person: CurrentUser = TEST_USERS.user,
  others: Record<string, unknown> = {},
  state?: unknown,
): Promise<RenderedCallsPage> {
  const listQueries: string[] = [];
  const api = fakeApi({
    'GET /api/my/processing-time': { usualMinutes: 2 },
    'GET /api/my/agents': [],
    'GET /api/my/saved-filters': [],
    ...others,
  });
  const recordQuery =
    (next: unknown) =>
    (request: Request): unknown => {
      listQueries.push(new URL(request.url).search);
      return typeof next === 'function' ? (next as (request: Request) => unknown)(request) : next;
    };
  const set = (call: string, next: unknown): void => api.set(call, call === LIST_CALLS ? recordQuery(next) : next);
  set(LIST_CALLS, response);
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, person);
  renderWithProviders(
    <>
      <Link to="/calls">Sidebar</Link>
      <Link to="/calls/c1?t=66">Open at 1:05</Link>
      <Routes>
        <Route
          path="/"
          element={
            <Link to={`/calls${search}`} state={state}>
              Open
            </Link>
          }
        />
        <Route path="/calls" element={<CallsPage />} />
        <Route path="/calls/:id" element={<CallPage />} />
      </Routes>
      <CurrentAddress />
    </>,
    client,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  return { ...api, set, listQueries };
}

function CurrentAddress(): ReactNode {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

export const currentAddress = (): string => screen.getByTestId('address').textContent;
