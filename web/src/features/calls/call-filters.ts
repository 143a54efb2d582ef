import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/call';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import { STATE_GROUPS, type StateGroup } from './call-state';

/** What narrows the list of calls, as it stands in the URL. An empty text is no filter. */
export interface CallFilters {
  search: string;
  label: Sentiment | '';
  state: StateGroup | '';
  direction: CallDirection | '';
  /** Days of the reader's calendar, such as 2026-03-31; both belong to the span. */
  from: string;
  to: string;
}

/** The API refuses shorter ones. */
const MIN_SEARCH_LENGTH = 2;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NAMES = ['search', 'label', 'state', 'direction', 'from', 'to'] as const;

/** Reads a URL. Values that mean nothing here are left out. */
export function filtersIn(params: URLSearchParams): CallFilters {
  const text = (name: string): string => params.get(name) ?? '';
  return {
    search: text('search'),
    label: oneOf(SENTIMENTS, text('label')),
    state: oneOf(Object.keys(STATE_GROUPS) as StateGroup[], text('state')),
    direction: oneOf(CALL_DIRECTIONS, text('direction')),
    from: dayIn(text('from')),
    to: dayIn(text('to')),
  };
}

/** The URL of a list with some filters changed. */
export function paramsWith(filters: CallFilters, change: Partial<CallFilters>): URLSearchParams {
  const next = { ...filters, ...change };
  return new URLSearchParams(NAMES.filter((name) => next[name] !== '').map((name) => [name, next[name]]));
}

export function isFiltered(filters: CallFilters): boolean {
  return NAMES.some((name) => filters[name] !== '');
}

interface ApiFilters {
  search?: string;
  sentiment?: string;
  state?: string;
  direction?: CallDirection;
  from?: string;
  to?: string;
}

/** The same as the API asks for it. */
export function apiFilters({ search, label, state, direction, from, to }: CallFilters): ApiFilters {
  const words = search.trim();
  return {
    ...(words.length >= MIN_SEARCH_LENGTH && { search: words }),
    ...(label && { sentiment: label }),
    ...(state && { state: STATE_GROUPS[state].states.join(',') }),
    ...(direction && { direction }),
    ...(from && { from: midnight(from, 0) }),
    ...(to && { to: midnight(to, 1) }),
  };
}

/** A table of the calls under the same filters. */
export function exportPath(filters: CallFilters): string {
  const query = new URLSearchParams({ ...apiFilters(filters) }).toString();
  return `/api/calls/export.csv${query && `?${query}`}`;
}

/** When a day begins where the reader is, some days later. */
function midnight(day: string, daysLater: number): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

function dayIn(text: string): string {
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

function oneOf<T extends string>(words: readonly T[], text: string): T | '' {
  return words.find((word) => word === text) ?? '';
}
