import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { BASIC_ENGINE } from '@ringwell/domain/calls/engine-note';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { Revalidated } from '../http/response/revalidated.decorator';
import { recentCallView } from './call-list-view';
import { ProcessingTimeDto } from './dto/processing-time.dto';
import { RecentCallDto } from './dto/recent-call.dto';

const RECENT_CALLS = 10;

// The basic recognizer uses about 15 CPU seconds per minute of audio, and all others are several times faster.
const TYPICAL_MINUTES = { basic: 2, other: 1 } as const;

@Access('session', 'viewer')
@Controller('api/my')
export class MyCallsController {
  constructor(
    private readonly lists: CallListsRepository,
    private readonly workers: WorkersRepository,
  ) {}

  @Get('recent-calls')
  @Revalidated()
  @ApiOperation({
    summary: 'List the most recent calls',
    description: `The ${RECENT_CALLS} most recent calls, including those still being processed.`,
  })
  @ApiOkResponse({ type: [RecentCallDto] })
  async listRecentCalls(@Caller() { accountId, status }: Caller): Promise<RecentCallDto[]> {
    const calls = await this.lists.listRecent(accountId, RECENT_CALLS, status === 'demo');
    return calls.map(recentCallView);
  }

  @Get('processing-time')
  @ApiOperation({ summary: 'Get the typical call processing time' })
  @ApiOkResponse({ type: ProcessingTimeDto })
  async getProcessingTime(): Promise<ProcessingTimeDto> {
    const engines = (await this.workers.listAlive()).map(({ engines: { transcription } }) => transcription);
    if (engines.length === 0) return { usualMinutes: null };
    return { usualMinutes: TYPICAL_MINUTES[engines.includes(BASIC_ENGINE) ? 'basic' : 'other'] };
  }
}
