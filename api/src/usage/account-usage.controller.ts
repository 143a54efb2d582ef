import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { UsageReportsRepository } from '@ringwell/database/billing/usage-reports.repository';
import { notFound } from '@ringwell/domain/errors/app-error';
import { currentUsagePeriod } from '@ringwell/rules/calendar/usage-period';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { toDto } from '../http/response/to-dto';
import { MyUsageDto } from './dto/my-usage.dto';
import { PostedUsageDto } from './dto/posted-usage.dto';
import { UsageRecordDto } from './dto/usage-record.dto';
import { totalsView } from './dto/usage-totals.dto';
import { PostedUsageService } from './posted-usage.service';

@Controller('api')
export class AccountUsageController {
  constructor(
    private readonly postedUsage: PostedUsageService,
    private readonly accounts: AccountsRepository,
    private readonly reports: UsageReportsRepository,
  ) {}

  @Get('my/usage')
  @Access('session', 'viewer')
  @Revalidated()
  @ApiOperation({ summary: 'Get your usage in the current usage month' })
  @ApiOkResponse({ type: MyUsageDto })
  @ApiProblems({
    404: 'The account has just been deleted.',
  })
  async getMyUsage(@Caller() { accountId }: Caller): Promise<MyUsageDto> {
    const found = await this.accounts.findWithSettings(accountId);
    if (!found) throw notFound('USER_NOT_FOUND', 'This account has just been deleted.');
    const { account, settings } = found;
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

  @Post('account/usage')
  @Access('account', 'manager')
  @ApiTags('n8n')
  @ApiOperation({
    summary: 'Record usage of your account',
    description:
      'Counts toward the totals and the monthly limit, and is charged like call minutes. ' +
      "Usage for processed calls is recorded automatically. Don't post it again.",
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    example: 'b7f0c1de-41a5-4c0e-9f0b-6f2d8a7c5e13',
    description:
      '1 to 255 visible ASCII characters, unique per record. ' +
      'Repeating a request with the same key returns the same record.',
  })
  @ApiCreatedResponse({ type: UsageRecordDto, description: 'The new or existing record.' })
  @ApiProblems({
    400: 'A field or the Idempotency-Key is invalid.',
    422: 'The Idempotency-Key was used for another usage record.',
  })
  async recordUsage(
    @Caller() { accountId }: Caller,
    @Body() usage: PostedUsageDto,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<UsageRecordDto> {
    const record = await this.postedUsage.post(accountId, usage, idempotencyKey);
    return toDto(UsageRecordDto, record, { userId: accountId, minutes: Number(record.minutes) });
  }
}
