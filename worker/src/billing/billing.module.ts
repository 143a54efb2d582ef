import { Module } from '@nestjs/common';

import { StripeModule } from '@ringwell/platform/stripe/stripe.module';

import { LeaderModule } from '../leader/leader.module';
import { MailModule } from '../mail/mail.module';
import { AccountSubscriptionsService } from './account-subscriptions.service';
import { BillingReconciliationLoop } from './billing-reconciliation.loop';
import { MeterOutboxService } from './metering/meter-outbox.service';
import { MeteringLoop } from './metering/metering.loop';
import { UsageNoticeLoop } from './metering/usage-notice.loop';
import { StripeEventLoop } from './stripe-event.loop';

@Module({
  imports: [LeaderModule, MailModule, StripeModule],
  providers: [
    AccountSubscriptionsService,
    StripeEventLoop,
    BillingReconciliationLoop,
    MeterOutboxService,
    MeteringLoop,
    UsageNoticeLoop,
  ],
})
export class BillingModule {}
