import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { ActivityRepository } from './repositories/activity.repository';
import { CallRunsRepository } from './repositories/call-runs.repository';
import { CallsRepository } from './repositories/calls.repository';
import { ConnectionsRepository } from './repositories/connections.repository';
import { ContactMessagesRepository } from './repositories/contact-messages.repository';
import { DeliveriesRepository } from './repositories/deliveries.repository';
import { DemoCallsRepository } from './repositories/demo-calls.repository';
import { MailSuppressionsRepository } from './repositories/mail-suppressions.repository';
import { MailsRepository } from './repositories/mails.repository';
import { MeterOutboxRepository } from './repositories/meter-outbox.repository';
import { MeteringRepository } from './repositories/metering.repository';
import { SessionsRepository } from './repositories/sessions.repository';
import { StripeEventsRepository } from './repositories/stripe-events.repository';
import { SubscriptionsRepository } from './repositories/subscriptions.repository';
import { TokensRepository } from './repositories/tokens.repository';
import { UsageNoticesRepository } from './repositories/usage-notices.repository';
import { UsageRepository } from './repositories/usage.repository';
import { UsersRepository } from './repositories/users.repository';

/** The repositories, bound to one transaction. */
export interface Repositories {
  users: UsersRepository;
  tokens: TokensRepository;
  calls: CallsRepository;
  callRuns: CallRunsRepository;
  usage: UsageRepository;
  deliveries: DeliveriesRepository;
  sessions: SessionsRepository;
  activity: ActivityRepository;
  contactMessages: ContactMessagesRepository;
  demoCalls: DemoCallsRepository;
  mails: MailsRepository;
  mailSuppressions: MailSuppressionsRepository;
  connections: ConnectionsRepository;
  stripeEvents: StripeEventsRepository;
  subscriptions: SubscriptionsRepository;
  metering: MeteringRepository;
  meterOutbox: MeterOutboxRepository;
  usageNotices: UsageNoticesRepository;
}

const bind = (manager: EntityManager): Repositories => ({
  users: new UsersRepository(manager),
  tokens: new TokensRepository(manager),
  calls: new CallsRepository(manager),
  callRuns: new CallRunsRepository(manager),
  usage: new UsageRepository(manager),
  deliveries: new DeliveriesRepository(manager),
  sessions: new SessionsRepository(manager),
  activity: new ActivityRepository(manager),
  contactMessages: new ContactMessagesRepository(manager),
  demoCalls: new DemoCallsRepository(manager),
  mails: new MailsRepository(manager),
  mailSuppressions: new MailSuppressionsRepository(manager),
  connections: new ConnectionsRepository(manager),
  stripeEvents: new StripeEventsRepository(manager),
  subscriptions: new SubscriptionsRepository(manager),
  metering: new MeteringRepository(manager),
  meterOutbox: new MeterOutboxRepository(manager),
  usageNotices: new UsageNoticesRepository(manager),
});

/** Runs work in one transaction. Use only the repositories handed in: nothing else takes part. */
@Injectable()
export class UnitOfWork {
  constructor(private readonly dataSource: DataSource) {}

  /** Commits when `work` resolves, rolls back when it rejects. */
  run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.dataSource.transaction((manager) => work(bind(manager)));
  }
}
