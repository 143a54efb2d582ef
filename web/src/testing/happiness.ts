import type { Happiness, HappinessFigures } from '../api/types';

const TOO_FEW_CALLS: HappinessFigures = {
  judged: 3,
  positive: 0,
  neutral: 0,
  negative: 3,
  needsReview: 0,
  score: null,
  low: null,
  high: null,
};
const ENOUGH_CALLS: HappinessFigures = {
  judged: 100,
  positive: 60,
  neutral: 21,
  negative: 19,
  needsReview: 4,
  score: 41,
  low: 25,
  high: 56,
};

/** A one-month report. */
export function happiness(changes: Partial<Happiness> = {}): Happiness {
  return {
    from: '2026-03-02',
    to: '2026-03-31',
    by: 'week',
    direction: null,
    agent: null,
    timeZone: 'America/New_York',
    isRecounting: false,
    total: ENOUGH_CALLS,
    before: { from: '2026-01-31', to: '2026-03-01', ...ENOUGH_CALLS, score: 35, low: 20, high: 50 },
    change: { points: 6, low: -15, high: 27, isClear: false },
    trend: [
      {
        from: '2026-03-02',
        to: '2026-03-08',
        ...ENOUGH_CALLS,
        before: { from: '2026-01-31', to: '2026-02-06', ...ENOUGH_CALLS, score: 35, low: 20, high: 50 },
      },
      {
        from: '2026-03-09',
        to: '2026-03-15',
        ...TOO_FEW_CALLS,
        before: { from: '2026-02-07', to: '2026-02-13', ...ENOUGH_CALLS, score: 30, low: 15, high: 45 },
      },
      {
        from: '2026-03-16',
        to: '2026-03-31',
        ...ENOUGH_CALLS,
        score: -5,
        low: -20,
        high: 10,
        before: { from: '2026-02-14', to: '2026-03-01', ...TOO_FEW_CALLS },
      },
    ],
    directions: [{ direction: 'inbound', ...ENOUGH_CALLS }],
    hours: [
      { weekday: 1, hour: 9, ...ENOUGH_CALLS },
      { weekday: 7, hour: 13, ...TOO_FEW_CALLS },
    ],
    agents: [
      { agentId: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11', agentName: 'Paul Ruiz', ...ENOUGH_CALLS },
      { agentId: '1c9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d12', agentName: 'Mia', ...TOO_FEW_CALLS },
    ],
    topics: [{ topic: 'no_show', ...TOO_FEW_CALLS }],
    callbacks: {
      customers: 30,
      inTime: 20,
      late: 4,
      waiting: 4,
      never: 2,
      medianMinutes: 95,
      recovered: 18,
      recoveredPercent: 75,
    },
    moments: [
      {
        callId: 'c1',
        sentiment: 'negative',
        startedAt: '2026-03-10T14:05:00.000Z',
        customerName: 'Dana Reyes',
        agentName: 'Mia',
        quote: 'Nobody showed up again.',
        startMs: 61_200,
      },
    ],
    ...changes,
  };
}
