import { Global, Module, type DynamicModule } from '@nestjs/common';

import type { Logger } from './create-logger';

export type { Logger } from './create-logger';

export const LOGGER = Symbol('LOGGER');

/** Provides the logger everywhere: `@Inject(LOGGER) logger: Logger`. */
@Global()
@Module({})
export class LoggerModule {
  static with(logger: Logger): DynamicModule {
    return { module: LoggerModule, providers: [{ provide: LOGGER, useValue: logger }], exports: [LOGGER] };
  }
}
