import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { periodBefore } from '@ringwell/domain/report-period';

import { periodOf, type HappinessQueryDto } from './dto/happiness-query.dto';
import type { HappinessDto } from './dto/happiness.dto';
import { happinessView } from './happiness-view';

export type HappinessReportView = HappinessDto;

@Injectable()
export class HappinessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly happiness: HappinessRepository,
  ) {}

  /** @throws AppError when the days of the query are in the wrong order, or too many */
  async report(accountId: string, query: HappinessQueryDto): Promise<HappinessDto> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const period = periodOf(query, timeZone);
    const [days, parts, moments, isRecounting] = await Promise.all([
      this.happiness.listDays(accountId, { from: periodBefore(period).from, to: period.to }),
      this.happiness.listParts(accountId, period),
      this.happiness.listMoments(accountId, period),
      this.happiness.isRecounting(accountId),
    ]);
    return happinessView({ period, by: query.by, timeZone, isRecounting, days, parts, moments });
  }
}
