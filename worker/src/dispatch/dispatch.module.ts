import { Module } from '@nestjs/common';

import { CallsModule } from '../calls/calls.module';
import { DeliveriesModule } from '../deliveries/deliveries.module';
import { EnginesModule } from '../engines.module';
import { LeaderModule } from '../leader/leader.module';
import { Dispatcher } from './dispatcher';
import { DispatcherSubscription } from './dispatcher-subscription';
import { Reaper } from './reaper';
import { Watchdog } from './watchdog';
import { WorkerHeartbeat } from './worker-heartbeat';

/** Releases due work to the queues and recovers what dead workers left behind; reports that this worker is alive. */
@Module({
  imports: [LeaderModule, CallsModule, DeliveriesModule, EnginesModule],
  providers: [Dispatcher, Reaper, DispatcherSubscription, WorkerHeartbeat, Watchdog],
})
export class DispatchModule {}
