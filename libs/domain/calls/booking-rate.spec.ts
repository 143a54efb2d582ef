import { bookingChange, bookingRate, countLeads, NO_BOOKINGS, sumBookings, type BookingCounts } from './booking-rate';

const makeCounts = (overrides: Partial<BookingCounts>): BookingCounts => ({
  ...NO_BOOKINGS,
  ...overrides,
});

describe('bookingRate', () => {
  it('is the percentage of leads with its Wilson interval', () => {
    const mixedCounts = makeCounts({
      booked: 65,
      not_booked_undecided: 30,
      not_booked_unreached: 15,
      not_booked_other: 10,
    });
    expect(bookingRate({ ...mixedCounts, not_a_lead: 500 })).toEqual({ rate: 54, low: 45, high: 63 });
  });

  it('is null below 20 leads', () => {
    expect(bookingRate(makeCounts({ booked: 19, not_a_lead: 100 }))).toBeNull();
    expect(bookingRate(makeCounts({ booked: 20 }))).toEqual({ rate: 100, low: 84, high: 100 });
  });
});

describe('bookingChange', () => {
  // Newcombe's example of 56 of 70 against 48 of 80: 0.2, from 0.0524 to 0.3339
  it("is the difference in rates with Newcombe's interval", () => {
    const previousCounts = makeCounts({ booked: 48, not_booked_other: 32 });
    expect(bookingChange(previousCounts, makeCounts({ booked: 56, not_booked_undecided: 14 }))).toEqual({
      rate: 20,
      low: 5,
      high: 33,
    });
  });

  it('is null if a rate is null', () => {
    expect(bookingChange(makeCounts({ booked: 19 }), makeCounts({ booked: 48 }))).toBeNull();
  });
});

it('sums the counts of bookings', () => {
  const sum = sumBookings([
    makeCounts({ booked: 3, confirmed_booked: 2 }),
    makeCounts({ booked: 1, not_booked_other: 2 }),
  ]);
  expect(sum).toEqual(makeCounts({ booked: 4, not_booked_other: 2, confirmed_booked: 2 }));
  expect(countLeads(sum)).toBe(6);
});
