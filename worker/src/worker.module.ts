import { Module, type DynamicModule } from '@nestjs/common';

import { DatabaseModule } from '@ringwell/database/database.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { PlatformModule } from '@ringwell/platform/platform.module';

import { CallSteps } from './calls/call-steps';
import { ConcludeCall } from './calls/conclude-call';
import { PrepareRecording } from './calls/prepare-recording';
import { RunCall } from './calls/run-call';
import { ChannelRegistry } from './deliveries/channel-registry';
import { CallbackChannel } from './deliveries/channels/callback/callback.channel';
import { SendDelivery } from './deliveries/send-delivery';
import { Dispatcher } from './dispatch/dispatcher';
import { LeaderElection } from './dispatch/leader-election';
import { Reaper } from './dispatch/reaper';
import { Watchdog } from './dispatch/watchdog';
import { WorkerPresence } from './dispatch/worker-presence';
import { EnginesModule } from './engines.module';
import { MailOutbox } from './mail/mail-outbox';
import { Mailer } from './mail/mailer';
import { RecordingSweep } from './maintenance/recording-sweep';
import { SessionPurge } from './maintenance/session-purge';
import { QueueWorkers } from './queue-workers';
import { QueuesModule } from './queues.module';

const STATEMENT_TIMEOUT_MS = 30_000;

/** The whole worker. */
@Module({})
export class WorkerModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.with('worker', config, logger),
        DatabaseModule.with({
          url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE, applicationName: 'ringwell-worker',
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        QueuesModule,
        EnginesModule,
      ],
      providers: [
        PrepareRecording, CallSteps, ConcludeCall, RunCall,
        CallbackChannel,
        { provide: ChannelRegistry, inject: [CallbackChannel], useFactory: (callback: CallbackChannel) => new ChannelRegistry([callback]) },
        SendDelivery,
        LeaderElection, Dispatcher, Reaper, WorkerPresence, Watchdog, QueueWorkers, RecordingSweep, SessionPurge,
        Mailer, MailOutbox,
      ],
    };
  }
}
