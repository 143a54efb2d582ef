import { bookingFactLine, type BookingFactView } from './booking-fact';

const FACT: BookingFactView = {
  status: 'confirmed',
  evidence: 'lead_call',
  jobId: '4711',
  jobNumber: '12345',
  jobTotalCents: null,
  jobCanceledAt: null,
  foundAt: '2026-03-31T15:00:00.000Z',
};

describe('bookingFactLine', () => {
  it.each<[Partial<BookingFactView>, string]>([
    [{}, 'Confirmed: job 12345 in ServiceTitan'],
    [{ jobNumber: null }, 'Confirmed: job 4711 in ServiceTitan'],
    [{ jobTotalCents: 42_000 }, 'Confirmed: job 12345 in ServiceTitan, $420'],
    [{ jobTotalCents: 123_450 }, 'Confirmed: job 12345 in ServiceTitan, $1,234.50'],
    [{ status: 'likely', evidence: 'phone' }, 'Likely: job 12345 in ServiceTitan, matched by phone number'],
    [{ jobCanceledAt: '2026-04-01T15:00:00.000Z' }, 'Confirmed: job 12345 in ServiceTitan, later canceled'],
    [{ status: 'unverified', jobId: null }, 'Not verified: no job in ServiceTitan yet'],
  ])('given %j, returns "%s"', (fact, line) => expect(bookingFactLine({ ...FACT, ...fact })).toBe(line));
});
