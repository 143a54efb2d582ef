import { Readable } from 'node:stream';

import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { DateTime } from 'luxon';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import {
  CallListsRepository,
  type CallFilter,
  type CallPosition,
  type ListedCall,
} from '@ringwell/database/calls/call-lists.repository';
import { CallPassagesRepository } from '@ringwell/database/calls/call-passages.repository';
import { isStatementCanceled } from '@ringwell/database/postgres/database-unavailable';
import { AppError } from '@ringwell/domain/app-error';
import type { Passage } from '@ringwell/domain/search-passage';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { streamResponse } from '../http/stream-response';
import { Throttled } from '../http/throttling/throttled.decorator';
import { callRow, callTable, EXAMPLE_TABLE } from './call-export';
import { callSummaryView } from './call-list-view';
import { cursorOf } from './dto/call-cursor';
import { CallExportQueryDto, CallQueryDto, filterOf, positionIn } from './dto/call-query.dto';
import { CallPageDto } from './dto/call-summary.dto';

// What common spreadsheet programs can open. Larger accounts narrow the dates.
const MAX_EXPORTED_CALLS = 50_000;
const EXPORT_PAGE_SIZE = 500;

@ApiTags('Dashboard')
@Access('account', 'viewer')
@Controller('api/calls')
export class CallListsController {
  constructor(
    private readonly lists: CallListsRepository,
    private readonly passages: CallPassagesRepository,
    private readonly accounts: AccountsRepository,
    private readonly agents: AgentsRepository,
  ) {}

  @Get()
  @Throttled('search')
  @Revalidated()
  @ApiOperation({
    operationId: 'listCalls',
    summary: 'List calls',
    description: 'Latest calls first. All filters must match. With a search, each call has the sentence that matches.',
  })
  @ApiOkResponse({ type: CallPageDto })
  @ApiProblems({
    400: 'A parameter is invalid.',
    401: 'Not signed in, and no valid token.',
    422: 'The search timed out.',
    429: 'Too many searches in the last minute.',
    503: 'The service is temporarily unavailable. Try again in a moment.',
  })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: CallQueryDto): Promise<CallPageDto> {
    const { limit } = query;
    const { filter } = await this.filterOf(query, principal);
    const found = await this.find(principal.accountId, filter, limit + 1, positionIn(query));
    const shown = found.slice(0, limit);
    const passages = await this.passagesIn(principal.accountId, shown, query.search);
    const last = shown.at(-1);
    return {
      items: shown.map((call) => ({ ...callSummaryView(call), match: passages.get(call.id) ?? null })),
      isSimilar: last?.reading === 'similar',
      nextCursor: last && found.length > limit ? cursorOf(last) : null,
    };
  }

  @Get('export.csv')
  @Throttled('search')
  @ApiOperation({
    operationId: 'exportCalls',
    summary: 'Export calls as CSV',
    description:
      'For spreadsheets: UTF-8, times in the time zone of the account. Accepts the filters of the list and returns at most the ' +
      `${MAX_EXPORTED_CALLS.toLocaleString('en')} latest calls. ` +
      'Cells that a spreadsheet would treat as a formula start with an apostrophe.',
  })
  @ApiOkResponse({
    description: 'A table with a header row.',
    content: { 'text/csv': { schema: { type: 'string', example: EXAMPLE_TABLE } } },
  })
  @ApiProblems({
    400: 'A parameter is invalid.',
    401: 'Not signed in, and no valid token.',
    422: 'The search timed out.',
    429: 'Too many searches in the last minute.',
    503: 'The service is temporarily unavailable. Try again in a moment.',
  })
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query() query: CallExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const { filter, timeZone } = await this.filterOf(query, principal);
    const pages = this.pages(principal.accountId, filter);
    const first = await pages.next(); // before headers are sent, so that a database error can still set the status
    const day = DateTime.now().setZone(timeZone).toISODate();
    response.attachment(`calls-${day}.csv`).set('Cache-Control', 'no-store');
    await streamResponse(response, Readable.from(rowsOf(first, pages, timeZone)), callTable(timeZone));
  }

  private async filterOf(
    query: CallExportQueryDto,
    principal: Principal,
  ): Promise<{ filter: CallFilter; timeZone: string }> {
    const { accountId } = principal;
    const [timeZone, agentIds] = await Promise.all([
      this.accounts.findTimeZone(accountId),
      query.agent === undefined ? undefined : this.agents.listSamePerson(accountId, query.agent),
    ]);
    return { filter: filterOf(query, principal, timeZone, agentIds), timeZone };
  }

  // Pages keep memory use independent of the number of calls.
  private async *pages(accountId: string, filter: CallFilter): AsyncGenerator<ListedCall[], void> {
    let page = await this.find(accountId, filter, EXPORT_PAGE_SIZE);
    for (let exported = page.length; page.length > 0; exported += page.length) {
      yield page;
      if (page.length < EXPORT_PAGE_SIZE || exported >= MAX_EXPORTED_CALLS) return;
      page = await this.find(accountId, filter, EXPORT_PAGE_SIZE, page.at(-1));
    }
  }

  private find(accountId: string, filter: CallFilter, limit: number, after?: CallPosition): Promise<ListedCall[]> {
    const isSearch = filter.search !== undefined;
    return this.lists.list(accountId, filter, limit, after).catch(isSearch ? explainTimeout : rethrow);
  }

  private async passagesIn(accountId: string, calls: readonly ListedCall[], search?: string): Promise<PassagesByCall> {
    if (search === undefined || calls.length === 0) return new Map();
    return this.passages.find(accountId, calls, search).catch(explainTimeout);
  }
}

type PassagesByCall = ReadonlyMap<string, Passage>;

function rethrow(error: unknown): never {
  throw error;
}

function explainTimeout(error: unknown): never {
  throw isStatementCanceled(error) ? searchTooSlow(error) : error;
}

// Not retryable: the same search would time out again.
function searchTooSlow(cause: unknown): AppError {
  return new AppError({
    kind: 'unprocessable',
    code: 'SEARCH_TOO_SLOW',
    message: 'Search timed out. Try a shorter date range or a longer search term.',
    cause,
  });
}

async function* rowsOf(
  first: IteratorResult<ListedCall[], void>,
  pages: AsyncGenerator<ListedCall[], void>,
  timeZone: string,
): AsyncGenerator<ReturnType<typeof callRow>> {
  for (let page = first; !page.done; page = await pages.next())
    yield* page.value.map((call) => callRow(call, timeZone));
}
