import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';

import { SecurityMetrics } from '@ringwell/platform/metrics/security-metrics';

import { SecurityRecorder } from './security-recorder.service';

@Global()
@Module({
  providers: [
    { provide: SecurityMetrics, inject: [Registry], useFactory: (registry: Registry) => new SecurityMetrics(registry) },
    SecurityRecorder,
  ],
  exports: [SecurityRecorder],
})
export class SecurityModule {}
