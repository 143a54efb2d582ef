import { Module } from '@nestjs/common';

import { CallsModule } from '../calls/calls.module';
import { FollowUpsModule } from '../follow-ups/follow-ups.module';
import { DeliveriesController } from './deliveries.controller';
import { ResendDeliveryService } from './resend-delivery.service';

@Module({
  imports: [CallsModule, FollowUpsModule],
  controllers: [DeliveriesController],
  providers: [ResendDeliveryService],
})
export class DeliveriesModule {}
