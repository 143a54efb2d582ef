import { Module } from '@nestjs/common';

import { LeaderModule } from '../leader/leader.module';
import { MailOutbox } from './mail-outbox';
import { Mailer } from './mailer';

/** The mail server, and the outbox that the leader sends. */
@Module({ imports: [LeaderModule], providers: [Mailer, MailOutbox], exports: [Mailer] })
export class MailModule {}
