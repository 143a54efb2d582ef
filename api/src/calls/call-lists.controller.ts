import { Readable } from 'node:stream';

import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import {
  CallListsRepository,
  type CallFilter,
  type CallPosition,
  type ListedCall,
} from '@ringwell/database/calls/call-lists.repository';
import { isStatementCancelled } from '@ringwell/database/postgres/database-unavailable';
import { AppError } from '@ringwell/domain/app-error';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { callRow, callTable, EXAMPLE_TABLE } from './call-export';
import { callSummaryView } from './call-list-view';
import { cursorOf } from './dto/call-cursor';
import { CallExportQueryDto, CallQueryDto, filterOf, positionIn } from './dto/call-query.dto';
import { CallPageDto } from './dto/call-summary.dto';
import { streamAnswer } from './stream-answer';

/** Few enough for any spreadsheet; whoever has more narrows the dates. */
const MAX_EXPORTED_CALLS = 50_000;
const EXPORT_PAGE = 500;

/** The account's calls as a list and as a table. */
@ApiTags('Dashboard')
@Access('account')
@Controller('api/calls')
export class CallListsController {
  constructor(private readonly lists: CallListsRepository) {}

  @Get()
  @Throttled('search')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'listCalls',
    summary: "The account's calls",
    description: 'The call that was handed in last comes first. The parameters together narrow the list.',
  })
  @ApiOkResponse({ type: CallPageDto })
  @ApiProblems({
    400: 'A parameter is wrong.',
    401: 'The token or the session is missing or cannot be used.',
    422: 'The search takes too long.',
    429: 'There were too many searches in the last minute.',
    503: 'The database is away; try again in a moment.',
  })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: CallQueryDto): Promise<CallPageDto> {
    const { limit } = query;
    const found = await this.find(principal.userId, filterOf(query, principal), limit + 1, positionIn(query));
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map(callSummaryView), nextCursor: last && found.length > limit ? cursorOf(last) : null };
  }

  @Get('export.csv')
  @Throttled('search')
  @ApiOperation({
    operationId: 'exportCalls',
    summary: "The account's calls as CSV",
    description:
      `For spreadsheets: UTF-8, times in UTC. Takes the filters of the list and gives at most the latest ${MAX_EXPORTED_CALLS.toLocaleString('en')} of the calls. ` +
      'A cell that a spreadsheet would take for a formula starts with an apostrophe.',
  })
  @ApiOkResponse({
    description: 'A table with a line of headings.',
    content: { 'text/csv': { schema: { type: 'string', example: EXAMPLE_TABLE } } },
  })
  @ApiProblems({
    400: 'A parameter is wrong.',
    401: 'The token or the session is missing or cannot be used.',
    422: 'The search takes too long.',
    429: 'There were too many searches in the last minute.',
    503: 'The database is away; try again in a moment.',
  })
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query() query: CallExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.pages(principal.userId, filterOf(query, principal));
    const first = await pages.next(); // before any header is out, so that a database that is away is answered as such
    response.attachment(`calls-${new Date().toISOString().slice(0, 10)}.csv`).set('Cache-Control', 'no-store');
    await streamAnswer(response, Readable.from(rowsOf(first, pages)), callTable());
  }

  /** Page by page, so that memory does not grow with the account. */
  private async *pages(userId: string, filter: CallFilter): AsyncGenerator<ListedCall[], void> {
    let page = await this.find(userId, filter, EXPORT_PAGE);
    for (let exported = page.length; page.length > 0; exported += page.length) {
      yield page;
      if (page.length < EXPORT_PAGE || exported >= MAX_EXPORTED_CALLS) return;
      page = await this.find(userId, filter, EXPORT_PAGE, page.at(-1));
    }
  }

  /** @throws AppError `SEARCH_TOO_SLOW` */
  private async find(userId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    try {
      return await this.lists.list(userId, filter, limit, after);
    } catch (error) {
      throw filter.search !== undefined && isStatementCancelled(error) ? searchTooSlow(error) : error;
    }
  }
}

/** The same search would take as long again, so this is nothing to repeat. */
function searchTooSlow(cause: unknown): AppError {
  return new AppError({
    kind: 'unprocessable',
    code: 'SEARCH_TOO_SLOW',
    message: 'This search takes too long. Narrow the dates or search for a longer word.',
    cause,
  });
}

async function* rowsOf(
  first: IteratorResult<ListedCall[], void>,
  pages: AsyncGenerator<ListedCall[], void>,
): AsyncGenerator<ReturnType<typeof callRow>> {
  for (let page = first; !page.done; page = await pages.next()) yield* page.value.map(callRow);
}
