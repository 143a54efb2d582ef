import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AccountsRepository } from './accounts/accounts.repository';
import { AssistantsRepository } from './accounts/assistants/assistants.repository';
import { ContactMessagesRepository } from './accounts/contact/contact-messages.repository';
import { InvitationsRepository } from './accounts/members/invitations.repository';
import { LetterReadersRepository } from './accounts/members/letter-readers.repository';
import { MembersRepository } from './accounts/members/members.repository';
import { ActivityRepository } from './accounts/security/activity.repository';
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
import { MeteringRepository } from './billing/metering.repository';
import { StripeEventsRepository } from './billing/stripe-events.repository';
import { SubscriptionsRepository } from './billing/subscriptions.repository';
import { UsageNoticesRepository } from './billing/usage-notices.repository';
import { UsageRepository } from './billing/usage.repository';
import { AccountExportsRepository } from './calls/account-exports.repository';
import { AgentsRepository } from './calls/agents.repository';
import { BulkReprocessingsRepository } from './calls/bulk-reprocessings.repository';
import { CallChecksRepository } from './calls/call-checks.repository';
import { CallCorrectionsRepository } from './calls/call-corrections.repository';
import { CallEditsRepository } from './calls/call-edits.repository';
import { CallImportsRepository } from './calls/call-imports.repository';
import { CallRunsRepository } from './calls/call-runs.repository';
import { CallsRepository } from './calls/calls.repository';
import { DemoCallsRepository } from './calls/demo-calls.repository';
import { PendingWordsRepository } from './calls/pending-words.repository';
import { SharedLinksRepository } from './calls/shared-links.repository';
import { WaitingCallsRepository } from './calls/waiting-calls.repository';
import { CustomersRepository } from './customers/customers.repository';
import { RunningCallsRepository } from './customers/running-calls.repository';
import { AlertAddressesRepository } from './deliveries/alert-addresses.repository';
import { CallEventsRepository } from './deliveries/call-events.repository';
import { ConnectionsRepository } from './deliveries/connections.repository';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { FollowUpDeliveriesRepository } from './deliveries/follow-up-deliveries.repository';
import { LetterDeliveriesRepository } from './deliveries/letter-deliveries.repository';
import { MailSuppressionsRepository } from './deliveries/mail-suppressions.repository';
import { MailsRepository } from './deliveries/mails.repository';
import { DeletedCallsRepository } from './erasures/deleted-calls.repository';
import { DeletedUsersRepository } from './erasures/deleted-users.repository';
import { ErasuresRepository } from './erasures/erasures.repository';
import { UserDeletionsRepository } from './erasures/user-deletions.repository';
import { CustomerChangesRepository } from './follow-ups/customer-changes.repository';
import { EscalationsRepository } from './follow-ups/escalations.repository';
import { FollowUpChangesRepository } from './follow-ups/follow-up-changes.repository';
import { FollowUpClosingsRepository } from './follow-ups/follow-up-closings.repository';
import { FollowUpsRepository } from './follow-ups/follow-ups.repository';
import { RelabeledCallsRepository } from './follow-ups/relabeled-calls.repository';
import { WeeklyLettersRepository } from './weekly-letters/weekly-letters.repository';

export interface Repositories {
  users: UsersRepository;
  accounts: AccountsRepository;
  accountStorage: AccountStorageRepository;
  members: MembersRepository;
  letterReaders: LetterReadersRepository;
  guidelines: GuidelinesRepository;
  invitations: InvitationsRepository;
  tokens: TokensRepository;
  assistants: AssistantsRepository;
  agents: AgentsRepository;
  calls: CallsRepository;
  callRuns: CallRunsRepository;
  callCorrections: CallCorrectionsRepository;
  callEdits: CallEditsRepository;
  callImports: CallImportsRepository;
  callChecks: CallChecksRepository;
  pendingWords: PendingWordsRepository;
  bulkReprocessings: BulkReprocessingsRepository;
  usage: UsageRepository;
  customers: CustomersRepository;
  runningCalls: RunningCallsRepository;
  customerChanges: CustomerChangesRepository;
  followUps: FollowUpsRepository;
  followUpChanges: FollowUpChangesRepository;
  followUpClosings: FollowUpClosingsRepository;
  relabeledCalls: RelabeledCallsRepository;
  escalations: EscalationsRepository;
  deletedCalls: DeletedCallsRepository;
  deletedUsers: DeletedUsersRepository;
  userDeletions: UserDeletionsRepository;
  erasures: ErasuresRepository;
  accountExports: AccountExportsRepository;
  deliveries: DeliveriesRepository;
  callEvents: CallEventsRepository;
  followUpDeliveries: FollowUpDeliveriesRepository;
  weeklyLetters: WeeklyLettersRepository;
  letterDeliveries: LetterDeliveriesRepository;
  sessions: SessionsRepository;
  pendingSignIns: PendingSignInsRepository;
  secondFactors: SecondFactorsRepository;
  passkeys: PasskeysRepository;
  signInLinks: SignInLinksRepository;
  emailLinks: EmailLinksRepository;
  activity: ActivityRepository;
  contactMessages: ContactMessagesRepository;
  demoCalls: DemoCallsRepository;
  waitingCalls: WaitingCallsRepository;
  sharedLinks: SharedLinksRepository;
  mails: MailsRepository;
  mailSuppressions: MailSuppressionsRepository;
  alertAddresses: AlertAddressesRepository;
  connections: ConnectionsRepository;
  stripeEvents: StripeEventsRepository;
  subscriptions: SubscriptionsRepository;
  metering: MeteringRepository;
  meterOutbox: MeterOutboxRepository;
  usageNotices: UsageNoticesRepository;
}

