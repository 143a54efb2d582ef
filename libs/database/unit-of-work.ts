import { setTimeout as sleep } from 'node:timers/promises';

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
import { isDeadlock } from './postgres/sql';
import { CallImportsRepository } from './servicetitan/call-imports.repository';
import { WeeklyLettersRepository } from './weekly-letters/weekly-letters.repository';

/** Repositories that can join a transaction. */
export const REPOSITORIES = {
  users: UsersRepository,
  accounts: AccountsRepository,
  accountStorage: AccountStorageRepository,
  members: MembersRepository,
  letterReaders: LetterReadersRepository,
  guidelines: GuidelinesRepository,
  invitations: InvitationsRepository,
  tokens: TokensRepository,
  assistants: AssistantsRepository,
  agents: AgentsRepository,
  calls: CallsRepository,
  callRuns: CallRunsRepository,
  callCorrections: CallCorrectionsRepository,
  callEdits: CallEditsRepository,
  callImports: CallImportsRepository,
  callChecks: CallChecksRepository,
  pendingWords: PendingWordsRepository,
  bulkReprocessings: BulkReprocessingsRepository,
  usage: UsageRepository,
  customers: CustomersRepository,
  runningCalls: RunningCallsRepository,
  customerChanges: CustomerChangesRepository,
  followUps: FollowUpsRepository,
  followUpChanges: FollowUpChangesRepository,
  followUpClosings: FollowUpClosingsRepository,
  relabeledCalls: RelabeledCallsRepository,
  escalations: EscalationsRepository,
  deletedCalls: DeletedCallsRepository,
  deletedUsers: DeletedUsersRepository,
  userDeletions: UserDeletionsRepository,
  erasures: ErasuresRepository,
  accountExports: AccountExportsRepository,
  callEvents: CallEventsRepository,
  deliveries: DeliveriesRepository,
  followUpDeliveries: FollowUpDeliveriesRepository,
  weeklyLetters: WeeklyLettersRepository,
  sessions: SessionsRepository,
  pendingSignIns: PendingSignInsRepository,
  secondFactors: SecondFactorsRepository,
  passkeys: PasskeysRepository,
  signInLinks: SignInLinksRepository,
  emailLinks: EmailLinksRepository,
  activity: ActivityRepository,
  contactMessages: ContactMessagesRepository,
  demoCalls: DemoCallsRepository,
  waitingCalls: WaitingCallsRepository,
  sharedLinks: SharedLinksRepository,
  mails: MailsRepository,
  mailSuppressions: MailSuppressionsRepository,
  alertAddresses: AlertAddressesRepository,
  connections: ConnectionsRepository,
  stripeEvents: StripeEventsRepository,
  subscriptions: SubscriptionsRepository,
  metering: MeteringRepository,
  meterOutbox: MeterOutboxRepository,
  usageNotices: UsageNoticesRepository,
};

const MAX_ATTEMPTS = 3;
// Lets the other transaction take the released locks first. Otherwise, the two might deadlock again.
const RETRY_DELAY_MS = 50;

export type Repositories = { [Name in keyof typeof REPOSITORIES]: InstanceType<(typeof REPOSITORIES)[Name]> };

// Creates repositories when they're accessed, because most transactions use only a few.
class LazyRepositories {
  constructor(readonly manager: EntityManager) {}
}

for (const [name, repository] of Object.entries(REPOSITORIES)) {
  Object.defineProperty(LazyRepositories.prototype, name, {
    get(this: LazyRepositories) {
      return new repository(this.manager);
    },
  });
}

/** Returns the repositories that use this manager and its transaction, if any. */
export function repositoriesOf(manager: EntityManager): Repositories {
  return new LazyRepositories(manager) as unknown as Repositories;
}

/**
 * Runs work in one transaction, which includes only the repositories passed to `work`. Retries the work after a
 * deadlock, so it must not change anything outside the database.
 */
@Injectable()
export class UnitOfWork {
  constructor(private readonly dataSource: DataSource) {}

  async run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction((manager) => work(repositoriesOf(manager)));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
        await sleep(attempt * RETRY_DELAY_MS);
      }
    }
  }
}
