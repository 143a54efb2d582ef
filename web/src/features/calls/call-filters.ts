import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/call';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/call-label';

import { STATE_GROUPS, type StateGroup } from './call-state';

/** The filters of the call list, as in the URL. An empty string means no filter. */
export interface CallFilters {
  search: string;
  label: CallLabel | '';
  state: StateGroup | '';
  direction: CallDirection | '';
  /** Inclusive dates in the browser's time zone, such as 2026-03-31. */
  from: string;
  to: string;
}

// The API rejects shorter ones.
const MIN_SEARCH_LENGTH = 2;
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const FILTER_NAMES = ['search', 'label', 'state', 'direction', 'from', 'to'] as const;

export function parseFilters(params: URLSearchParams): CallFilters {
  const text = (name: string): string => params.get(name) ?? '';
  return {
    search: text('search'),
    label: validOption(CALL_LABELS, text('label')),
    state: validOption(Object.keys(STATE_GROUPS) as StateGroup[], text('state')),
    direction: validOption(CALL_DIRECTIONS, text('direction')),
    from: validDate(text('from')),
    to: validDate(text('to')),
  };
}

export function toSearchParams(filters: CallFilters, change: Partial<CallFilters>): URLSearchParams {
  const next = { ...filters, ...change };
  return new URLSearchParams(FILTER_NAMES.filter((name) => next[name] !== '').map((name) => [name, next[name]]));
}

export function isFiltered(filters: CallFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== '');
}

interface ApiFilters {
  search?: string;
  sentiment?: string;
  state?: string;
  direction?: CallDirection;
  from?: string;
  to?: string;
}

export function toApiFilters({ search, label, state, direction, from, to }: CallFilters): ApiFilters {
  const term = search.trim();
  return {
    ...(term.length >= MIN_SEARCH_LENGTH && { search: term }),
    ...(label && { sentiment: label }),
    ...(state && { state: STATE_GROUPS[state].states.join(',') }),
    ...(direction && { direction }),
    ...(from && { from: startOfDay(from, 0) }),
    ...(to && { to: startOfDay(to, 1) }),
  };
}

export function exportPath(filters: CallFilters): string {
  const query = new URLSearchParams({ ...toApiFilters(filters) }).toString();
  return `/api/calls/export.csv${query && `?${query}`}`;
}

function startOfDay(day: string, plusDays: number): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + plusDays);
  return at.toISOString();
}

function validDate(text: string): string {
  return DATE_PATTERN.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

function validOption<T extends string>(options: readonly T[], text: string): T | '' {
  return options.find((option) => option === text) ?? '';
}
