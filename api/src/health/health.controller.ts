import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { Access } from '../auth/access/access.decorator';
import { Throttled, Unthrottled } from '../http/throttling/throttled.decorator';
import { LivenessDto, ReadinessDto } from './health.dto';
import { ReadinessService } from './readiness.service';
import { ServiceStatusDto } from './service-status.dto';
import { ServiceStatusService } from './service-status.service';

@ApiTags('health')
@Access('public')
@Controller('api')
export class HealthController {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly status: ServiceStatusService,
  ) {}

  @Get('health/live')
  @Unthrottled()
  @ApiOperation({ summary: 'Check whether the process is alive' })
  @ApiOkResponse({ type: LivenessDto })
  getLiveness(): LivenessDto {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Unthrottled()
  @Throttled('readiness')
  @ApiOperation({ summary: 'Check whether calls can be accepted and processed' })
  @ApiOkResponse({ type: ReadinessDto })
  @ApiResponse({ status: 304, description: 'Unchanged since the response whose ETag is in If-None-Match.' })
  @ApiServiceUnavailableResponse({ type: ReadinessDto, description: 'PostgreSQL or the storage is unavailable.' })
  async getReadiness(@Res({ passthrough: true }) response: Response): Promise<ReadinessDto> {
    const readiness = await this.readiness.getCurrent();
    if (readiness.status === 'unavailable') response.status(503);
    return readiness;
  }

  @Get('status')
  @Throttled('public')
  @ApiOperation({ summary: 'Get the public status of the service' })
  @ApiOkResponse({
    type: ServiceStatusDto,
    description: 'Responds even if something is down. The status is at most five seconds old.',
  })
  getServiceStatus(): Promise<ServiceStatusDto> {
    return this.status.get();
  }
}
