import {
  ASKED_TO_BOOK,
  BOOKING_NAMES,
  BOOKINGS,
  REACHED,
  UNBOOKED,
  type AskedToBook,
  type Booking,
  type Reached,
} from '@ringwell/domain/calls/booking';
import { CALL_DIRECTIONS, type CallDirection, type CallTime } from '@ringwell/domain/calls/call';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { CALL_RANGES, type CallRange } from '@ringwell/domain/calls/call-range';
import {
  MAX_SERVICE_TITAN_FIELD_LENGTH,
  SERVICE_TITAN_FIELD_NAMES,
  type ServiceTitanField,
} from '@ringwell/domain/calls/service-titan-fields';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';
import { MIN_SEARCH_LENGTH } from '@ringwell/domain/text/search-length';
import { DAY } from '@ringwell/domain/time';

import type { ApiQuery } from '../../api/types';
import { STATE_GROUPS, type StateGroup } from './call-state';

/** The call list's filters from the URL. An empty string means no filter. */
export interface CallFilters extends Record<ServiceTitanField, string> {
  search: string;
  label: CallLabel | '';
  topic: Topic | '';
  booking: BookingFilter | '';
  asked: AskedToBook | '';
  reached: Reached | '';
  /** Only calls with a job in ServiceTitan. */
  hasJob: 'true' | '';
  state: StateGroup | '';
  direction: CallDirection | '';
  /** An agent's ID. */
  agent: string;
  /** Weekday (1 for Monday to 7 for Sunday) and hour (0 to 23), as text, in the account's time zone. */
  weekday: string;
  hour: string;
  /** Inclusive dates in the account's time zone, such as 2026-03-31. */
  from: string;
  to: string;
  /** A relative range in the account's time zone, instead of dates. */
  range: CallRange | '';
  /** Which time to use for the dates and sort order. Defaults to the time of the call. */
  time: Extract<CallTime, 'receivedAt'> | '';
}

const BOOKING_GROUPS = { lead: ['booked', ...UNBOOKED], not_booked: UNBOOKED } as const;

/** A booking outcome, or a group of outcomes: any lead, or any lead that was not booked. */
export type BookingFilter = Booking | keyof typeof BOOKING_GROUPS;

const GROUP_NAMES = { lead: 'Any lead', not_booked: 'Not booked, for any reason' } as const;

export const BOOKING_FILTER_NAMES: Record<BookingFilter, string> = {
  ...GROUP_NAMES,
  ...BOOKING_NAMES,
  not_booked_other: 'Not booked: other reason',
};

export const BOOKING_FILTERS: readonly BookingFilter[] = ['lead', 'not_booked', ...BOOKINGS];

const toBookings = (filter: BookingFilter): readonly Booking[] =>
  filter === 'lead' || filter === 'not_booked' ? BOOKING_GROUPS[filter] : [filter];

// The API rejects longer searches.
const MAX_SEARCH_LENGTH = 200;
const ID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
export function parseFilters(params: URLSearchParams): CallFilters {
  const readText = (name: string): string => params.get(name) ?? '';
  return {
    search: readText('search').slice(0, MAX_SEARCH_LENGTH),
    label: parseOption(CALL_LABELS, readText('label')),
    topic: parseOption(TOPICS, readText('topic')),
    booking: parseOption(BOOKING_FILTERS, readText('booking')),
    asked: parseOption(ASKED_TO_BOOK, readText('asked')),
    reached: parseOption(REACHED, readText('reached')),
    hasJob: parseOption(['true'] as const, readText('hasJob')),
    state: parseOption(Object.keys(STATE_GROUPS) as StateGroup[], readText('state')),
    direction: parseOption(CALL_DIRECTIONS, readText('direction')),
    agent: ID_PATTERN.test(readText('agent')) ? readText('agent') : '',
    ...readServiceTitanFields(readText),
    weekday: /^[1-7]$/.test(readText('weekday')) ? readText('weekday') : '',
    hour: /^(?:1?\d|2[0-3])$/.test(readText('hour')) ? readText('hour') : '',
    from: parseDate(readText('from')),
    to: parseDate(readText('to')),
    range: parseOption(CALL_RANGES, readText('range')),
    time: parseOption(['receivedAt'] as const, readText('time')),
  };
}

export const FILTER_NAMES = Object.keys(parseFilters(new URLSearchParams())) as (keyof CallFilters)[];

export function toSearchParams(filters: CallFilters): URLSearchParams {
  return new URLSearchParams(FILTER_NAMES.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]));
}

export function isFiltered(filters: CallFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== '');
}

type ApiFilters = Omit<ApiQuery<'/api/calls'>, 'customer' | 'cursor' | 'limit'>;

export function toApiFilters({ search, label, booking, state, weekday, hour, ...filters }: CallFilters): ApiFilters {
  const term = search.trim();
  return {
    ...(term.length >= MIN_SEARCH_LENGTH && { search: term }),
    ...(label && { sentiment: label }),
    ...(booking && { booking: toBookings(booking).join(',') }),
    ...(state && { state: STATE_GROUPS[state].states.join(',') }),
    ...(weekday && { weekday: Number(weekday) }),
    ...(hour && { hour: Number(hour) }),
    ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as ApiFilters),
  };
}

/** Inverse of `toApiFilters`, for filters saved in the API's format. */
export function fromApiFilters({
  sentiment,
  booking,
  state,
  ...otherFilters
}: Readonly<Record<string, string | number>>): CallFilters {
  const group = Object.entries(STATE_GROUPS).find(([, { states }]) => states.join(',') === state);
  const entries = Object.entries({
    ...otherFilters,
    ...(sentiment && { label: sentiment }),
    ...(group && { state: group[0] }),
    booking: BOOKING_FILTERS.find((filter) => toBookings(filter).join(',') === booking) ?? '',
  });
  return parseFilters(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])));
}

export function exportPath(filters: CallFilters): string {
  const entries = Object.entries(toApiFilters(filters)).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(entries).toString();
  return `/api/calls/export.csv${query && `?${query}`}`;
}

function readServiceTitanFields(read: (name: string) => string): Record<ServiceTitanField, string> {
  const entries = SERVICE_TITAN_FIELD_NAMES.map((name) => [name, read(name).slice(0, MAX_SERVICE_TITAN_FIELD_LENGTH)]);
  return Object.fromEntries(entries) as Record<ServiceTitanField, string>;
}

function parseDate(text: string): string {
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

function parseOption<T extends string>(options: readonly T[], text: string): T | '' {
  return options.find((option) => option === text) ?? '';
}
