import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { SystemHealthDto } from './system-health.dto';
import { SystemHealthService } from './system-health.service';

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/system-health')
export class SystemHealthController {
  constructor(private readonly systemHealth: SystemHealthService) {}

  @Get()
  @ApiOperation({ summary: 'Get the current health of stores, queue, workers and engines' })
  @ApiOkResponse({
    type: SystemHealthDto,
    description: 'Responds even if a part is unavailable, and names that part.',
  })
  @ApiProblems({
    503: "The database is unavailable, so the session can't be checked.",
  })
  getSystemHealth(): Promise<SystemHealthDto> {
    return this.systemHealth.check();
  }
}
