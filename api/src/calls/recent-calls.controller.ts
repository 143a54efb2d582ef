import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { Revalidated } from '../http/response/revalidated.decorator';
import { recentCallView } from './call-list-view';
import { RecentCallDto } from './dto/recent-call.dto';

const RECENT_CALLS = 10;

@Access('session', 'viewer')
@Controller('api/my/recent-calls')
export class RecentCallsController {
  constructor(private readonly lists: CallListsRepository) {}

  @Get()
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
}
