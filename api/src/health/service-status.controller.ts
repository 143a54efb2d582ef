import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { ServiceStatusDto } from './service-status.dto';
import { ServiceStatusService } from './service-status.service';

@ApiTags('health')
@Access('public')
@Throttled('public')
@Controller('api/status')
export class ServiceStatusController {
  constructor(private readonly status: ServiceStatusService) {}

  @Get()
  @ApiOperation({ summary: 'Get the public status of the service' })
  @ApiOkResponse({
    type: ServiceStatusDto,
    description: 'Responds even if something is down. The status is at most five seconds old.',
  })
  getServiceStatus(): Promise<ServiceStatusDto> {
    return this.status.get();
  }
}
