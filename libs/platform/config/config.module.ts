import { Global, Module, type DynamicModule } from '@nestjs/common';

import type { Config } from './settings';

/** Injection token of the settings. */
export const CONFIG = Symbol('CONFIG');

/** Makes the settings injectable everywhere: `@Inject(CONFIG) config: Config`. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
