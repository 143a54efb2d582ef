import { Inject, Injectable } from '@nestjs/common';

import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { withTimeout } from '@ringwell/platform/with-timeout';

const CHECK_TIMEOUT_MS = 2_000;

export interface ProbeResult<T> {
  /** `undefined` when the probe failed or timed out. */
  value?: T;
  latencyMs: number;
}

@Injectable()
export class StoreProbeService {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Runs a probe, and logs the error if it fails. @param store the store's name in the log */
  async run<T>(store: string, probe: () => Promise<T>): Promise<ProbeResult<T>> {
    const startedAt = performance.now();
    const value = await withTimeout(CHECK_TIMEOUT_MS, store, probe()).catch((err: unknown) => {
      this.logger.warn({ err, store }, 'health: probe failed');
      return undefined;
    });
    return { value, latencyMs: Math.round(performance.now() - startedAt) };
  }
}
