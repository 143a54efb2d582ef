import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { ActivityRepository } from '@ringwell/database/accounts/activity.repository';
import { activityKind } from '@ringwell/domain/activity';

import { Access } from '../auth/access.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { ActivityDto, ActivityQuery } from './activity.dto';

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/activity')
export class ActivityController {
  constructor(private readonly activity: ActivityRepository) {}

  @Get()
  @Revalidated()
  @ApiOperation({ operationId: 'listActivity', summary: 'List the newest activity log entries' })
  @ApiOkResponse({ type: [ActivityDto], description: 'Newest first.' })
  @ApiProblems({
    400: 'The limit is invalid.',
    401: 'Not signed in.',
    403: 'Administrators only.',
    503: 'A service is unavailable. Try again in a moment.',
  })
  async list(@Query() { limit }: ActivityQuery): Promise<ActivityDto[]> {
    const entries = await this.activity.list(limit);
    return entries.map((entry) => {
      const createdAt = entry.createdAt.toISOString();
      return { ...entry, kind: activityKind(entry.action), timestamp: createdAt, createdAt };
    });
  }
}
