import { activityKind, type ActivityKind } from '@ringwell/domain/accounts/activity';

import type { Activity } from '../../api/types';

interface ActivityBadge {
  label: 'New' | 'Update' | 'Removed' | 'Action';
  tone: 'primary' | 'plain' | 'danger';
}

const BADGES: Record<ActivityKind, ActivityBadge> = {
  new: { label: 'New', tone: 'primary' },
  update: { label: 'Update', tone: 'plain' },
  removed: { label: 'Removed', tone: 'danger' },
  action: { label: 'Action', tone: 'plain' },
};

/** An activity's badge, based on its kind, or on its action if the API sends no kind. */
export function activityBadge({
  kind,
  action,
}: Pick<Activity, 'action'> & Partial<Pick<Activity, 'kind'>>): ActivityBadge {
  return BADGES[kind ?? activityKind(action)];
}
