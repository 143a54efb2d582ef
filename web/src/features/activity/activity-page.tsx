import type { ReactNode } from 'react';

import { ACTIVITY_ACTIONS } from '@ringwell/domain/accounts/activity';

import { ActivityLog } from './activity-log';
import { allActivityQuery } from './api';

/** All accounts' activity, for administrators. */
export function ActivityPage(): ReactNode {
  return <ActivityLog path="/api/admin/activity" getQuery={allActivityQuery} actions={ACTIVITY_ACTIONS} />;
}
