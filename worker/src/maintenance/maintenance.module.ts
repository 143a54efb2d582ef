import { Module } from '@nestjs/common';

import { LiveSubscriptionsService } from '@ringwell/database/billing/live-subscriptions.service';
import { StripeModule } from '@ringwell/platform/stripe/stripe.module';

import { LeaderModule } from '../leader/leader.module';
import { MailModule } from '../mail/mail.module';
import { ServiceTitanModule } from '../servicetitan/service-titan.module';
import { BulkReprocessingLoop } from './bulk-reprocessing.loop';
import { CustomerStandingsLoop } from './customer-standings.loop';
import { ErasureLoop } from './erasure.loop';
import { ExpiredSessionsLoop } from './expired-sessions.loop';
import { HappinessRecountLoop } from './happiness-recount.loop';
import { OrphanedRecordingsLoop } from './orphaned-recordings.loop';
import { RetentionLoop } from './retention.loop';
import { StorageNoticeLoop } from './storage-notice.loop';
import { UsageHoursLoop } from './usage-hours.loop';
import { UserDeletionLoop } from './user-deletion.loop';
import { WaitingCallSearchLoop } from './waiting-call-search.loop';

@Module({
  imports: [LeaderModule, MailModule, ServiceTitanModule, StripeModule],
  providers: [
    OrphanedRecordingsLoop,
    RetentionLoop,
    ErasureLoop,
    ExpiredSessionsLoop,
    WaitingCallSearchLoop,
    HappinessRecountLoop,
    CustomerStandingsLoop,
    StorageNoticeLoop,
    LiveSubscriptionsService,
    UsageHoursLoop,
    UserDeletionLoop,
    BulkReprocessingLoop,
  ],
})
export class MaintenanceModule {}
