import { Module } from '@nestjs/common';

import { CONFIG } from '../config/config.module';
import type { WorkerConfig } from '../config/environment-settings';
import { StripeConnection } from './stripe-connection';

@Module({
  providers: [
    {
      provide: StripeConnection,
      inject: [CONFIG],
      useFactory: (config: WorkerConfig) =>
        new StripeConnection({ secretKey: config.STRIPE_SECRET_KEY, baseUrl: config.STRIPE_BASE_URL }),
    },
  ],
  exports: [StripeConnection],
})
export class StripeModule {}
