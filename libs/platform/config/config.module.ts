import { Global, Module, type DynamicModule } from '@nestjs/common';

import type { WorkerConfig } from './environment-settings';

export type { Config, WorkerConfig } from './environment-settings';

export const CONFIG = Symbol('CONFIG');

/** Provides the settings everywhere: `@Inject(CONFIG) config: Config`, or `WorkerConfig` in workers and libs. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: WorkerConfig): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
