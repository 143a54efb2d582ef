import { Module } from '@nestjs/common';

import { CallsModule } from '../calls/calls.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { EnginesModule } from '../engines.module';
import { LeaderModule } from '../leader/leader.module';
import { DispatcherSubscriptionService } from './dispatcher-subscription.service';
import { DispatcherLoop } from './dispatcher.loop';
import { ReaperLoop } from './reaper.loop';
import { WatchdogService } from './watchdog.service';
import { WorkerHeartbeatService } from './worker-heartbeat.service';

@Module({
  imports: [LeaderModule, CallsModule, DeliveriesModule, EnginesModule],
  providers: [DispatcherLoop, ReaperLoop, DispatcherSubscriptionService, WorkerHeartbeatService, WatchdogService],
})
export class DispatchModule {}
