import { Route, Routes } from 'react-router';

import type { CurrentUser, OpenDay } from '../api/types';
import { FollowUpPage } from '../features/follow-ups/follow-up-page';
import { FollowUpsPage } from '../features/follow-ups/follow-ups-page';
import { fromLocalInput } from '../lib/format/local-time';
import { PATHS } from '../lib/paths';
import type { createQueryClient } from '../lib/queries/query-client';
import { fakeApi, type FakeApi } from './fake-api';
import { followUp, followUpPage, LEE } from './follow-ups';
import { renderWithProviders } from './render-with-providers';
import { member, ROBIN } from './team';
import { TEST_USERS } from './test-users';

export const LIST_FOLLOW_UPS = 'GET /api/follow-ups';
export const CHANGE_FOLLOW_UP = 'PATCH /api/follow-ups/f1';
export const ROBIN_ID = '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21';
export const COUNTS = { waiting: 2, overdue: 1, mine: 0, unassigned: 2, snoozed: 4 };

// Returns two weeks of open days.
function makeOpenDays(): OpenDay[] {
  return Array.from({ length: 14 }, (_, days) => {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
    return { opensAt: fromLocalInput(`${day}T08:00`) ?? '', closesAt: fromLocalInput(`${day}T17:00`) ?? '' };
  });
}

interface RenderOptions {
  path?: string;
  responses?: Record<string, unknown>;
  user?: CurrentUser;
}

interface RenderedFollowUps extends FakeApi {
  client: ReturnType<typeof createQueryClient>;
}

/** Opens the list, or the page at `path`. */
export function renderFollowUps({
  path = PATHS.followUps,
  responses = {},
  user = TEST_USERS.user,
}: RenderOptions = {}): RenderedFollowUps {
  const api = fakeApi({
    [LIST_FOLLOW_UPS]: followUpPage(followUp(), LEE),
    'GET /api/follow-ups/counts': COUNTS,
    'GET /api/follow-ups/open-days': makeOpenDays(),
    'GET /api/follow-ups/f1/deliveries': [],
    'GET /api/my/members': [member(), { ...ROBIN, userId: ROBIN_ID }],
    ...responses,
  });
  const client = renderWithProviders(
    <Routes>
      <Route path={PATHS.followUps} element={<FollowUpsPage />} />
      <Route path={PATHS.followUp} element={<FollowUpPage />} />
      <Route path={PATHS.call} element={<p>Call</p>} />
      <Route path={PATHS.home} element={<p>Home</p>} />
    </Routes>,
    { user, path },
  );
  return { ...api, client };
}
