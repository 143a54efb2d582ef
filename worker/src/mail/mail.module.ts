import { Module } from '@nestjs/common';

import { LeaderModule } from '../leader/leader.module';
import { MailOutboxLoop } from './mail-outbox.loop';
import { MailerService } from './mailer.service';

@Module({ imports: [LeaderModule], providers: [MailerService, MailOutboxLoop], exports: [MailerService] })
export class MailModule {}
