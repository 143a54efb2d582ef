import { Global, Module, type DynamicModule } from '@nestjs/common';

import type { Config } from './settings';

export const CONFIG = Symbol('CONFIG');

/** Provides the settings everywhere: `@Inject(CONFIG) config: Config`. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
