import type { Customer, CustomerDetails } from '../api/types';

const TIMESTAMP = '2026-03-31T14:05:00.000Z';

export function customer(change: Partial<Customer> = {}): Customer {
  return {
    id: 'k1',
    name: 'Karen Voss',
    isNameCorrected: false,
    phones: ['+15550100142'],
    references: [],
    lastCalledAt: TIMESTAMP,
    recentCalls: 3,
    label: 'Negative',
    risks: [
      { kind: 'unhappy_twice', at: TIMESTAMP, calls: 2 },
      { kind: 'promise_overdue', at: TIMESTAMP, calls: 0 },
    ],
    followUpId: 'f1',
    snoozedUntil: null,
    ...change,
  };
}

export const LEE_ORTIZ = customer({
  id: 'k2',
  name: null,
  phones: ['+15550100143'],
  recentCalls: 500,
  label: null,
  risks: [],
  followUpId: null,
});

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  month: `2026-${String(index + 1).padStart(2, '0')}`,
  positive: index % 3,
  neutral: 0,
  negative: index === 2 ? 2 : 0,
  needsReview: 0,
}));

export function customerDetails(change: Partial<CustomerDetails> = {}): CustomerDetails {
  return {
    ...customer(),
    months: MONTHS,
    promises: [
      {
        followUpId: 'f1',
        callId: 'c1',
        what: 'Send the quote.',
        promisedAt: TIMESTAMP,
        dueAt: TIMESTAMP,
        state: 'broken',
      },
      { followUpId: 'f0', callId: 'c0', what: null, promisedAt: TIMESTAMP, dueAt: TIMESTAMP, state: 'kept' },
    ],
    notes: [{ id: 'n1', at: TIMESTAMP, actor: 'Robin Ortiz', note: 'Gate code 4711', followUpId: 'f1' }],
    ...change,
  };
}
