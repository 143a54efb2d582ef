import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { ActivityRepository } from './repositories/activity.repository';
import { CallRunsRepository } from './repositories/call-runs.repository';
import { CallsRepository } from './repositories/calls.repository';
import { ContactMessagesRepository } from './repositories/contact-messages.repository';
import { DeliveriesRepository } from './repositories/deliveries.repository';
import { DemoCallsRepository } from './repositories/demo-calls.repository';
import { MailsRepository } from './repositories/mails.repository';
import { SessionsRepository } from './repositories/sessions.repository';
import { TokensRepository } from './repositories/tokens.repository';
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
