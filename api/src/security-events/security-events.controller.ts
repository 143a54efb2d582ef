import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { Access } from '../auth/access/access.decorator';
import { CsvExport } from '../auth/access/limited-export.decorator';
import { Caller } from '../auth/principal/caller';
import { MAX_EXPORTED_ENTRIES } from '../http/export-pages';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { EXAMPLE_SECURITY_EVENT_TABLE } from './security-event-export';
import { SecurityEventPageDto, SecurityEventsExportQuery, SecurityEventsQuery } from './security-events.dto';
import { SecurityEventsService } from './security-events.service';

const PROBLEMS = {
  400: 'A parameter is invalid.',
  422: 'The search timed out.',
};

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/security-events')
export class SecurityEventsController {
  constructor(private readonly events: SecurityEventsService) {}

  @Get()
  @Revalidated()
  @ApiOperation({
    summary: 'List security events, newest first',
    description:
      'Includes sign-ins and attempts, rejected requests, and permission and password changes. Identical events within a minute are combined ' +
      'and counted.',
  })
  @ApiOkResponse({ type: SecurityEventPageDto })
  @ApiProblems(PROBLEMS)
  listSecurityEvents(@Caller() caller: Caller, @Query() query: SecurityEventsQuery): Promise<SecurityEventPageDto> {
    return this.events.list(caller, query);
  }

  @Get('export.csv')
  @CsvExport(EXAMPLE_SECURITY_EVENT_TABLE)
  @ApiOperation({
    summary: 'Export security events as CSV',
    description:
      "UTF-8, with times in the administrator's time zone. Accepts the same filters as the list and returns at most the " +
      `${MAX_EXPORTED_ENTRIES.toLocaleString('en')} newest events.`,
  })
  @ApiProblems(PROBLEMS)
  async exportSecurityEvents(
    @Caller() caller: Caller,
    @Query() query: SecurityEventsExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.events.export(caller, query, response);
  }
}
