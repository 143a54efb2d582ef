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
import { AccountsRepository } from './accounts/accounts.repository';
import { AssistantsRepository } from './accounts/assistants/assistants.repository';
import { ContactMessagesRepository } from './accounts/contact/contact-messages.repository';
import { InvitationsRepository } from './accounts/members/invitations.repository';
import { LetterReadersRepository } from './accounts/members/letter-readers.repository';
import { MembersRepository } from './accounts/members/members.repository';
import { ActivityRepository } from './accounts/security/activity.repository';
import { SecurityEventsRepository } from './accounts/security/security-events.repository';
import { AccountStorageRepository } from './accounts/settings/account-storage.repository';
import { GuidelinesRepository } from './accounts/settings/guidelines.repository';
import { EmailLinksRepository } from './accounts/sign-in/email-links.repository';
import { PasskeysRepository } from './accounts/sign-in/passkeys.repository';
import { PendingSignInsRepository } from './accounts/sign-in/pending-sign-ins.repository';
import { SecondFactorsRepository } from './accounts/sign-in/second-factors.repository';
import { SessionsRepository } from './accounts/sign-in/sessions.repository';
import { SignInLinksRepository } from './accounts/sign-in/sign-in-links.repository';
import { TokensRepository } from './accounts/tokens/tokens.repository';
import { UsersRepository } from './accounts/users.repository';
import { MeterOutboxRepository } from './billing/meter-outbox.repository';
import { MeteringReportRepository } from './billing/metering-report.repository';
import { MeteringRepository } from './billing/metering.repository';
import { StripeEventsRepository } from './billing/stripe-events.repository';
import { SubscriptionsRepository } from './billing/subscriptions.repository';
import { UsageNoticesRepository } from './billing/usage-notices.repository';
import { UsageReportsRepository } from './billing/usage-reports.repository';
import { UsageRepository } from './billing/usage.repository';
import { AccountExportsRepository } from './calls/account-exports.repository';
import { AgentsRepository } from './calls/agents.repository';
import { BookingFactsRepository } from './calls/booking-facts.repository';
import { BookingsRepository } from './calls/bookings.repository';
import { BulkReprocessingsRepository } from './calls/bulk-reprocessings.repository';
import { CallChecksRepository } from './calls/call-checks.repository';
import { CallCorrectionsRepository } from './calls/call-corrections.repository';
import { CallEditsRepository } from './calls/call-edits.repository';
import { CallImportsRepository } from './calls/call-imports.repository';
import { CallListsRepository } from './calls/call-lists.repository';
import { CallPassagesRepository } from './calls/call-passages.repository';
import { CallRunsRepository } from './calls/call-runs.repository';
import { CallsRepository } from './calls/calls.repository';
import { DemoCallsRepository } from './calls/demo-calls.repository';
import { ExportedCallsRepository } from './calls/exported-calls.repository';
import { HappinessRecountRepository } from './calls/happiness-recount.repository';
import { HappinessRepository } from './calls/happiness.repository';
import { InboxFoldersRepository } from './calls/inbox-folders.repository';
import { PastCallsRepository } from './calls/past-calls.repository';
import { PendingWordsRepository } from './calls/pending-words.repository';
import { ReaperRepository } from './calls/reaper.repository';
import { RetentionRepository } from './calls/retention.repository';
import { SavedFiltersRepository } from './calls/saved-filters.repository';
import { ServiceTitanPollsRepository } from './calls/service-titan-polls.repository';
import { SharedLinksRepository } from './calls/shared-links.repository';
import { SkippedCallsRepository } from './calls/skipped-calls.repository';
import { WaitingCallSearchRepository } from './calls/waiting-call-search.repository';
import { CustomerListsRepository } from './customers/customer-lists.repository';
import { CustomerStandingsRepository } from './customers/customer-standings.repository';
import { CustomersRepository } from './customers/customers.repository';
import { openDatabase, type DatabaseOptions } from './data-source';
import { AlertAddressesRepository } from './deliveries/alert-addresses.repository';
import { BookedJobsRepository } from './deliveries/booked-jobs.repository';
import { CallEventsRepository } from './deliveries/call-events.repository';
import { ConnectionsRepository } from './deliveries/connections.repository';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveryListsRepository } from './deliveries/delivery-lists.repository';
import { FollowUpDeliveriesRepository } from './deliveries/follow-up-deliveries.repository';
import { LetterDeliveriesRepository } from './deliveries/letter-deliveries.repository';
import { MailSuppressionsRepository } from './deliveries/mail-suppressions.repository';
import { MailsRepository } from './deliveries/mails.repository';
import { DeletedCallsRepository } from './erasures/deleted-calls.repository';
import { DeletedUsersRepository } from './erasures/deleted-users.repository';
import { ErasuresRepository } from './erasures/erasures.repository';
import { UserDeletionsRepository } from './erasures/user-deletions.repository';
import { CallbacksRepository } from './follow-ups/callbacks.repository';
import { EscalationsRepository } from './follow-ups/escalations.repository';
import { FollowUpChangesRepository } from './follow-ups/follow-up-changes.repository';
import { FollowUpListsRepository } from './follow-ups/follow-up-lists.repository';
import { FollowUpNoticesRepository } from './follow-ups/follow-up-notices.repository';
import { FollowUpRemarksRepository } from './follow-ups/follow-up-remarks.repository';
import { FollowUpsRepository } from './follow-ups/follow-ups.repository';
import { LeadPreviewRepository } from './follow-ups/lead-preview.repository';
import { WonLeadsRepository } from './follow-ups/won-leads.repository';
import { DatabasePool } from './postgres/database-pool';
import { DispatchRepository } from './scheduling/dispatch.repository';
import { QueueStatsRepository } from './scheduling/queue-stats.repository';
import { WorkersRepository } from './scheduling/workers.repository';
import { UnitOfWork } from './unit-of-work';
import { WeeklyLetterContentsRepository } from './weekly-letters/weekly-letter-contents.repository';
import { WeeklyLettersRepository } from './weekly-letters/weekly-letters.repository';

