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

import { AccountErrorsRepository } from './accounts/account-errors.repository';
import { SecurityEventsRepository } from './accounts/security/security-events.repository';
import { MeteringReportRepository } from './billing/metering-report.repository';
import { UsageReportsRepository } from './billing/usage-reports.repository';
import { BookingsRepository } from './calls/bookings.repository';
import { CallListsRepository } from './calls/call-lists.repository';
import { CallPassagesRepository } from './calls/call-passages.repository';
import { ExportedCallsRepository } from './calls/exported-calls.repository';
import { HappinessRecountRepository } from './calls/happiness-recount.repository';
import { HappinessRepository } from './calls/happiness.repository';
import { InboxFoldersRepository } from './calls/inbox-folders.repository';
import { PastCallsRepository } from './calls/past-calls.repository';
import { ReaperRepository } from './calls/reaper.repository';
import { RetentionRepository } from './calls/retention.repository';
import { SavedFiltersRepository } from './calls/saved-filters.repository';
import { SkippedCallsRepository } from './calls/skipped-calls.repository';
import { WaitingCallSearchRepository } from './calls/waiting-call-search.repository';
import { CustomerListsRepository } from './customers/customer-lists.repository';
import { CustomerStandingsRepository } from './customers/customer-standings.repository';
import { openDatabase, type DatabaseOptions } from './data-source';
import { DeliveryListsRepository } from './deliveries/delivery-lists.repository';
import { CallbacksRepository } from './follow-ups/callbacks.repository';
import { FollowUpListsRepository } from './follow-ups/follow-up-lists.repository';
import { FollowUpNoticesRepository } from './follow-ups/follow-up-notices.repository';
import { FollowUpRemarksRepository } from './follow-ups/follow-up-remarks.repository';
import { LeadPreviewRepository } from './follow-ups/lead-preview.repository';
import { WonLeadsRepository } from './follow-ups/won-leads.repository';
import { DatabasePool } from './postgres/database-pool';
import { DispatchRepository } from './scheduling/dispatch.repository';
import { QueueStatsRepository } from './scheduling/queue-stats.repository';
import { WorkersRepository } from './scheduling/workers.repository';
import { ServiceTitanJobsRepository } from './servicetitan/service-titan-jobs.repository';
import { ServiceTitanPollsRepository } from './servicetitan/service-titan-polls.repository';
import { REPOSITORIES, UnitOfWork } from './unit-of-work';
import { WeeklyLetterContentsRepository } from './weekly-letters/weekly-letter-contents.repository';

const SHARED_PROVIDERS: Type[] = [
  ...Object.values(REPOSITORIES),
  AccountErrorsRepository,
  ServiceTitanJobsRepository,
  CallListsRepository,
  CallPassagesRepository,
  CustomerListsRepository,
  CustomerStandingsRepository,
  FollowUpListsRepository,
  FollowUpRemarksRepository,
  SkippedCallsRepository,
  CallbacksRepository,
  ExportedCallsRepository,
  DeliveryListsRepository,
  FollowUpNoticesRepository,
  LeadPreviewRepository,
  BookingsRepository,
  WonLeadsRepository,
  HappinessRecountRepository,
  HappinessRepository,
  InboxFoldersRepository,
  MeteringReportRepository,
  QueueStatsRepository,
  ReaperRepository,
  PastCallsRepository,
  RetentionRepository,
  WaitingCallSearchRepository,
  SavedFiltersRepository,
  SecurityEventsRepository,
  ServiceTitanPollsRepository,
  UsageReportsRepository,
  WeeklyLetterContentsRepository,
  WorkersRepository,
];

const providers: Provider[] = [
  { provide: EntityManager, inject: [DataSource], useFactory: (dataSource: DataSource) => dataSource.manager },
  ...SHARED_PROVIDERS.map((repository) => ({
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

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: DataSource, useFactory: () => openDatabase(options) }, ...providers],
      exports: [DataSource, DatabasePool, DispatchRepository, UnitOfWork, ...SHARED_PROVIDERS],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
