import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';

import { createDataSource, type DatabaseOptions } from './data-source';
import { DatabasePool } from './database-pool';
import { ActivityRepository } from './repositories/activity.repository';
import { CallListsRepository } from './repositories/call-lists.repository';
import { CallRunsRepository } from './repositories/call-runs.repository';
import { CallsRepository } from './repositories/calls.repository';
import { ConnectionsRepository } from './repositories/connections.repository';
import { ContactMessagesRepository } from './repositories/contact-messages.repository';
import { DeliveriesRepository } from './repositories/deliveries.repository';
import { DemoCallsRepository } from './repositories/demo-calls.repository';
import { DispatchRepository } from './repositories/dispatch.repository';
import { MailSuppressionsRepository } from './repositories/mail-suppressions.repository';
import { MailsRepository } from './repositories/mails.repository';
import { MeterOutboxRepository } from './repositories/meter-outbox.repository';
import { MeteringReportRepository } from './repositories/metering-report.repository';
import { MeteringRepository } from './repositories/metering.repository';
import { QueueStatsRepository } from './repositories/queue-stats.repository';
import { ReaperRepository } from './repositories/reaper.repository';
import { RetentionRepository } from './repositories/retention.repository';
import { ServiceTitanPollsRepository } from './repositories/service-titan-polls.repository';
import { SessionsRepository } from './repositories/sessions.repository';
import { StripeEventsRepository } from './repositories/stripe-events.repository';
import { SubscriptionsRepository } from './repositories/subscriptions.repository';
import { TokensRepository } from './repositories/tokens.repository';
import { UsageNoticesRepository } from './repositories/usage-notices.repository';
import { UsageReportsRepository } from './repositories/usage-reports.repository';
import { UsageRepository } from './repositories/usage.repository';
import { UsersRepository } from './repositories/users.repository';
import { WorkersRepository } from './repositories/workers.repository';
import { UnitOfWork } from './unit-of-work';

const REPOSITORIES: Type[] = [
  ActivityRepository,
  CallListsRepository,
  CallRunsRepository,
  CallsRepository,
  ConnectionsRepository,
  ContactMessagesRepository,
  DeliveriesRepository,
  DemoCallsRepository,
  MailSuppressionsRepository,
  MailsRepository,
  MeterOutboxRepository,
  MeteringReportRepository,
  MeteringRepository,
  QueueStatsRepository,
  ReaperRepository,
  RetentionRepository,
  UsageNoticesRepository,
  ServiceTitanPollsRepository,
  SessionsRepository,
  StripeEventsRepository,
  SubscriptionsRepository,
  TokensRepository,
  UsageReportsRepository,
  UsageRepository,
  UsersRepository,
  WorkersRepository,
];

const providers: Provider[] = [
  { provide: EntityManager, inject: [DataSource], useFactory: (dataSource: DataSource) => dataSource.manager },
  ...REPOSITORIES.map((repository) => ({
    provide: repository,
    inject: [EntityManager],
    useFactory: (manager: EntityManager): unknown => new repository(manager),
  })),
  {
    provide: DispatchRepository,
    inject: [DataSource],
    useFactory: (dataSource: DataSource) => new DispatchRepository(dataSource),
  },
  { provide: DatabasePool, inject: [DataSource], useFactory: (dataSource: DataSource) => new DatabasePool(dataSource) },
  { provide: UnitOfWork, inject: [DataSource], useFactory: (dataSource: DataSource) => new UnitOfWork(dataSource) },
];

/** The connection pool and every repository, for the whole process. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static with(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: DataSource, useFactory: () => createDataSource(options).initialize() }, ...providers],
      exports: [DataSource, DatabasePool, DispatchRepository, UnitOfWork, ...REPOSITORIES],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
