import type { FollowUp } from '../../api/types';
import { setTimeZoneSource } from '../../lib/format/format';
import { callsText, dueStatus } from './due';

const NOW = new Date('2026-03-31T14:00:00.000Z'); // a Tuesday, 10:00 AM in New York
const WAITING = {
  state: 'open',
  dueAt: '2026-03-31T14:42:30.000Z',
  isPromisedTime: false,
  snoozedUntil: null,
  closedAt: null,
} as const;

beforeAll(() => setTimeZoneSource(() => 'America/New_York'));
afterAll(() => setTimeZoneSource(() => undefined));

it.each<[string, Partial<FollowUp>, string, string]>([
  ['in less than an hour', {}, 'soon', 'Due in 42 min'],
  ['in less than a minute', { dueAt: '2026-03-31T14:00:20.000Z' }, 'soon', 'Due in 1 min'],
  ['in a few hours', { dueAt: '2026-03-31T17:59:00.000Z' }, 'later', 'Due in 3 h'],
  ['in a few days', { dueAt: '2026-04-02T15:00:00.000Z' }, 'later', 'Due in 2 days'],
  [
    'by a promised time',
    { isPromisedTime: true, dueAt: '2026-04-03T21:00:00.000Z' },
    'later',
    'Promised by Fri 5:00 PM',
  ],
  [
    'by a promised time today',
    { isPromisedTime: true, dueAt: '2026-03-31T18:00:00.000Z' },
    'later',
    'Promised by 2:00 PM',
  ],
  [
    'promised for next week',
    { isPromisedTime: true, dueAt: '2026-04-10T21:00:00.000Z' },
    'later',
    'Promised by Fri, Apr 10, 5:00 PM EDT',
  ],
  ['two hours ago', { dueAt: '2026-03-31T11:59:00.000Z' }, 'overdue', '2 h overdue'],
  ['yesterday', { dueAt: '2026-03-30T13:00:00.000Z' }, 'overdue', '1 day overdue'],
  [
    'when a promise is broken',
    { isPromisedTime: true, dueAt: '2026-03-31T12:00:00.000Z' },
    'overdue',
    '2 h overdue, promised by 8:00 AM',
  ],
  [
    'later, because it is snoozed',
    { snoozedUntil: '2026-04-01T12:00:00.000Z' },
    'snoozed',
    'Snoozed until Wed 8:00 AM',
  ],
  ['now, because the snooze is over', { snoozedUntil: '2026-03-31T13:59:00.000Z' }, 'soon', 'Due in 42 min'],
  ['never, because it is closed', { state: 'done', closedAt: '2026-03-31T13:00:00.000Z' }, 'closed', 'Closed 9:00 AM'],
])('describes when to call a customer: %s', (_, change, urgency, text) => {
  expect(dueStatus({ ...WAITING, ...change }, NOW)).toEqual({ urgency, text });
});

it.each([
  [1, '2026-03-31T10:00:00.000Z', null],
  [2, '2026-03-31T10:00:00.000Z', 'Second call in a day'],
  [3, '2026-03-26T20:00:00.000Z', 'Third call in 5 days'],
  [11, '2026-03-26T20:00:00.000Z', '11 calls in 5 days'],
  [2, null, 'Second call'],
])('counts %s calls since %s', (callCount, firstCalledAt, text) => {
  expect(callsText({ callCount, firstCalledAt, closedAt: null }, NOW)).toBe(text);
});

it('does not count calls once the follow-up is closed', () => {
  const closedAt = '2026-03-28T14:00:00.000Z';
  expect(callsText({ callCount: 3, firstCalledAt: '2026-03-26T20:00:00.000Z', closedAt }, NOW)).toBeNull();
});
