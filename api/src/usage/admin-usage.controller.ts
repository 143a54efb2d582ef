import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UsageReportsRepository } from '@ringwell/database/billing/usage-reports.repository';
import { AppError } from '@ringwell/domain/app-error';
import { ALL_DAYS, lastDays } from '@ringwell/domain/usage-days';

import { Access } from '../auth/access.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { ALL, ReportDaysQuery, SystemReportQuery } from './dto/report-days.dto';
import { AccountUsageDto, DailyUsageDto, SystemUsageDto, UserUsageDto } from './dto/usage-reports.dto';
import { totalsView } from './dto/usage-totals.dto';

const PROBLEMS = {
  400: 'The number of days is invalid.',
  401: 'Not signed in.',
  403: 'Administrators only.',
  503: 'The service is temporarily unavailable. Try again in a moment.',
};

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/usage')
export class AdminUsageController {
  constructor(
    private readonly reports: UsageReportsRepository,
    private readonly users: UsersRepository,
  ) {}

  @Get('system')
  @Revalidated()
  @ApiOperation({ operationId: 'getSystemUsage', summary: 'Get the total usage of all accounts' })
  @ApiOkResponse({ type: SystemUsageDto })
  @ApiProblems(PROBLEMS)
  async system(@Query() { days }: SystemReportQuery): Promise<SystemUsageDto> {
    const range = days === ALL ? ALL_DAYS : lastDays(days, new Date());
    const [totals, users] = await Promise.all([this.reports.totalsForAllAccounts(range), this.reports.countAccounts()]);
    return { totalUsers: users.all, activeUsers: users.active, ...totalsView(totals) };
  }

  @Get('analytics')
  @Revalidated()
  @ApiOperation({
    operationId: 'getUsageAnalytics',
    summary: 'List accounts by usage, most minutes first',
  })
  @ApiOkResponse({ type: [AccountUsageDto] })
  @ApiProblems(PROBLEMS)
  async analytics(@Query() { days }: ReportDaysQuery): Promise<AccountUsageDto[]> {
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
  @ApiOperation({ operationId: 'getDailyUsage', summary: 'Get the daily usage of all accounts' })
  @ApiOkResponse({ type: [DailyUsageDto], description: 'Every requested day, oldest first.' })
  @ApiProblems(PROBLEMS)
  daily(@Query() { days }: ReportDaysQuery): Promise<DailyUsageDto[]> {
    return this.reports.listByDay(null, lastDays(days, new Date()));
  }

  @Get('user/:userId')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getUserUsage', summary: 'Get the total and daily usage of one account' })
  @ApiParam({ name: 'userId', format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  @ApiOkResponse({ type: UserUsageDto })
  @ApiProblems({ ...PROBLEMS, 404: 'User not found.' })
  async user(
    @IdParam('userId', userNotFound) userId: string,
    @Query() { days }: ReportDaysQuery,
  ): Promise<UserUsageDto> {
    const user = await this.users.findById(userId);
    if (!user) throw userNotFound();
    const range = lastDays(days, new Date());
    const [totals, daily] = await Promise.all([
      this.reports.totalsForAccount(userId, range),
      this.reports.listByDay(userId, range),
    ]);
    const userName = [user.firstName, user.lastName].filter(Boolean).join(' ') || null;
    return { userId, userName, userEmail: user.email, ...totalsView(totals), daily };
  }
}

function userNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'USER_NOT_FOUND',
    message: 'User not found. It may have been deleted.',
  });
}
