import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { BookingsRepository, type BookingBreakdown } from '@ringwell/database/calls/bookings.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { WonLeadsRepository } from '@ringwell/database/follow-ups/won-leads.repository';
import {
  bookingChange,
  bookingRate,
  countLeads,
  computeRate,
  sumBookings,
  type BookingCounts,
} from '@ringwell/domain/calls/booking-rate';
import { isClearChange } from '@ringwell/domain/calls/happiness';
import { chooseStep, listSteps, getPreviousPeriod, type Period } from '@ringwell/domain/weekly-letters/report-period';

import { parseEnd, parseStart } from '../../http/request/day-or-instant.decorator';
import type { BookingsQueryDto } from '../dto/bookings-query.dto';
import type {
  BookingAccuracyDto,
  BookingFiguresDto,
  BookingPeriodDto,
  BookingsDto,
  ShareDto,
} from '../dto/bookings.dto';
import { resolvePeriod } from '../dto/happiness-query.dto';

const NO_RATE = { rate: null, low: null, high: null };

export type BookingsReportView = BookingsDto;

@Injectable()
export class BookingsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly bookings: BookingsRepository,
    private readonly leads: WonLeadsRepository,
    private readonly happiness: HappinessRepository,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` if `from` is after `to` or the period is too long */
  async report(accountId: string, query: BookingsQueryDto): Promise<BookingsDto> {
    const { direction = null } = query;
    const timeZone = await this.accounts.findTimeZone(accountId);
    const period = resolvePeriod(query, timeZone);
    const previousPeriod = getPreviousPeriod(period);
    const timeRange = { from: parseStart(period.from, timeZone), before: parseEnd(period.to, timeZone) };
    const [days, subtotals, wonLeads, isRecounting] = await Promise.all([
      this.bookings.listDays(accountId, { from: previousPeriod.from, to: period.to }, direction),
      this.bookings.listBreakdowns(accountId, period, direction),
      this.leads.count(accountId, timeRange, direction),
      this.happiness.isRecounting(accountId),
    ]);
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
    const by = query.by === 'auto' ? chooseStep(period, hasRate) : query.by;
    const total = sumPeriod(period);
    const change = bookingChange(sumPeriod(previousPeriod), total);
    return {
      ...period,
      by,
      direction,
      timeZone,
      isRecounting,
      wonLeads,
      total: figuresView(total),
      before: periodView(previousPeriod),
      change: change && { points: change.rate, low: change.low, high: change.high, isClear: isClearChange(change) },
      accuracy: accuracyView(total),
      reached: shareView(total.reached, total.not_reached),
      trend: listSteps(period, by).map(periodView),
      agents: figuresBy('agent', ({ value, name, counts }) => ({
        agentId: value,
        agentName: name ?? '',
        asked: shareView(counts.asked, counts.not_asked),
      })),
      campaigns: figuresBy('campaign', ({ value }) => ({ campaign: value })),
      hours: figuresBy('hour', ({ value }) => ({ hour: Number(value) })),
    };
  }
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
