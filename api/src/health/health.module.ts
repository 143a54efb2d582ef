import { Module } from '@nestjs/common';

import { HealthController } from './health.controller';
import { ReadinessService } from './readiness.service';
import { ServiceStatusService } from './service-status.service';
import { StoreProbeService } from './store-probe.service';
import { SystemHealthController } from './system-health.controller';
import { SystemHealthService } from './system-health.service';
import { UndeliveredController } from './undelivered.controller';

@Module({
  controllers: [HealthController, SystemHealthController, UndeliveredController],
  providers: [ReadinessService, ServiceStatusService, StoreProbeService, SystemHealthService],
  exports: [ReadinessService],
})
export class HealthModule {}
