import { DateTime } from 'luxon';

import type { CallFilter } from '@ringwell/database/calls/call-lists.repository';
import type { CallRange } from '@ringwell/domain/calls/call-range';

import type { Principal } from '../auth/principal/principal';
import { parseEnd, parseStart } from '../http/request/day-or-instant.decorator';
import type { CallExportQueryDto } from './dto/call-query.dto';

/**
 * Converts a query to a filter. Demo accounts only see demo calls, and other accounts only see the rest.
 * `agentIds` are the ids of the agents that `agent` refers to, and `customerKeys` are the keys of `customer`.
 */
export function toCallFilter(
  query: CallExportQueryDto,
  { status }: Pick<Principal, 'status'>,
  timeZone: string,
  { agentIds, customerKeys }: Pick<CallFilter, 'agentIds' | 'customerKeys'> = {},
): CallFilter {
  const { sentiment, topic, booking, state, range, from, to, ...filters } = query;
  const bounds = range && getRangeBounds(range, timeZone);
  return {
    ...filters,
    labels: sentiment,
    topics: topic,
    bookings: booking,
    hasJob: query.hasJob === 'true',
    states: state,
    agentIds,
    customerKeys,
    from: latestDate(from === undefined ? undefined : parseStart(from, timeZone), bounds?.from),
    before: earliestDate(to === undefined ? undefined : parseEnd(to, timeZone), bounds?.before),
    isDemo: status === 'demo',
  };
}

function getRangeBounds(range: CallRange, timeZone: string): Pick<CallFilter, 'from' | 'before'> {
  const today = DateTime.now().setZone(timeZone).startOf('day');
  const weekStart = today.startOf('week');
  const startDaysAgo = (days: number): Date => today.minus({ days }).startOf('day').toJSDate();
  switch (range) {
    case 'today':
      return { from: today.toJSDate() };
    case 'yesterday':
      return { from: startDaysAgo(1), before: today.toJSDate() };
    case '7d':
      return { from: startDaysAgo(7) };
    case 'last_week':
      return { from: weekStart.minus({ weeks: 1 }).startOf('day').toJSDate(), before: weekStart.toJSDate() };
    case '30d':
      return { from: startDaysAgo(30) };
  }
}

function latestDate(...times: (Date | undefined)[]): Date | undefined {
  const definedTimes = times.filter((time) => time !== undefined);
  return definedTimes.length === 0 ? undefined : new Date(Math.max(...definedTimes.map(Number)));
}

function earliestDate(...times: (Date | undefined)[]): Date | undefined {
  const definedTimes = times.filter((time) => time !== undefined);
  return definedTimes.length === 0 ? undefined : new Date(Math.min(...definedTimes.map(Number)));
}
