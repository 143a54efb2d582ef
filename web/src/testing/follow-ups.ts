import type { FollowUp, FollowUpDetails, FollowUpPage, Today } from '../api/types';

const HOUR_MS = 3_600_000;

export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** An unhappy customer whose callback is due in just over two hours. */
export function followUp(change: Partial<FollowUp> = {}): FollowUp {
  return {
    id: 'f1',
    kind: 'unhappy',
    state: 'open',
    outcome: null,
    brought: null,
    dueAt: hoursFromNow(2.5),
    isPromisedTime: false,
    isOverdue: false,
    snoozedUntil: null,
    openedAt: hoursFromNow(-1),
    updatedAt: hoursFromNow(-1),
    closedAt: null,
    calledBackAt: null,
    closedByCallId: null,
    version: 1,
    callCount: 1,
    section: 'today',
    isDanger: false,
    tries: 0,
    firstCalledAt: hoursFromNow(-1),
    callId: 'c1',
    label: 'Negative',
    customer: { id: 'k1', name: 'Karen Voss', phone: '+15550100142', reference: null },
    assignee: null,
    takenBy: null,
    why: 'No hot water since Friday, and no one called back.',
    quote: { text: "This is the third time I've called", startMs: 65_000 },
    promise: null,
    ...change,
  };
}

export const LEE = followUp({
  id: 'f2',
  kind: 'promise',
  customer: { id: 'k2', name: 'Lee Ortiz', phone: '+15550100143', reference: null },
  why: 'Send the estimate.',
  quote: null,
});

export function followUpPage(...followUps: FollowUp[]): FollowUpPage {
  return { followUps, nextCursor: null };
}

/** A day when the office is open. */
export function today(followUps: FollowUp[], change: Partial<Today> = {}): Today {
  return {
    isOpen: true,
    closesAt: hoursFromNow(4),
    followUps,
    counts: { today: followUps.length, later: 0, older: 0, snoozed: 0, calledBack: 0 },
    oldestAt: null,
    backAt: null,
    progress: null,
    skipped: null,
    ...change,
  };
}

export function followUpDetails(change: Partial<FollowUpDetails> = {}): FollowUpDetails {
  return {
    ...followUp(),
    events: [
      {
        id: 'e1',
        at: hoursFromNow(-1),
        type: 'opened',
        actor: null,
        outcome: null,
        note: null,
        until: null,
        callId: 'c1',
      },
      {
        id: 'e2',
        at: hoursFromNow(-0.5),
        type: 'noted',
        actor: 'Dana Reyes',
        outcome: null,
        note: 'Left a message.',
        until: null,
        callId: null,
      },
    ],
    calls: [
      {
        id: 'c1',
        startedAt: hoursFromNow(-1),
        direction: 'inbound',
        durationSeconds: 72,
        label: 'Negative',
        summary: 'She has no hot water.',
        agentName: 'Robin',
        isPartOfThis: true,
      },
    ],
    earlier: [],
    ...change,
  };
}
