import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import {
  CALLBACK_RESULTS,
  FOLLOW_UP_KINDS,
  FOLLOW_UP_SECTIONS,
  isWaiting,
  type CallbackResult,
  type FollowUpKind,
  type FollowUpSection,
} from '@ringwell/domain/follow-ups/follow-up';
import { DAY } from '@ringwell/domain/time';

import type { ApiQuery, FollowUp } from '../../api/types';

export const LIST_NAMES = ['waiting', 'snoozed', 'closed'] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** The list's filters from the URL. An empty string means no filter. */
export interface FollowUpFilters {
  show: ListName;
  kind: FollowUpKind | '';
  /** Section of the waiting list. */
  section: FollowUpSection | '';
  /** `me`, `none` or the ID of a member. */
  assignee: string;
  overdue: boolean;
  /** The report figure that linked here. Its list includes follow-ups in all states. */
  figure?: FollowUpFigure;
}

export interface FollowUpFigure {
  callback: CallbackResult;
  /** Inclusive dates in the account's time zone. */
  openedFrom: string;
  openedTo: string;
  /** The deciding call's direction. */
  direction?: CallDirection;
  /** An agent's ID. */
  agent?: string;
}

const ASSIGNEE_PATTERN = /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const ID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function parseFilters(params: URLSearchParams): FollowUpFilters {
  const readText = (name: string): string => params.get(name) ?? '';
  const show = LIST_NAMES.find((item) => item === readText('show')) ?? 'waiting';
  const isWaitingList = show === 'waiting'; // only this list has sections and overdue follow-ups
  return {
    show,
    kind: FOLLOW_UP_KINDS.find((item) => item === readText('kind')) ?? '',
    section: (isWaitingList && FOLLOW_UP_SECTIONS.find((item) => item === readText('section'))) || '',
    assignee: ASSIGNEE_PATTERN.test(readText('assignee')) ? readText('assignee') : '',
    overdue: isWaitingList && readText('overdue') === 'true',
    figure: readFigure(readText),
  };
}

function readFigure(readText: (name: string) => string): FollowUpFigure | undefined {
  const callback = CALLBACK_RESULTS.find((item) => item === readText('callback'));
  const [openedFrom, openedTo] = [readText('openedFrom'), readText('openedTo')];
  const areDates = [openedFrom, openedTo].every((day) => DAY.test(day) && !Number.isNaN(Date.parse(day)));
  if (!callback || !areDates) return undefined;
  const direction = CALL_DIRECTIONS.find((item) => item === readText('direction'));
  const agent = ID_PATTERN.test(readText('agent')) ? readText('agent') : undefined;
  return { callback, openedFrom, openedTo, ...(direction && { direction }), ...(agent && { agent }) };
}

export function toSearchParams({ show, section, kind, assignee, overdue, figure }: FollowUpFilters): URLSearchParams {
  return new URLSearchParams({
    ...(show === 'waiting' ? section && { section } : { show }),
    ...(kind && { kind }),
    ...(assignee && { assignee }),
    ...(show === 'waiting' && overdue && { overdue: 'true' }),
    ...figure,
  });
}

export function hasFilters({ section, kind, assignee, overdue, figure }: FollowUpFilters): boolean {
  return section !== '' || kind !== '' || assignee !== '' || overdue || figure !== undefined;
}

export function toApiFilters(filters: FollowUpFilters): ApiQuery<'/api/follow-ups'> {
  const { show, overdue, figure } = filters;
  return { ...(figure ?? { show }), ...toCountFilters(filters), ...(overdue && { overdue }) };
}

/** Filters that apply to every list's count. */
export function toCountFilters({ section, kind, assignee }: FollowUpFilters): ApiQuery<'/api/follow-ups/counts'> {
  return { ...(section && { section }), ...(kind && { kind }), ...(assignee && { assignee }) };
}

export function isSnoozed({ snoozedUntil }: Pick<FollowUp, 'snoozedUntil'>, now: Date): boolean {
  return snoozedUntil !== null && new Date(snoozedUntil) > now;
}

export function getCurrentList(followUp: Pick<FollowUp, 'state' | 'snoozedUntil'>, now: Date): ListName {
  if (!isWaiting(followUp.state)) return 'closed';
  return isSnoozed(followUp, now) ? 'snoozed' : 'waiting';
}
