import { Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';

import { DatabasePool } from '@ringwell/database/database-pool';
import { DatabaseModule } from '@ringwell/database/database.module';
import { StorageCheck } from '@ringwell/database/storage-check';
import { JobQueues } from '@ringwell/jobs/job-queues';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { ProcessGauges } from '@ringwell/platform/metrics/process-gauges';
import { PlatformModule } from '@ringwell/platform/platform.module';
import { StripeModule } from '@ringwell/platform/stripe/stripe.module';

import { AccountSubscriptions } from './billing/account-subscriptions';
import { ApplySubscription } from './billing/apply-subscription';
import { BillingUpkeep } from './billing/billing-upkeep';
import { BeginMetering } from './billing/metering/begin-metering';
import { MeteringLoop } from './billing/metering/metering-loop';
import { SendMinutes } from './billing/metering/send-minutes';
import { UsageNotices } from './billing/metering/usage-notices';
import { StripeEventLoop } from './billing/stripe-event-loop';
import { AnalyzeStep } from './calls/analyze.step';
import { CallPipeline } from './calls/call-pipeline';
import { CallsProcessor } from './calls/calls.processor';
import { ConcludeStep } from './calls/conclude.step';
import { FetchStep } from './calls/fetch.step';
import { GateStep } from './calls/gate.step';
import { ProbeStep } from './calls/probe.step';
import { RunCall } from './calls/run-call';
import { StorageWatch } from './calls/storage-watch';
import { TranscribeStep } from './calls/transcribe.step';
import { WorkDirectories } from './calls/work-directory';
import { ChannelRegistry } from './deliveries/channel-registry';
import { CHANNELS } from './deliveries/channels';
import { SlackClient } from './deliveries/channels/slack/slack-client';
import { ChatWebhook } from './deliveries/chat-webhook';
import { DeliveriesProcessor } from './deliveries/deliveries.processor';
import type { DeliveryChannel } from './deliveries/delivery-channel';
import { DeliveryRules } from './deliveries/delivery-rules';
import { SendDelivery } from './deliveries/send-delivery';
import { SignedWebhook } from './deliveries/signed-webhook';
import { Dispatcher } from './dispatch/dispatcher';
import { Reaper } from './dispatch/reaper';
import { WakeUpSubscription } from './dispatch/wake-up-subscription';
import { Watchdog } from './dispatch/watchdog';
import { WorkerPresence } from './dispatch/worker-presence';
import { EnginesModule } from './engines.module';
import { LeaderElection } from './leader/leader-election';
import { MailOutbox } from './mail/mail-outbox';
import { Mailer } from './mail/mailer';
import { RecordingSweep } from './maintenance/recording-sweep';
import { Retention } from './maintenance/retention';
import { SessionPurge } from './maintenance/session-purge';
import { QueuesModule } from './queues/queues.module';
import { PollAccount } from './servicetitan/poll-account';
import { ServiceTitanPoller } from './servicetitan/service-titan-poller';
import { ServiceTitanRecordings } from './servicetitan/service-titan-recordings';
import { ServiceTitanModule } from './servicetitan/service-titan.module';
import { WorkerShutdown } from './worker-shutdown';

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
          url: config.DATABASE_URL,
          poolSize: config.DATABASE_POOL_SIZE,
          applicationName: 'ringwell-worker',
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        QueuesModule,
        EnginesModule,
        StripeModule,
        ServiceTitanModule,
      ],
      providers: [
        WorkDirectories,
        StorageCheck,
        StorageWatch,
        GateStep,
        FetchStep,
        ProbeStep,
        TranscribeStep,
        AnalyzeStep,
        ConcludeStep,
        CallPipeline,
        RunCall,
        CallsProcessor,
        ...CHANNELS,
        {
          provide: ChannelRegistry,
          inject: CHANNELS,
          useFactory: (...channels: DeliveryChannel[]) => new ChannelRegistry(channels),
        },
        { provide: SlackClient, useFactory: () => new SlackClient({ apiUrl: config.SLACK_API_URL }) },
        ChatWebhook,
        SignedWebhook,
        DeliveryRules,
        SendDelivery,
        DeliveriesProcessor,
        LeaderElection,
        Dispatcher,
        Reaper,
        WakeUpSubscription,
        WorkerPresence,
        Watchdog,
        WorkerShutdown,
        RecordingSweep,
        Retention,
        SessionPurge,
        {
          provide: ProcessGauges,
          inject: [Registry, DatabasePool, JobQueues, LeaderElection],
          useFactory: (registry: Registry, pool: DatabasePool, queues: JobQueues, leader: LeaderElection) =>
            new ProcessGauges(registry, {
              databasePool: () => pool.counts(),
              isRedisReady: () => queues.isReachable,
              isLeader: () => leader.isLeader,
            }),
        },
        Mailer,
        MailOutbox,
        ServiceTitanRecordings,
        PollAccount,
        ServiceTitanPoller,
        AccountSubscriptions,
        ApplySubscription,
        StripeEventLoop,
        BillingUpkeep,
        BeginMetering,
        SendMinutes,
        MeteringLoop,
        UsageNotices,
      ],
    };
  }
}
