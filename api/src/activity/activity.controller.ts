import { Readable } from 'node:stream';

import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import {
  ActivityRepository,
  type ActivityEntry,
  type ActivityFilter,
} from '@ringwell/database/accounts/activity.repository';
import { activityKind } from '@ringwell/domain/activity';

import { Access } from '../auth/access.decorator';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { streamResponse } from '../http/stream-response';
import { activityRow, activityTable, EXAMPLE_TABLE } from './activity-export';
import { ActivityDto, ActivityExportQuery, ActivityQuery, filterOf } from './activity.dto';

const MAX_EXPORTED_ENTRIES = 50_000;
const EXPORT_PAGE_SIZE = 500;

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/activity')
export class ActivityController {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly accounts: AccountsRepository,
  ) {}

  @Get()
  @Revalidated()
  @ApiOperation({ operationId: 'listActivity', summary: 'List activity log entries, newest first' })
  @ApiOkResponse({ type: [ActivityDto], description: 'Newest first.' })
  @ApiProblems({
    400: 'A parameter is invalid.',
    401: 'Not signed in.',
    403: 'Administrators only.',
    503: 'A service is unavailable. Try again in a moment.',
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Query() query: ActivityQuery): Promise<ActivityDto[]> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const entries = await this.activity.list(filterOf(query, timeZone), query.limit, query.after);
    return entries.map((entry) => {
      const createdAt = entry.createdAt.toISOString();
      return { ...entry, kind: activityKind(entry.action), timestamp: createdAt, createdAt };
    });
  }

  @Get('export.csv')
  @ApiOperation({
    operationId: 'exportActivity',
    summary: 'Export the activity log as CSV',
    description:
      "For spreadsheets: UTF-8, times in the administrator's time zone. Accepts the filters of the list and returns at most the " +
      `${MAX_EXPORTED_ENTRIES.toLocaleString('en')} newest entries.`,
  })
  @ApiOkResponse({
    description: 'A table with a header row.',
    content: { 'text/csv': { schema: { type: 'string', example: EXAMPLE_TABLE } } },
  })
  @ApiProblems({
    400: 'A parameter is invalid.',
    401: 'Not signed in.',
    403: 'Administrators only.',
    503: 'A service is unavailable. Try again in a moment.',
  })
  async export(
    @CurrentPrincipal() { accountId }: Principal,
    @Query() query: ActivityExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const timeZone = await this.accounts.findTimeZone(accountId);
    const filter = filterOf(query, timeZone);
    const first = await this.activity.list(filter, EXPORT_PAGE_SIZE); // so that a database error can still set the status
    response.attachment(`activity-${new Date().toISOString().slice(0, 10)}.csv`).set('Cache-Control', 'no-store');
    await streamResponse(response, Readable.from(this.rows(filter, first, timeZone)), activityTable(timeZone));
  }

  private async *rows(
    filter: ActivityFilter,
    first: ActivityEntry[],
    timeZone: string,
  ): AsyncGenerator<ReturnType<typeof activityRow>> {
    let page = first;
    for (let exported = page.length; page.length > 0; exported += page.length) {
      yield* page.map((entry) => activityRow(entry, timeZone));
      if (page.length < EXPORT_PAGE_SIZE || exported >= MAX_EXPORTED_ENTRIES) return;
      page = await this.activity.list(filter, EXPORT_PAGE_SIZE, page.at(-1)?.id);
    }
  }
}
