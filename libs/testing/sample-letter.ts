import { NO_BOOKINGS } from '@ringwell/domain/calls/booking-rate';
import type { WeeklyLetter } from '@ringwell/domain/weekly-letters/weekly-letter';

const DAYS = [12, 18, 9, 14, 11, 0, 1].map((positive, index) => ({
  day: `2026-11-${16 + index}`,
  counts: { positive, neutral: index < 5 ? 6 : 0, negative: index % 3, needs_review: index === 2 ? 1 : 0 },
}));

/** Makes a weekly letter with all sections. */
export function makeSampleLetter(overrides: Partial<WeeklyLetter> = {}): WeeklyLetter {
  return {
    week: { from: '2026-11-16', to: '2026-11-22' },
    timeZone: 'America/New_York',
    counts: { positive: 65, neutral: 30, negative: 6, needs_review: 1 },
    previousCounts: { positive: 40, neutral: 30, negative: 30, needs_review: 0 },
    bookings: {
      counts: { ...NO_BOOKINGS, booked: 65, not_booked_undecided: 30, not_booked_unreached: 15, not_booked_other: 10 },
      previousCounts: { ...NO_BOOKINGS, booked: 40, not_booked_undecided: 80 },
    },
    days: DAYS,
    skipped: { calls: 0, longer: 0 },
    unhappy: [
      {
        callId: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
        calledAt: new Date('2026-11-18T15:12:00Z'),
        customerName: 'Dana Whitfield',
        phone: '+15550100142',
        agentName: 'Paul Ruiz',
        instruction: 'Call Dana Whitfield back about the work',
        quote: { text: 'I have been waiting since eight', startMs: 64_200 },
        state: 'open',
        outcome: null,
        calledBackAt: null,
        handler: null,
      },
      {
        callId: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f11',
        calledAt: new Date('2026-11-17T20:30:00Z'),
        customerName: null,
        phone: '+15550100143',
        agentName: null,
        instruction: 'Call the customer back about the bill',
        quote: null,
        state: 'done',
        outcome: 'recovered',
        calledBackAt: new Date('2026-11-18T14:05:00Z'),
        handler: 'Mia Chen',
      },
    ],
    unhappyCount: 6,
    promises: {
      kept: 4,
      broken: 1,
      brokenItems: [
        {
          followUpId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
          customerName: 'Lee Park',
          phone: '+15550100144',
          promise: 'Send the quote by Friday.',
          dueAt: new Date('2026-11-20T22:00:00Z'),
          outcome: null,
          calledBackAt: null,
        },
      ],
    },
    praise: {
      callId: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f12',
      calledAt: new Date('2026-11-19T18:00:00Z'),
      customerName: 'Rosa Diaz',
      agentName: 'Paul Ruiz',
      quote: { text: 'Paul was fantastic, he even cleaned up', startMs: 12_000 },
    },
    ...overrides,
  };
}
