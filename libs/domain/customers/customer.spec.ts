import type { CallDirection } from '../calls/call';
import type { CallLabel } from '../calls/call-label';
import { customerStanding, promiseState, type CustomerCall } from './customer';

const NOW = new Date('2026-03-31T14:00:00Z');
const DAY = 86_400_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY);
const makeCall = (
  days: number,
  label: CallLabel | null,
  direction: CallDirection | null = 'inbound',
): CustomerCall => ({
  at: daysAgo(days),
  label,
  direction,
});
const listRiskKinds = (calls: CustomerCall[], promise: Parameters<typeof customerStanding>[1] = null): string[] =>
  customerStanding(calls, promise, NOW).risks.map(({ kind }) => kind);

describe('customerStanding', () => {
  it.each<[string, CustomerCall[], string[]]>([
    ['no calls', [], []],
    ['one unhappy call', [makeCall(1, 'negative')], []],
    ['two unhappy calls in 30 days', [makeCall(1, 'negative'), makeCall(29.9, 'negative')], ['unhappy_twice']],
    ['two unhappy calls, one of them 30 days ago', [makeCall(1, 'negative'), makeCall(30, 'negative')], []],
    ['an unhappy call and a guess', [makeCall(1, 'negative'), makeCall(2, 'needs_review')], []],
    [
      'three calls in 7 days, none unhappy',
      [makeCall(1, 'neutral'), makeCall(2, null, null), makeCall(6.9, 'positive')],
      [],
    ],
    [
      'three calls in 7 days',
      [makeCall(1, 'neutral'), makeCall(2, null, null), makeCall(6.9, 'negative')],
      ['many_calls'],
    ],
    [
      'three calls after an unhappy one',
      [makeCall(1, null), makeCall(2, null), makeCall(3, null), makeCall(29, 'negative')],
      ['many_calls'],
    ],
    [
      'three calls long after an unhappy one',
      [makeCall(1, null), makeCall(2, null), makeCall(3, null), makeCall(30, 'negative')],
      [],
    ],
    ['three calls, one of them 7 days ago', [makeCall(1, 'neutral'), makeCall(2, 'negative'), makeCall(7, null)], []],
    [
      'three calls, one of them made by the office',
      [makeCall(1, null), makeCall(2, 'negative', 'outbound'), makeCall(3, null)],
      [],
    ],
    ['an unhappy call after a happy one', [makeCall(1, 'negative'), makeCall(179, 'positive')], ['turned_unhappy']],
    ['an unhappy call long after a happy one', [makeCall(1, 'negative'), makeCall(180, 'positive')], []],
    [
      'a guess after an unhappy call',
      [makeCall(1, 'needs_review'), makeCall(2, 'negative'), makeCall(9, 'positive')],
      ['turned_unhappy'],
    ],
    ['a happy last call', [makeCall(1, 'positive'), makeCall(2, 'negative'), makeCall(9, 'positive')], []],
    ['a neutral last call', [makeCall(1, 'neutral'), makeCall(2, 'negative'), makeCall(9, 'positive')], []],
    [
      'calls that cause three risks',
      [makeCall(1, 'negative'), makeCall(2, 'negative'), makeCall(3, 'positive')],
      ['unhappy_twice', 'turned_unhappy', 'many_calls'],
    ],
  ])('finds the risks of a customer with %s', (_, calls, risks) => {
    expect(listRiskKinds(calls)).toEqual(risks);
  });

  it.each<[string, number, number | null, string[]]>([
    ['tomorrow', -1, null, []],
    ['yesterday', 1, null, ['promise_overdue']],
    ['yesterday, snoozed until tomorrow', 1, -1, []],
    ['yesterday, snoozed until an hour ago', 1, 1 / 24, ['promise_overdue']],
  ])('finds the risks from a promise due %s', (_, dueDays, snoozedDays, risks) => {
    const promise = { dueAt: daysAgo(dueDays), snoozedUntil: snoozedDays === null ? null : daysAgo(snoozedDays) };
    expect(listRiskKinds([makeCall(9, 'neutral')], promise)).toEqual(risks);
  });

  it('returns the number and dates of calls', () => {
    expect(
      customerStanding([makeCall(1, 'negative'), makeCall(20, 'negative'), makeCall(91, null)], null, NOW),
    ).toEqual({
      lastCalledAt: daysAgo(1),
      recentCalls: 2,
      lastLabel: 'negative',
      risks: [{ kind: 'unhappy_twice', at: daysAgo(1).toISOString(), calls: 2 }],
      riskRank: 26,
      changesAt: daysAgo(-10),
    });
  });

  it.each<[string, CustomerCall[], number | null]>([
    ['never changes without recent calls', [makeCall(91, 'positive')], null],
    ['changes once a call is 90 days old', [makeCall(1, 'positive'), makeCall(80, 'neutral')], -10],
    [
      'changes once the earliest of three calls is 7 days old',
      [makeCall(1, null), makeCall(2, 'negative'), makeCall(3, null)],
      -4,
    ],
    [
      'changes once the unhappy call is 30 days old',
      [makeCall(1, null), makeCall(2, null), makeCall(3, null), makeCall(29, 'negative')],
      -1,
    ],
    ['changes once the happy call is 180 days old', [makeCall(1, 'negative'), makeCall(170, 'positive')], -10],
  ])('%s', (_, calls, at) => {
    expect(customerStanding(calls, null, NOW).changesAt).toEqual(at === null ? null : daysAgo(at));
  });

  it('ranks unhappier customers higher', () => {
    const overdue = { dueAt: daysAgo(1), snoozedUntil: null };
    const ranks = (
      [
        [[makeCall(1, 'negative'), makeCall(2, 'negative'), makeCall(3, 'negative')], null],
        [[makeCall(1, 'negative'), makeCall(2, 'negative')], null],
        [[makeCall(1, 'positive'), makeCall(2, 'negative'), makeCall(3, 'negative')], null],
        [[makeCall(1, 'negative'), makeCall(9, 'positive')], null],
        [[makeCall(1, 'neutral')], overdue],
        [[makeCall(1, 'negative')], null],
      ] as const
    ).map(([calls, promise]) => customerStanding(calls, promise, NOW).riskRank);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(ranks.at(-1)).toBe(0);
  });

  it('changes when a promise is due', () => {
    const promise = { dueAt: daysAgo(-2), snoozedUntil: null };
    expect(customerStanding([makeCall(1, 'neutral')], promise, NOW).changesAt).toEqual(daysAgo(-2));
  });
});

