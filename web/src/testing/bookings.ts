import type { BookingFigures, Bookings, Share } from '../api/types';

const TOO_FEW_LEADS: BookingFigures = {
  leads: 3,
  booked: 1,
  undecided: 2,
  unreached: 0,
  otherReason: 0,
  notALead: 1,
  rate: null,
  low: null,
  high: null,
  confirmed: 0,
  confirmedRate: null,
};
const ENOUGH_LEADS: BookingFigures = {
  leads: 120,
  booked: 65,
  undecided: 30,
  unreached: 15,
  otherReason: 10,
  notALead: 80,
  rate: 54,
  low: 45,
  high: 63,
  confirmed: 0,
  confirmedRate: null,
};

const EMPTY_SHARE: Share = { count: 0, others: 0, rate: null, low: null, high: null };

/** A one-month report. */
export function bookings(changes: Partial<Bookings> = {}): Bookings {
  return {
    from: '2026-03-02',
    to: '2026-03-31',
    by: 'week',
    direction: null,
    timeZone: 'America/New_York',
    isRecounting: false,
    total: ENOUGH_LEADS,
    before: { from: '2026-01-31', to: '2026-03-01', ...ENOUGH_LEADS, booked: 40, rate: 33, low: 26, high: 42 },
    change: { points: 21, low: 8, high: 32, isClear: true },
    accuracy: { jobs: 0, right: 0, rate: null, low: null, high: null },
    wonLeads: { opened: 0, waiting: 0, won: 0, broughtCents: 0, estimated: 0 },
    trend: [
      { from: '2026-03-02', to: '2026-03-08', ...ENOUGH_LEADS },
      { from: '2026-03-09', to: '2026-03-15', ...TOO_FEW_LEADS },
      { from: '2026-03-16', to: '2026-03-31', ...ENOUGH_LEADS, rate: 70, low: 61, high: 78 },
    ],
    agents: [
      { agentId: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11', agentName: 'Paul Ruiz', ...ENOUGH_LEADS, asked: EMPTY_SHARE },
      { agentId: '1c9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d12', agentName: 'Mia', ...TOO_FEW_LEADS, asked: EMPTY_SHARE },
    ],
    campaigns: [],
    reached: EMPTY_SHARE,
    hours: [{ hour: 9, ...ENOUGH_LEADS }],
    ...changes,
  };
}
