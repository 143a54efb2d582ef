import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Registry } from 'prom-client';

import { ConfigModule } from './config/config.module';
import type { WorkerConfig } from './config/environment-settings';
import { SecretBox } from './crypto/secret-box';
import type { Logger } from './logging/create-logger';
import { LoggerModule } from './logging/logger.module';
import { createMetrics } from './metrics/create-metrics';
import { SafeHttp } from './outbound/safe-http';
import { WebhookRules } from './outbound/webhook-rules';
import { createStorage } from './storage/create-storage';
import { RecordingStorage } from './storage/recording-storage';

@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    private readonly safeHttp: SafeHttp,
    private readonly storage: RecordingStorage,
  ) {}

  static with(service: string, config: WorkerConfig, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      imports: [ConfigModule.with(config), LoggerModule.with(logger)],
      providers: [
        { provide: RecordingStorage, useFactory: () => createStorage(config) },
        { provide: SecretBox, useFactory: () => new SecretBox(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS) },
        { provide: SafeHttp, useFactory: () => new SafeHttp({ allow: config.OUTBOUND_ALLOW }) },
        {
          provide: WebhookRules,
          useFactory: () => new WebhookRules({ allow: config.OUTBOUND_ALLOW, teamsHosts: config.TEAMS_WEBHOOK_HOSTS }),
        },
        { provide: Registry, useFactory: () => createMetrics(service) },
      ],
      exports: [RecordingStorage, SecretBox, SafeHttp, WebhookRules, Registry],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.safeHttp.close(), this.storage.close()]);
  }
}