const bind = (manager: EntityManager): Repositories => ({
  users: new UsersRepository(manager),
  accounts: new AccountsRepository(manager),
  accountStorage: new AccountStorageRepository(manager),
  members: new MembersRepository(manager),
  letterReaders: new LetterReadersRepository(manager),
  guidelines: new GuidelinesRepository(manager),
  invitations: new InvitationsRepository(manager),
  tokens: new TokensRepository(manager),
  assistants: new AssistantsRepository(manager),
  agents: new AgentsRepository(manager),
  calls: new CallsRepository(manager),
  callRuns: new CallRunsRepository(manager),
  callCorrections: new CallCorrectionsRepository(manager),
  callEdits: new CallEditsRepository(manager),
  callImports: new CallImportsRepository(manager),
  callChecks: new CallChecksRepository(manager),
  pendingWords: new PendingWordsRepository(manager),
  bulkReprocessings: new BulkReprocessingsRepository(manager),
  usage: new UsageRepository(manager),
  customers: new CustomersRepository(manager),
  runningCalls: new RunningCallsRepository(manager),
  customerChanges: new CustomerChangesRepository(manager),
  followUps: new FollowUpsRepository(manager),
  followUpChanges: new FollowUpChangesRepository(manager),
  followUpClosings: new FollowUpClosingsRepository(manager),
  relabeledCalls: new RelabeledCallsRepository(manager),
  escalations: new EscalationsRepository(manager),
  deletedCalls: new DeletedCallsRepository(manager),
  deletedUsers: new DeletedUsersRepository(manager),
  userDeletions: new UserDeletionsRepository(manager),
  erasures: new ErasuresRepository(manager),
  accountExports: new AccountExportsRepository(manager),
  callEvents: new CallEventsRepository(manager),
  deliveries: new DeliveriesRepository(manager),
  followUpDeliveries: new FollowUpDeliveriesRepository(manager),
  weeklyLetters: new WeeklyLettersRepository(manager),
  letterDeliveries: new LetterDeliveriesRepository(manager),
  sessions: new SessionsRepository(manager),
  pendingSignIns: new PendingSignInsRepository(manager),
  secondFactors: new SecondFactorsRepository(manager),
  passkeys: new PasskeysRepository(manager),
  signInLinks: new SignInLinksRepository(manager),
  emailLinks: new EmailLinksRepository(manager),
  activity: new ActivityRepository(manager),
  contactMessages: new ContactMessagesRepository(manager),
  demoCalls: new DemoCallsRepository(manager),
  waitingCalls: new WaitingCallsRepository(manager),
  sharedLinks: new SharedLinksRepository(manager),
  mails: new MailsRepository(manager),
  mailSuppressions: new MailSuppressionsRepository(manager),
  alertAddresses: new AlertAddressesRepository(manager),
  connections: new ConnectionsRepository(manager),
  stripeEvents: new StripeEventsRepository(manager),
  subscriptions: new SubscriptionsRepository(manager),
  metering: new MeteringRepository(manager),
  meterOutbox: new MeterOutboxRepository(manager),
  usageNotices: new UsageNoticesRepository(manager),
});

/** Runs work in one transaction. Only the repositories passed to `work` take part in it. */
@Injectable()
export class UnitOfWork {
  constructor(private readonly dataSource: DataSource) {}

  run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.dataSource.transaction((manager) => work(bind(manager)));
  }
}
