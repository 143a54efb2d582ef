import type { CallDirection } from '../calls/call';
import type { CallLabel } from '../calls/call-label';
import { isWaiting, type FollowUpOutcome, type FollowUpState } from '../follow-ups/follow-up';

export const CUSTOMER_RISK_KINDS = ['promise_overdue', 'unhappy_twice', 'turned_unhappy', 'many_calls'] as const;
export type CustomerRiskKind = (typeof CUSTOMER_RISK_KINDS)[number];

export const CUSTOMER_RISK_NAMES: Record<CustomerRiskKind, string> = {
  promise_overdue: 'Promise overdue',
  unhappy_twice: 'Unhappy more than once in 30 days',
  turned_unhappy: 'Happy before, unhappy now',
  many_calls: 'Unhappy, and called 3 or more times in 7 days',
};

export interface CustomerRisk {
  kind: CustomerRiskKind;
  /** When the promise was due or the latest call took place. ISO 8601. */
  at: string;
  /** Number of calls behind the risk; 0 for a promise. */
  calls: number;
}

const DAY_MS = 86_400_000;
export const RECENT_CALLS_DAYS = 90;
const UNHAPPY_DAYS = 30;
const MIN_UNHAPPY_CALLS = 2;
const MANY_CALLS_DAYS = 7;
const MIN_MANY_CALLS = 3;
const HAPPY_DAYS = 180;
// Weights in `riskRank`, relative to 1 for each risk.
const UNHAPPY_WEIGHT = 10;
const STILL_UNHAPPY_WEIGHT = 5;

export interface CustomerCall {
  at: Date;
  direction: CallDirection | null;
  /** Null if the call has no result. */
  label: CallLabel | null;
}

export interface CustomerStanding {
  lastCalledAt: Date | null;
  /** In the last `RECENT_CALLS_DAYS` days. */
  recentCalls: number;
  /** Label of the latest call whose label isn't a guess. */
  lastLabel: CallLabel | null;
  risks: CustomerRisk[];
  /** Higher for unhappier customers; 0 if there are no risks. */
  riskRank: number;
  /** When the standing will change if nothing else happens; null if never. */
  changesAt: Date | null;
}

/**
 * @param calls newest first
 * @param promise a promise that the office hasn't kept yet
 */
export function customerStanding(
  calls: readonly CustomerCall[],
  promise: { dueAt: Date; snoozedUntil: Date | null } | null,
  now: Date,
): CustomerStanding {
  const callsWithinDays = (days: number): CustomerCall[] =>
    calls.filter(({ at }) => at.getTime() > now.getTime() - days * DAY_MS);
  const recent = callsWithinDays(RECENT_CALLS_DAYS);
  const unhappy = callsWithinDays(UNHAPPY_DAYS).filter(({ label }) => label === 'negative');
  const contacts = callsWithinDays(MANY_CALLS_DAYS).filter(({ direction }) => direction !== 'outbound');
  const judged = calls.filter(({ label }) => label !== null && label !== 'needs_review');
  const happy = callsWithinDays(HAPPY_DAYS).filter(({ label }) => label === 'positive');
  const [latestJudged] = judged;
  const risks: CustomerRisk[] = [];
  const changeTimes: Date[] = [];
  const addRisk = (kind: CustomerRiskKind, causes: readonly CustomerCall[], endsAt: Date | null): void => {
    const [latest] = causes;
    if (latest) risks.push({ kind, at: latest.at.toISOString(), calls: causes.length });
    if (endsAt) changeTimes.push(endsAt);
  };
  const dueAt = promise && laterDate(promise.dueAt, promise.snoozedUntil);
  if (promise && dueAt && dueAt <= now)
    risks.push({ kind: 'promise_overdue', at: promise.dueAt.toISOString(), calls: 0 });
  else if (dueAt) changeTimes.push(dueAt);
  if (unhappy.length >= MIN_UNHAPPY_CALLS) addRisk('unhappy_twice', unhappy, windowEnd(unhappy, UNHAPPY_DAYS));
  if (latestJudged?.label === 'negative' && happy.length > 0)
    addRisk('turned_unhappy', [latestJudged], windowEnd(happy.slice(0, 1), HAPPY_DAYS));
  // Most frequent callers are just making an appointment, so only unhappy ones are at risk.
  if (contacts.length >= MIN_MANY_CALLS && unhappy.length > 0) {
    addRisk('many_calls', contacts, windowEnd(contacts, MANY_CALLS_DAYS));
    addRisk('many_calls', [], windowEnd(unhappy.slice(0, 1), UNHAPPY_DAYS));
  }
  const recentUntil = windowEnd(recent, RECENT_CALLS_DAYS);
  if (recentUntil) changeTimes.push(recentUntil);
  return {
    lastCalledAt: calls[0]?.at ?? null,
    recentCalls: recent.length,
    lastLabel: latestJudged?.label ?? null,
    risks,
    riskRank:
      risks.length === 0
        ? 0
        : risks.length +
          unhappy.length * UNHAPPY_WEIGHT +
          (latestJudged?.label === 'negative' ? STILL_UNHAPPY_WEIGHT : 0),
    changesAt: changeTimes.length === 0 ? null : new Date(Math.min(...changeTimes.map(Number))),
  };
}

// Returns when the earliest call will be older than the given number of days.
function windowEnd(calls: readonly CustomerCall[], days: number): Date | null {
  const earliest = calls.at(-1);
  return earliest ? new Date(earliest.at.getTime() + days * DAY_MS) : null;
}

function laterDate(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a;
}

export const PROMISE_STATES = ['kept', 'late', 'open', 'broken'] as const;
export type PromiseState = (typeof PROMISE_STATES)[number];

export const PROMISE_STATE_NAMES: Record<PromiseState, string> = {
  kept: 'Kept',
  late: 'Kept late',
  open: 'Open',
  broken: 'Not kept',
};

export interface PromiseFollowUp {
  /** A promise is only counted once a person has confirmed it. */
  promiseConfirmed: boolean | null;
  state: FollowUpState;
  outcome: FollowUpOutcome | null;
  dueAt: Date;
  snoozedUntil: Date | null;
  calledBackAt: Date | null;
}

/** Returns null if no promise was confirmed or no action was needed. */
export function promiseState(followUp: PromiseFollowUp, now: Date): PromiseState | null {
  const { promiseConfirmed, state, outcome, dueAt, snoozedUntil, calledBackAt } = followUp;
  if (promiseConfirmed !== true || state === 'dismissed' || outcome === 'not_needed') return null;
  if (isWaiting(state)) return laterDate(dueAt, snoozedUntil) <= now ? 'broken' : 'open';
  if (outcome !== 'recovered' && outcome !== 'won' && outcome !== 'called_back') return 'broken';
  return calledBackAt !== null && calledBackAt > dueAt ? 'late' : 'kept';
}
