import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { Access } from '../auth/access/access.decorator';
import { CsvExport } from '../auth/access/limited-export.decorator';
import { Caller } from '../auth/principal/caller';
import { MAX_EXPORTED_ENTRIES } from '../http/export-pages';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { EXAMPLE_ACTIVITY_TABLE } from './activity-export';
import {
  ActivityDto,
  ActivityExportQuery,
  ActivityQuery,
  MyActivityExportQuery,
  MyActivityQuery,
} from './activity.dto';
import { ActivityService } from './activity.service';

const PROBLEMS = {
  400: 'A parameter is invalid.',
  422: 'The search timed out.',
};

const MY_PROBLEMS = { ...PROBLEMS, 403: 'Owners and managers only.' };

@Controller('api')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get('admin/activity')
  @Access('admin')
  @ApiTags('Analytics')
  @Revalidated()
  @ApiOperation({ summary: 'List activity log entries, newest first' })
  @ApiOkResponse({ type: [ActivityDto], description: 'Newest first.' })
  @ApiProblems(PROBLEMS)
  listActivity(@Caller() caller: Caller, @Query() query: ActivityQuery): Promise<ActivityDto[]> {
    return this.activity.list(caller, query, { userId: query.userId });
  }

  @Get('admin/activity/export.csv')
  @Access('admin')
  @ApiTags('Analytics')
  @CsvExport(EXAMPLE_ACTIVITY_TABLE)
  @ApiOperation({
    summary: 'Export the activity log as CSV',
    description:
      "UTF-8, with times in the administrator's time zone. Accepts the same filters as the list and returns at most the " +
      `${MAX_EXPORTED_ENTRIES.toLocaleString('en')} newest entries.`,
  })
  @ApiProblems(PROBLEMS)
  async exportActivity(
    @Caller() caller: Caller,
    @Query() query: ActivityExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.activity.export(caller, query, { userId: query.userId }, response);
  }

  @Get('my/activity')
  @Access('session', 'manager')
  @ApiTags('Members')
  @Revalidated()
  @ApiOperation({
    summary: 'List activity in the account, newest first',
    description:
      'IP address and browser are null unless the actor is a current member of the account and not an administrator.',
  })
  @ApiOkResponse({ type: [ActivityDto], description: 'Newest first.' })
  @ApiProblems(MY_PROBLEMS)
  listMyActivity(@Caller() caller: Caller, @Query() query: MyActivityQuery): Promise<ActivityDto[]> {
    return this.activity.list(caller, query, { accountId: caller.accountId });
  }

  @Get('my/activity/export.csv')
  @Access('session', 'manager')
  @ApiTags('Members')
  @CsvExport(EXAMPLE_ACTIVITY_TABLE)
  @ApiOperation({
    summary: 'Export activity in the account as CSV',
    description:
      "UTF-8, with times in the account's time zone. Accepts the same filters as the list and returns at most the " +
      `${MAX_EXPORTED_ENTRIES.toLocaleString('en')} newest entries.`,
  })
  @ApiProblems(MY_PROBLEMS)
  async exportMyActivity(
    @Caller() caller: Caller,
    @Query() query: MyActivityExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.activity.export(caller, query, { accountId: caller.accountId }, response);
  }
}
