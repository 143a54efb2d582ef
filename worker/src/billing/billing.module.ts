import { Module } from '@nestjs/common';

import { StripeModule } from '@ringwell/platform/stripe/stripe.module';

import { LeaderModule } from '../leader/leader.module';
import { MailModule } from '../mail/mail.module';
import { AccountSubscriptions } from './account-subscriptions';
import { ApplySubscription } from './apply-subscription';
import { BillingUpkeep } from './billing-upkeep';
import { BeginMetering } from './metering/begin-metering';
import { MeteringLoop } from './metering/metering-loop';
import { SendMinutes } from './metering/send-minutes';
import { UsageNotices } from './metering/usage-notices';
import { StripeEventLoop } from './stripe-event-loop';

/** Stripe events, subscriptions, metering and usage notices. */
@Module({
  imports: [LeaderModule, MailModule, StripeModule],
  providers: [
    AccountSubscriptions,
    ApplySubscription,
    StripeEventLoop,
    BillingUpkeep,
    BeginMetering,
    SendMinutes,
    MeteringLoop,
    UsageNotices,
  ],
})
export class BillingModule {}
