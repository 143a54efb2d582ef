import { activityKind, type ActivityKind } from '@ringwell/domain/activity';

import type { Activity } from '../../api/types';

interface ActivityBadge {
  word: 'New' | 'Update' | 'Removed' | 'Action';
  tone: 'primary' | 'plain' | 'danger';
}

const BADGES: Record<ActivityKind, ActivityBadge> = {
  new: { word: 'New', tone: 'primary' },
  update: { word: 'Update', tone: 'plain' },
  removed: { word: 'Removed', tone: 'danger' },
  action: { word: 'Action', tone: 'plain' },
};

/** Marks an entry of the activity log by its kind; where the API names none, by the words of its action. */
export function badgeOf({ kind, action }: Pick<Activity, 'action'> & Partial<Pick<Activity, 'kind'>>): ActivityBadge {
  return BADGES[kind ?? activityKind(action)];
}
