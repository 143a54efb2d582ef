import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { UsageReportsRepository } from '@ringwell/database/billing/usage-reports.repository';
import { notFound } from '@ringwell/domain/errors/app-error';
import { currentUsagePeriod } from '@ringwell/rules/calendar/usage-period';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { MyUsageDto } from './dto/my-usage.dto';
import { totalsView } from './dto/usage-totals.dto';

@Access('session', 'viewer')
@Controller('api/my/usage')
export class MyUsageController {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly reports: UsageReportsRepository,
  ) {}

  @Get()
  @Revalidated()
  @ApiOperation({ summary: 'Get your usage in the current usage month' })
  @ApiOkResponse({ type: MyUsageDto })
  @ApiProblems({
    404: 'The account has just been deleted.',
  })
  async getMyUsage(@Caller() { accountId }: Caller): Promise<MyUsageDto> {
    const [account, settings] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findSettings(accountId),
    ]);
    if (!account || !settings) throw notFound('USER_NOT_FOUND', 'This account has just been deleted.');
    const period = currentUsagePeriod(account, settings, new Date());
    const totals = await this.reports.sumForPeriod(accountId, period);
    return {
      ...totalsView(totals),
      periodStartsAt: period.startsAt.toISOString(),
      resetsAt: period.endsAt.toISOString(),
      monthlyMinuteLimit: settings.monthlyMinuteLimit,
      usageLimitEnabled: settings.usageLimitEnabled,
    };
  }
}