const REPOSITORIES: Type[] = [
  AccountErrorsRepository,
  AccountExportsRepository,
  AccountsRepository,
  AccountStorageRepository,
  ActivityRepository,
  AgentsRepository,
  BookedJobsRepository,
  BookingFactsRepository,
  CallChecksRepository,
  CallCorrectionsRepository,
  CallEditsRepository,
  CallImportsRepository,
  CallEventsRepository,
  CallListsRepository,
  CallPassagesRepository,
  CallRunsRepository,
  CallsRepository,
  ConnectionsRepository,
  ContactMessagesRepository,
  CustomerListsRepository,
  CustomerStandingsRepository,
  CustomersRepository,
  DeliveriesRepository,
  DemoCallsRepository,
  FollowUpChangesRepository,
  FollowUpListsRepository,
  FollowUpRemarksRepository,
  SkippedCallsRepository,
  CallbacksRepository,
  EscalationsRepository,
  DeletedCallsRepository,
  DeletedUsersRepository,
  ErasuresRepository,
  UserDeletionsRepository,
  ExportedCallsRepository,
  DeliveryListsRepository,
  FollowUpDeliveriesRepository,
  FollowUpNoticesRepository,
  FollowUpsRepository,
  LeadPreviewRepository,
  BookingsRepository,
  WonLeadsRepository,
  HappinessRecountRepository,
  HappinessRepository,
  GuidelinesRepository,
  InboxFoldersRepository,
  InvitationsRepository,
  LetterDeliveriesRepository,
  LetterReadersRepository,
  MailSuppressionsRepository,
  AlertAddressesRepository,
  AssistantsRepository,
  MailsRepository,
  MembersRepository,
  MeterOutboxRepository,
  MeteringReportRepository,
  MeteringRepository,
  QueueStatsRepository,
  ReaperRepository,
  PastCallsRepository,
  PendingWordsRepository,
  BulkReprocessingsRepository,
  RetentionRepository,
  UsageNoticesRepository,
  WaitingCallSearchRepository,
  SavedFiltersRepository,
  SecurityEventsRepository,
  ServiceTitanPollsRepository,
  PasskeysRepository,
  PendingSignInsRepository,
  SignInLinksRepository,
  SecondFactorsRepository,
  SessionsRepository,
  SharedLinksRepository,
  EmailLinksRepository,
  StripeEventsRepository,
  SubscriptionsRepository,
  TokensRepository,
  UsageReportsRepository,
  UsageRepository,
  UsersRepository,
  WeeklyLetterContentsRepository,
  WeeklyLettersRepository,
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

@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [{ provide: DataSource, useFactory: () => openDatabase(options) }, ...providers],
      exports: [DataSource, DatabasePool, DispatchRepository, UnitOfWork, ...REPOSITORIES],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
