import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router';

import type { CurrentUser } from '../api/types';
import { CallPage } from '../features/calls/details/call-page';
import { CallsPage } from '../features/calls/list/calls-page';
import { callResponses, callSummary } from './calls';
import { fakeApi, type FakeApi } from './fake-api';
import { renderWithProviders } from './render-with-providers';
import { TEST_USERS } from './test-users';

export const LIST_CALLS = 'GET /api/calls';
export const ONE_PAGE = { items: [callSummary()], nextCursor: null };

// Opens the list through a link, because it must not be the first history entry.
export async function renderCallsPage(
  search = '',
  callsResponse: unknown = ONE_PAGE,
  user: CurrentUser = TEST_USERS.user,
  otherResponses: Record<string, unknown> = {},
  state?: unknown,
): Promise<FakeApi> {
  const api = fakeApi({
    'GET /api/my/processing-time': { usualMinutes: 2 },
    'GET /api/my/agents': [],
    'GET /api/my/saved-filters': [],
    [LIST_CALLS]: callsResponse,
    ...callResponses(),
    ...otherResponses,
  });
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
    </>,
    { user },
  );
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  return api;
}
