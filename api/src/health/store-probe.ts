import { Inject, Injectable } from '@nestjs/common';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { withTimeout } from '@ringwell/platform/with-timeout';

const CHECK_TIMEOUT_MS = 2_000;

/** What came of asking a store. */
export interface StoreAnswer<T> {
  /** `undefined` when the store failed or took too long. */
  value?: T;
  latencyMs: number;
}

/** Asks stores questions that must not hold anybody up. */
@Injectable()
export class StoreProbe {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Why a store did not answer stands in the log. @param store its name, for the log */
  async ask<T>(store: string, question: () => Promise<T>): Promise<StoreAnswer<T>> {
    const startedAt = performance.now();
    const value = await withTimeout(CHECK_TIMEOUT_MS, store, question()).catch((err: unknown) => {
      this.logger.warn({ err, store }, 'A store does not answer.');
      return undefined;
    });
    return { value, latencyMs: Math.round(performance.now() - startedAt) };
  }
}
