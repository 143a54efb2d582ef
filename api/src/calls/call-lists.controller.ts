import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { callSummaryView } from './call-list-view';
import { CallListsService } from './call-lists.service';
import { CallQueryDto } from './dto/call-query.dto';
import { CallPageDto } from './dto/call-summary.dto';
import { ServiceTitanWordsDto } from './dto/service-titan-fields.dto';

@Access('account', 'viewer')
@Controller('api/calls')
export class CallListsController {
  constructor(private readonly lists: CallListsService) {}

  @Get()
  @Throttled('search')
  @Revalidated()
  @ApiOperation({
    summary: 'List calls',
    description: 'Newest first. All filters must match. With a search, each call includes the matching sentence.',
  })
  @ApiOkResponse({ type: CallPageDto })
  @ApiProblems({
    400: 'A parameter is invalid.',
    422: 'The search timed out.',
    429: 'Too many searches in the last minute.',
  })
  async listCalls(@Caller() caller: Caller, @Query() query: CallQueryDto): Promise<CallPageDto> {
    const { calls, passages, isSimilar, nextCursor } = await this.lists.getPage(caller, query);
    return {
      items: calls.map((call) => ({ ...callSummaryView(call), match: passages.get(call.id) ?? null })),
      isSimilar,
      nextCursor,
    };
  }

  @Get('service-titan-words')
  @ApiOperation({
    summary: 'List ServiceTitan values on calls',
    description: "Returns the distinct ServiceTitan values on recent calls, for the list's filters.",
  })
  @ApiOkResponse({ type: ServiceTitanWordsDto })
  getServiceTitanWords(@Caller() caller: Caller): Promise<ServiceTitanWordsDto> {
    return this.lists.listServiceTitanValues(visibleAccountId(caller));
  }
}
