import { Module } from '@nestjs/common';

import { LeaderModule } from '../leader/leader.module';
import { MailOutboxLoop } from './mail-outbox.loop';
import { MailerService } from './mailer.service';

/** Sends email, directly and from the outbox. */
@Module({ imports: [LeaderModule], providers: [MailerService, MailOutboxLoop], exports: [MailerService] })
export class MailModule {}
