import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { UsageReportsRepository } from '@ringwell/database/billing/usage-reports.repository';
import { lastDays } from '@ringwell/domain/billing/usage-days';

import { Access } from '../auth/access/access.decorator';
import { OwnedAccountParam, userNotFound } from '../auth/access/owned-account.pipe';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { ALL_DAYS, ReportDaysQuery, SystemReportQuery } from './dto/report-days.dto';
import { AccountUsageDto, DailyUsageDto, SystemUsageDto, UserUsageDto } from './dto/usage-reports.dto';
import { totalsView } from './dto/usage-totals.dto';

const PROBLEMS = {
  400: 'The number of days is invalid.',
};

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/usage')
export class AdminUsageController {
  constructor(
    private readonly reports: UsageReportsRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  @Get('system')
  @Revalidated()
  @ApiOperation({ summary: "Get all accounts' total usage" })
  @ApiOkResponse({ type: SystemUsageDto })
  @ApiProblems(PROBLEMS)
  async getSystemUsage(@Caller() { accountId }: Caller, @Query() { days }: SystemReportQuery): Promise<SystemUsageDto> {
    const [totals, users] = await Promise.all([
      this.reports.sumForAllAccounts(accountId, days === ALL_DAYS ? null : days, new Date()),
      this.reports.countUsers(),
    ]);
    return { totalUsers: users.all, activeUsers: users.active, ...totalsView(totals) };
  }

  @Get('analytics')
  @Revalidated()
  @ApiOperation({ summary: 'List accounts by usage, most minutes first' })
  @ApiOkResponse({ type: [AccountUsageDto] })
  @ApiProblems(PROBLEMS)
  async getUsageAnalytics(@Query() { days }: ReportDaysQuery): Promise<AccountUsageDto[]> {
    const accounts = await this.reports.listByAccount(lastDays(days, new Date()));
    return accounts.map(({ userId, userName, userEmail, minutes, calls, averageCallMinutes }) => ({
      userId,
      userName,
      userEmail,
      totalMinutes: minutes,
      totalCalls: calls,
      averageCallLength: averageCallMinutes,
    }));
  }

  @Get('daily')
  @Revalidated()
  @ApiOperation({ summary: "Get all accounts' daily usage" })
  @ApiOkResponse({ type: [DailyUsageDto], description: 'Includes every requested day, oldest first.' })
  @ApiProblems(PROBLEMS)
  getDailyUsage(@Caller() { accountId }: Caller, @Query() { days }: ReportDaysQuery): Promise<DailyUsageDto[]> {
    return this.reports.listDaysForAllAccounts(accountId, days, new Date());
  }

  @Get('user/:userId')
  @Revalidated()
  @ApiOperation({ summary: 'Get the total and daily usage of one account' })
  @ApiOkResponse({ type: UserUsageDto })
  @ApiProblems(PROBLEMS)
  async getUserUsage(
    @OwnedAccountParam() accountId: string,
    @Query() { days }: ReportDaysQuery,
  ): Promise<UserUsageDto> {
    const owner = await this.accounts.findOwner(accountId);
    if (!owner) throw userNotFound();
    const range = lastDays(days, new Date());
    const [totals, daily] = await Promise.all([
      this.reports.sumForAccount(accountId, range),
      this.reports.listByDay(accountId, range),
    ]);
    const userName = [owner.firstName, owner.lastName].filter(Boolean).join(' ') || null;
    return { userId: owner.id, userName, userEmail: owner.email, ...totalsView(totals), daily };
  }
}
