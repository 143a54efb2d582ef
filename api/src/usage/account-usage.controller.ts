import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { PostedUsageDto } from './dto/posted-usage.dto';
import { UsageRecordDto } from './dto/usage-record.dto';
import { PostedUsageService } from './posted-usage.service';

/** Usage that automations tell of. */
@ApiTags('n8n')
@Access('account')
@Controller('api/account/usage')
export class AccountUsageController {
  constructor(private readonly postedUsage: PostedUsageService) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'recordUsage',
    summary: 'Record usage of your account',
    description:
      'Counts in the totals and towards the monthly limit, and is charged as the minutes of calls are. ' +
      'Calls that are processed here record their usage themselves: do not post it again.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    example: 'b7f0c1de-41a5-4c0e-9f0b-6f2d8a7c5e13',
    description:
      '1 to 255 visible ASCII characters, new for each record. Sending the same again under the same key gives the same record.',
  })
  @ApiCreatedResponse({ type: UsageRecordDto, description: 'The record; the earlier one when it was sent before.' })
  @ApiProblems({
    400: 'A field or the Idempotency-Key is wrong.',
    401: 'Nobody is signed in, or the token cannot be used.',
    422: 'The Idempotency-Key was used for another usage record.',
    503: 'A store is away; try again in a moment.',
  })
  async post(
    @CurrentPrincipal() { userId }: Principal,
    @Body() usage: PostedUsageDto,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<UsageRecordDto> {
    const record = await this.postedUsage.post(userId, usage, idempotencyKey);
    const { id, minutes, instanceRuns, apiCalls, source, metadata, recordedAt } = record;
    return {
      id,
      userId,
      minutes: Number(minutes),
      instanceRuns,
      apiCalls,
      source,
      metadata,
      recordedAt: recordedAt.toISOString(),
    };
  }
}
