import { Module } from '@nestjs/common';

import { DeliveriesModule } from '../deliveries/deliveries.module';
import { LeaderModule } from '../leader/leader.module';
import { OverdueLoop } from './overdue.loop';

@Module({ imports: [LeaderModule, DeliveriesModule], providers: [OverdueLoop] })
export class FollowUpsModule {}
