import type { ReactNode } from 'react';

import { ACTIVITY_ACTIONS } from '@ringwell/domain/accounts/activity';

import { ActivityLog } from './activity-log';
import { allActivity } from './api';

/** All accounts' activity, for administrators. */
export function ActivityPage(): ReactNode {
  return <ActivityLog path="/api/admin/activity" getPages={allActivity} actions={ACTIVITY_ACTIONS} />;
}
