import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { BookingsRepository } from '@ringwell/database/calls/bookings.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { WonLeadsRepository } from '@ringwell/database/follow-ups/won-leads.repository';
import { getPreviousPeriod } from '@ringwell/domain/weekly-letters/report-period';

import { parseEnd, parseStart } from '../../http/request/day-or-instant.decorator';
import type { BookingsQueryDto } from '../dto/bookings-query.dto';
import type { BookingsDto } from '../dto/bookings.dto';
import { resolvePeriod } from '../dto/happiness-query.dto';
import { bookingsView } from './bookings-view';

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
    const { by, direction = null } = query;
    const timeZone = await this.accounts.findTimeZone(accountId);
    const period = resolvePeriod(query, timeZone);
    const timeRange = { from: parseStart(period.from, timeZone), before: parseEnd(period.to, timeZone) };
    const [days, subtotals, wonLeads, isRecounting] = await Promise.all([
      this.bookings.listDays(accountId, { from: getPreviousPeriod(period).from, to: period.to }, direction),
      this.bookings.listBreakdowns(accountId, period, direction),
      this.leads.count(accountId, timeRange, direction),
      this.happiness.isRecounting(accountId),
    ]);
    return bookingsView({ period, by, direction, timeZone, isRecounting, days, subtotals, wonLeads });
  }
}
