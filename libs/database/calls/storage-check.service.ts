import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { withTimeout } from '@ringwell/platform/with-timeout';

import { CallsRepository } from './calls.repository';

// How long a result is valid. Uploads share the result, because each check writes a file.
const RESULT_LIFETIME_MS = 2_000;
const CHECK_TIMEOUT_MS = 2_000;

@Injectable()
export class StorageCheckService implements OnApplicationBootstrap {
  private result?: Promise<void>;
  private checkedAt = 0;
  private isChecking = false;

  constructor(
    private readonly storage: RecordingStorage,
    private readonly calls: CallsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.assertUsable().catch((err: unknown) => this.logger.warn({ err }, 'storage: unusable at startup'));
  }

  /** @throws AppError `STORAGE_FULL`, `STORAGE_UNAVAILABLE` or `TOO_SLOW` */
  assertUsable(timeoutMs = CHECK_TIMEOUT_MS): Promise<void> {
    // Doesn't start another check while one hangs, because each would block one of libuv's few threads.
    const isOutdated = !this.isChecking && performance.now() - this.checkedAt > RESULT_LIFETIME_MS;
    if (!this.result || isOutdated) this.result = this.check();
    return withTimeout(timeoutMs, 'Recording storage', this.result);
  }

  private async check(): Promise<void> {
    this.isChecking = true;
    this.checkedAt = performance.now();
    try {
      await this.storage.setUp(() => this.calls.hasRecordings());
      await this.storage.check();
    } finally {
      this.isChecking = false;
    }
  }
}
