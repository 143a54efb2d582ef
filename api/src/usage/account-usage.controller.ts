import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { PostedUsageDto } from './dto/posted-usage.dto';
import { UsageRecordDto } from './dto/usage-record.dto';
import { PostedUsageService } from './posted-usage.service';

@ApiTags('n8n')
@Access('account', 'manager')
@Controller('api/account/usage')
export class AccountUsageController {
  constructor(private readonly postedUsage: PostedUsageService) {}

  @Post()
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
    const { id, minutes, instanceRuns, apiCalls, source, metadata, recordedAt } = record;
    return {
      id,
      userId: accountId,
      minutes: Number(minutes),
      instanceRuns,
      apiCalls,
      source,
      metadata,
      recordedAt: recordedAt.toISOString(),
    };
  }
}
