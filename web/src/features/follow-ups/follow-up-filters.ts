import { FOLLOW_UP_KINDS, isWaiting, type FollowUpKind } from '@ringwell/domain/follow-up';

import type { FollowUp } from '../../api/types';

export const SHOWN = ['waiting', 'snoozed', 'closed'] as const;
export type Shown = (typeof SHOWN)[number];

/** The filters of the list, as in the URL. An empty string means no filter. */
export interface FollowUpFilters {
  show: Shown;
  kind: FollowUpKind | '';
  /** `me`, `none` or the id of a member. */
  assignee: string;
  overdue: boolean;
}

const ASSIGNEE_PATTERN = /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export function parseFilters(params: URLSearchParams): FollowUpFilters {
  const text = (name: string): string => params.get(name) ?? '';
  return {
    show: SHOWN.find((each) => each === text('show')) ?? 'waiting',
    kind: FOLLOW_UP_KINDS.find((each) => each === text('kind')) ?? '',
    assignee: ASSIGNEE_PATTERN.test(text('assignee')) ? text('assignee') : '',
    overdue: text('overdue') === 'true',
  };
}

export function toSearchParams({ show, kind, assignee, overdue }: FollowUpFilters): URLSearchParams {
  return new URLSearchParams({
    ...(show !== 'waiting' && { show }),
    ...(kind && { kind }),
    ...(assignee && { assignee }),
    ...(overdue && { overdue: 'true' }),
  });
}

/** Whether filters narrow what is shown. */
export function isNarrowed({ kind, assignee, overdue }: FollowUpFilters): boolean {
  return kind !== '' || assignee !== '' || overdue;
}

interface ApiFilters {
  show: Shown;
  kind?: FollowUpKind;
  assignee?: string;
  overdue?: true;
}

export function toApiFilters({ show, kind, assignee, overdue }: FollowUpFilters): ApiFilters {
  return { show, ...(kind && { kind }), ...(assignee && { assignee }), ...(overdue && { overdue }) };
}

export function isSnoozed({ snoozedUntil }: Pick<FollowUp, 'snoozedUntil'>, now: Date): boolean {
  return snoozedUntil !== null && new Date(snoozedUntil) > now;
}

/** The list that a follow-up belongs to. */
export function listOf(followUp: Pick<FollowUp, 'state' | 'snoozedUntil'>, now: Date): Shown {
  if (!isWaiting(followUp.state)) return 'closed';
  return isSnoozed(followUp, now) ? 'snoozed' : 'waiting';
}
