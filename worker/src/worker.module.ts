import { Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';

import { DatabaseModule } from '@ringwell/database/database.module';
import { DatabasePool } from '@ringwell/database/postgres/database-pool';
import { DATABASE_TIME_LIMITS } from '@ringwell/database/postgres/time-limits';
import { JobQueues } from '@ringwell/jobs/job-queues';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { ProcessGauges } from '@ringwell/platform/metrics/process-gauges';
import { PlatformModule } from '@ringwell/platform/platform.module';

import { BillingModule } from './billing/billing.module';
import { CallsModule } from './calls/calls.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { DispatchModule } from './dispatch/dispatch.module';
import { ExportsModule } from './exports/exports.module';
import { FollowUpsModule } from './follow-ups/follow-ups.module';
import { LeaderElectionService } from './leader/leader-election.service';
import { LeaderModule } from './leader/leader.module';
import { MailModule } from './mail/mail.module';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { QueuesModule } from './queues/queues.module';
import { ServiceTitanModule } from './servicetitan/service-titan.module';
import { WeeklyLetterModule } from './weekly-letter/weekly-letter.module';
import { WorkerShutdownService } from './worker-shutdown.service';

/**
 * Nest starts a module after its imports and stops it before them. It stops sibling modules in reverse order, so the
 * dispatcher doesn't release anything while the other modules are stopping.
 */
@Module({})
export class WorkerModule {
  static with(config: WorkerConfig, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.with('worker', config, logger),
        DatabaseModule.forRoot({
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL_SIZE,
          applicationName: 'ringwell-worker',
          statementTimeoutMs: DATABASE_TIME_LIMITS.workerStatement,
        }),
        QueuesModule,
        LeaderModule,
        MailModule,
        ServiceTitanModule,
        DeliveriesModule,
        CallsModule,
        FollowUpsModule,
        WeeklyLetterModule,
        BillingModule,
        ExportsModule,
        MaintenanceModule,
        DispatchModule,
      ],
      providers: [
        {
          provide: ProcessGauges,
          inject: [Registry, DatabasePool, JobQueues, LeaderElectionService],
          useFactory: (registry: Registry, pool: DatabasePool, queues: JobQueues, leader: LeaderElectionService) =>
            new ProcessGauges(registry, {
              databasePool: () => pool.getCounts(),
              assertRedisWritable: () => queues.assertWritable(),
              isLeader: () => leader.isLeader,
            }),
        },
        WorkerShutdownService,
      ],
    };
  }
}
