import type { BookingBreakdown, DayBookings } from '@ringwell/database/calls/bookings.repository';
import type { LeadCounts } from '@ringwell/database/follow-ups/won-leads.repository';
import {
  bookingChange,
  bookingRate,
  countLeads,
  computeRate,
  sumBookings,
  type BookingCounts,
} from '@ringwell/domain/calls/booking-rate';
import type { CallDirection } from '@ringwell/domain/calls/call';
import { isClearChange } from '@ringwell/domain/calls/happiness';
import {
  chooseStep,
  listSteps,
  getPreviousPeriod,
  type StepOption,
  type Period,
} from '@ringwell/domain/weekly-letters/report-period';

import type {
  BookingAccuracyDto,
  BookingFiguresDto,
  BookingPeriodDto,
  BookingsDto,
  ShareDto,
} from '../dto/bookings.dto';

export interface BookingsReport {
  period: Period;
  by: StepOption;
  direction: CallDirection | null;
  timeZone: string;
  isRecounting: boolean;
  /** Days of this period and the previous period. */
  days: readonly DayBookings[];
  subtotals: readonly BookingBreakdown[];
  wonLeads: LeadCounts;
}

const NO_RATE = { rate: null, low: null, high: null };

export function bookingsView({ period, by, days, subtotals, ...otherFields }: BookingsReport): BookingsDto {
  const sumPeriod = ({ from, to }: Period): BookingCounts =>
    sumBookings(days.filter(({ day }) => from <= day && day <= to));
  const hasRate = (step: Period): boolean | null => {
    const counts = sumPeriod(step);
    return countLeads(counts) === 0 ? null : bookingRate(counts) !== null;
  };
  const periodView = (step: Period): BookingPeriodDto => ({ ...step, ...figuresView(sumPeriod(step)) });
  const figuresBy = <T>(
    dimension: BookingBreakdown['dimension'],
    getKey: (subtotal: BookingBreakdown) => T,
  ): (T & BookingFiguresDto)[] =>
    subtotals
      .filter((subtotal) => subtotal.dimension === dimension)
      .map((subtotal) => ({ ...getKey(subtotal), ...figuresView(subtotal.counts) }));
  const previousPeriod = getPreviousPeriod(period);
  const change = bookingChange(sumPeriod(previousPeriod), sumPeriod(period));
  const step = by === 'auto' ? chooseStep(period, hasRate) : by;
  return {
    ...period,
    ...otherFields,
    by: step,
    total: figuresView(sumPeriod(period)),
    before: periodView(previousPeriod),
    change: change && { points: change.rate, low: change.low, high: change.high, isClear: isClearChange(change) },
    accuracy: accuracyView(sumPeriod(period)),
    reached: shareView(sumPeriod(period).reached, sumPeriod(period).not_reached),
    trend: listSteps(period, step).map(periodView),
    agents: figuresBy('agent', ({ value, name, counts }) => ({
      agentId: value,
      agentName: name ?? '',
      asked: shareView(counts.asked, counts.not_asked),
    })),
    campaigns: figuresBy('campaign', ({ value }) => ({ campaign: value })),
    hours: figuresBy('hour', ({ value }) => ({ hour: Number(value) })),
  };
}

function figuresView(counts: BookingCounts): BookingFiguresDto {
  const confirmedCount = counts.confirmed_booked + counts.confirmed_not_booked;
  return {
    leads: countLeads(counts),
    booked: counts.booked,
    undecided: counts.not_booked_undecided,
    unreached: counts.not_booked_unreached,
    otherReason: counts.not_booked_other,
    notALead: counts.not_a_lead,
    ...(bookingRate(counts) ?? NO_RATE),
    confirmed: confirmedCount,
    confirmedRate: confirmedCount === 0 ? null : (computeRate(confirmedCount, countLeads(counts))?.rate ?? null),
  };
}

function shareView(count: number, others: number): ShareDto {
  return { count, others, ...(computeRate(count, count + others) ?? NO_RATE) };
}

function accuracyView(counts: BookingCounts): BookingAccuracyDto {
  const correct = counts.confirmed_booked;
  const jobs = correct + counts.confirmed_not_booked + counts.confirmed_not_a_lead;
  return { jobs, right: correct, ...(computeRate(correct, jobs) ?? NO_RATE) };
}
