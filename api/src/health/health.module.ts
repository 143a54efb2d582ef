import { Module } from '@nestjs/common';

import { HealthController } from './health.controller';
import { ReadinessService } from './readiness.service';
import { StoreProbe } from './store-probe';
import { SystemHealthController } from './system-health.controller';
import { SystemHealthService } from './system-health.service';

/** How the system does: for load balancers, and for administrators. */
@Module({
  controllers: [HealthController, SystemHealthController],
  providers: [ReadinessService, StoreProbe, SystemHealthService],
  exports: [ReadinessService],
})
export class HealthModule {}
