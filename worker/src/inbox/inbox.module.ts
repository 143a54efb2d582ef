import { Module } from '@nestjs/common';

import { NewCallsService } from '@ringwell/database/calls/new-calls.service';
import { CONFIG } from '@ringwell/platform/config/config.module';

import { LeaderModule } from '../leader/leader.module';
import { QueuesModule } from '../queues/queues.module';
import { InboxIntakeService } from './inbox-intake.service';
import { createInboxSource, INBOX_SOURCE, InboxLoop } from './inbox.loop';

@Module({
  imports: [LeaderModule, QueuesModule],
  providers: [
    { provide: INBOX_SOURCE, inject: [CONFIG], useFactory: createInboxSource },
    NewCallsService,
    InboxIntakeService,
    InboxLoop,
  ],
  exports: [InboxLoop],
})
export class InboxModule {}
