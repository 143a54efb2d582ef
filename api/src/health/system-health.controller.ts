import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { SystemHealthDto } from './system-health.dto';
import { SystemHealthService } from './system-health.service';

/** How the system does, for administrators. */
@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/system-health')
export class SystemHealthController {
  constructor(private readonly systemHealth: SystemHealthService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getSystemHealth', summary: 'Stores, queue, workers and engines, as they are now' })
  @ApiOkResponse({ type: SystemHealthDto, description: 'Also when something is away: the answer says what.' })
  @ApiProblems({
    401: 'Nobody is signed in.',
    403: 'Only for administrators.',
    503: 'The database is away, without which nobody is signed in.',
  })
  get(): Promise<SystemHealthDto> {
    return this.systemHealth.look();
  }
}
