import { Module } from '@nestjs/common';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { CheckoutController } from './checkout.controller';
import { CheckoutService } from './checkout.service';
import { StripeConnection } from './stripe-connection';
import { SubscriptionsService } from './subscriptions.service';

/** Subscriptions through Stripe. */
@Module({
  controllers: [CheckoutController],
  providers: [
    {
      provide: StripeConnection, inject: [CONFIG],
      useFactory: (config: Config) => new StripeConnection({ secretKey: config.STRIPE_SECRET_KEY, baseUrl: config.STRIPE_BASE_URL }),
    },
    SubscriptionsService, CheckoutService,
  ],
  exports: [SubscriptionsService],
})
export class BillingModule {}
