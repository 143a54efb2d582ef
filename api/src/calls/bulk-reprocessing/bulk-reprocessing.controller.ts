import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../../auth/access/access.decorator';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { BasicCallsDto } from './basic-calls.dto';
import { BulkReprocessingService } from './bulk-reprocessing.service';

const MANAGERS_ONLY = 'Only owners and managers can reprocess calls in bulk.';

@Controller('api')
export class BulkReprocessingController {
  constructor(private readonly reprocessing: BulkReprocessingService) {}

  @Get('my/basic-calls')
  @Access('session', 'manager')
  @ApiOperation({
    summary: 'Count calls transcribed by the basic recognizer',
    description: 'Returns how many calls could be reprocessed with a better recognizer.',
  })
  @ApiOkResponse({ type: BasicCallsDto })
  @ApiProblems({ 403: MANAGERS_ONLY })
  getBasicCalls(@Caller() { accountId }: Caller): Promise<BasicCallsDto> {
    return this.reprocessing.get(accountId);
  }

  @Post('my/basic-calls/reprocess')
  @Access('session', 'manager')
  @Throttled('reprocess')
  @ApiOperation({
    summary: 'Reprocess calls transcribed by the basic recognizer',
    description:
      'Starts with the most recent calls and runs only while no new calls are waiting. Earlier results are shown until ' +
      'new results replace them. Calls are not billed again, and no alerts are sent.',
  })
  @Responds(202, { type: BasicCallsDto })
  @ApiProblems({
    403: `${MANAGERS_ONLY} Also returned for demo accounts and while call processing is turned off.`,
    409: 'There are no calls to reprocess, or there is no better recognizer.',
    429: 'Too many calls were reprocessed in the last hour.',
  })
  reprocessBasicCalls(@Caller() caller: Caller): Promise<BasicCallsDto> {
    return this.reprocessing.startForCaller(caller);
  }

  @Delete('my/basic-calls/reprocess')
  @Access('session', 'manager')
  @ApiOperation({
    summary: 'Stop reprocessing calls',
    description: 'Calls that are already queued or in progress will still be reprocessed.',
  })
  @Responds(204, { description: 'Stopped, even if no reprocessing was in progress.' })
  @ApiProblems({ 403: MANAGERS_ONLY })
  cancelBasicCalls(@Caller() { accountId, actor }: Caller): Promise<void> {
    return this.reprocessing.cancel(accountId, actor);
  }

  @Get('admin/basic-calls')
  @Access('admin')
  @ApiTags('Analytics')
  @ApiOperation({ summary: 'Count calls transcribed by the basic recognizer, in all accounts' })
  @ApiOkResponse({ type: BasicCallsDto })
  getAllBasicCalls(): Promise<BasicCallsDto> {
    return this.reprocessing.get(null);
  }

  @Post('admin/basic-calls/reprocess')
  @Access('admin')
  @ApiTags('Analytics')
  @ApiOperation({
    summary: 'Reprocess calls transcribed by the basic recognizer, in all accounts',
    description:
      'Accounts take turns. Runs only while no new calls are waiting. Nothing is billed again, and no alerts are sent.',
  })
  @Responds(202, { type: BasicCallsDto })
  @ApiProblems({ 409: 'There are no calls to reprocess, or there is no better recognizer.' })
  reprocessAllBasicCalls(@Caller() { actor }: Caller): Promise<BasicCallsDto> {
    return this.reprocessing.start(null, actor);
  }

  @Delete('admin/basic-calls/reprocess')
  @Access('admin')
  @ApiTags('Analytics')
  @ApiOperation({
    summary: 'Stop reprocessing calls in all accounts',
    description: 'Calls that are already queued or in progress will still be reprocessed.',
  })
  @Responds(204, { description: 'Stopped, even if no reprocessing was in progress.' })
  cancelAllBasicCalls(@Caller() { actor }: Caller): Promise<void> {
    return this.reprocessing.cancel(null, actor);
  }
}
