import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { DateTime } from 'luxon';

import { createCallTable, EXAMPLE_TABLE } from '@ringwell/rules/calls/call-table';

import { Access } from '../auth/access/access.decorator';
import { CsvExport } from '../auth/access/limited-export.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { assertConfirmedSession } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { streamResponse } from '../http/stream-response';
import { Throttled } from '../http/throttling/throttled.decorator';
import { callSummaryView } from './call-list-view';
import { CallListsService } from './call-lists.service';
import { CallQueryDto, CallExportQueryDto } from './dto/call-query.dto';
import { CallPageDto } from './dto/call-summary.dto';
import { ServiceTitanWordsDto } from './dto/service-titan-fields.dto';

// Below the row limit of common spreadsheet apps. Larger accounts can export shorter date ranges.
const MAX_EXPORTED_CALLS = 50_000;

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

  @Get('export.csv')
  @CsvExport(EXAMPLE_TABLE, 'search')
  @ApiOperation({
    summary: 'Export calls as CSV',
    description:
      "UTF-8, with times in the account's time zone. Accepts the same filters as the list and returns at most the " +
      `${MAX_EXPORTED_CALLS.toLocaleString('en')} most recent calls. ` +
      'Cells that a spreadsheet would treat as a formula start with an apostrophe.',
  })
  @ApiProblems({
    400: 'A parameter is invalid.',
    403: 'You signed in more than 15 minutes ago. Not returned for tokens.',
    422: 'The search timed out.',
  })
  async exportCalls(
    @Caller() caller: Caller,
    @Query() query: CallExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    assertConfirmedSession(caller);
    const { rows, timeZone } = await this.lists.export(caller, query, MAX_EXPORTED_CALLS);
    response.attachment(`calls-${DateTime.now().setZone(timeZone).toISODate()}.csv`);
    await streamResponse(response, rows, createCallTable(timeZone));
  }
}