describe('promiseState', () => {
  const promise: Parameters<typeof promiseState>[0] = {
    promiseConfirmed: true,
    state: 'done',
    outcome: 'called_back',
    dueAt: daysAgo(2),
    snoozedUntil: null,
    calledBackAt: daysAgo(3),
  };
  it.each([
    ['called back on time', {}, 'kept'],
    ['called back when it was due', { calledBackAt: daysAgo(2) }, 'kept'],
    ['called back late', { calledBackAt: daysAgo(1) }, 'late'],
    ['not reached', { outcome: 'no_answer', calledBackAt: null }, 'broken'],
    ['waiting', { state: 'open', outcome: null, calledBackAt: null, dueAt: daysAgo(-1) }, 'open'],
    ['waiting too long', { state: 'in_progress', outcome: null, calledBackAt: null }, 'broken'],
    ['snoozed', { state: 'open', outcome: null, calledBackAt: null, snoozedUntil: daysAgo(-1) }, 'open'],
    ['not needed', { outcome: 'not_needed', calledBackAt: null }, null],
    ['dismissed', { state: 'dismissed', outcome: null, calledBackAt: null }, null],
    ['denied', { promiseConfirmed: false }, null],
    ['not confirmed', { promiseConfirmed: null }, null],
  ] as const)('returns the state of a promise: %s', (_, change, state) => {
    expect(promiseState({ ...promise, ...change }, NOW)).toBe(state);
  });
});
