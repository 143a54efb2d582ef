import { Module } from '@nestjs/common';

import { StripeModule } from '@ringwell/platform/stripe/stripe.module';

import { BillingController } from './billing.controller';
import { BillingService } from './billing.service';
import { CheckoutController } from './checkout.controller';
import { CheckoutService } from './checkout.service';
import { StripeWebhookController } from './stripe-webhook.controller';
import { StripeWebhookService } from './stripe-webhook.service';
import { SubscriptionsService } from './subscriptions.service';

// A worker applies the events that Stripe reports.
@Module({
  imports: [StripeModule],
  controllers: [CheckoutController, BillingController, StripeWebhookController],
  providers: [SubscriptionsService, CheckoutService, BillingService, StripeWebhookService],
  exports: [SubscriptionsService],
})
export class BillingModule {}
