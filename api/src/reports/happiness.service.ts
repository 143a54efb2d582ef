import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { CallbacksRepository } from '@ringwell/database/follow-ups/callbacks.repository';
import { getPreviousPeriod } from '@ringwell/domain/weekly-letters/report-period';

import { parseEnd, parseStart } from '../http/request/day-or-instant.decorator';
import { resolvePeriod, type HappinessQueryDto } from './dto/happiness-query.dto';
import type { HappinessDto } from './dto/happiness.dto';
import { happinessView } from './happiness-view';

export type HappinessReportView = HappinessDto;

@Injectable()
export class HappinessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly agents: AgentsRepository,
    private readonly happiness: HappinessRepository,
    private readonly callbacks: CallbacksRepository,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` if `from` is after `to` or the period is too long */
  async report(accountId: string, query: HappinessQueryDto): Promise<HappinessDto> {
    const { by, direction = null, agent = null } = query;
    const [timeZone, agentIds] = await Promise.all([
      this.accounts.findTimeZone(accountId),
      agent === null ? undefined : this.agents.listIdsOfSamePerson(accountId, agent),
    ]);
    const period = resolvePeriod(query, timeZone);
    const filter = { direction: direction ?? undefined, agentIds };
    const timeRange = { from: parseStart(period.from, timeZone), before: parseEnd(period.to, timeZone) };
    const [days, subtotals, moments, callbacks, isRecounting] = await Promise.all([
      this.happiness.listDays(accountId, { from: getPreviousPeriod(period).from, to: period.to }, filter),
      this.happiness.listBreakdowns(accountId, period, filter),
      this.happiness.listMoments(accountId, period, filter),
      this.callbacks.count(accountId, timeRange, filter),
      this.happiness.isRecounting(accountId),
    ]);
    return happinessView({ period, by, direction, agent, timeZone, isRecounting, days, subtotals, moments, callbacks });
  }
}
