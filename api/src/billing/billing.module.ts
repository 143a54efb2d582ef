import { Module } from '@nestjs/common';

import { LiveSubscriptionsService } from '@ringwell/database/billing/live-subscriptions.service';
import { StripeModule } from '@ringwell/platform/stripe/stripe.module';

import { BillingController } from './billing.controller';
import { BillingService } from './billing.service';
import { CheckoutService } from './checkout.service';
import { StripeWebhookController } from './stripe-webhook.controller';
import { StripeWebhookService } from './stripe-webhook.service';

// Only stores Stripe's events: a worker processes them.
@Module({
  imports: [StripeModule],
  controllers: [BillingController, StripeWebhookController],
  providers: [LiveSubscriptionsService, CheckoutService, BillingService, StripeWebhookService],
  exports: [LiveSubscriptionsService],
})
export class BillingModule {}
