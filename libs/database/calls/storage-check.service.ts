import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { withTimeout } from '@ringwell/platform/with-timeout';

import { CallsRepository } from './calls.repository';

/** How long a finding counts. Each check writes, so uploads share one. */
const FINDING_COUNTS_MS = 2_000;
const CHECK_TIMEOUT_MS = 2_000;

/** Knows whether recordings can be stored now, and sets up a storage that has never been used. */
@Injectable()
export class StorageCheckService implements OnApplicationBootstrap {
  private finding?: Promise<void>;
  private askedAt = 0;
  private isAsking = false;

  constructor(
    private readonly storage: RecordingStorage,
    private readonly calls: CallsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.assertUsable().catch((err: unknown) => this.logger.warn({ err }, 'storage: cannot be used at start'));
  }

  /**
   * @param timeoutMs longest wait for the storage
   * @throws AppError when they cannot: `STORAGE_FULL`, `STORAGE_UNAVAILABLE` or `TOO_SLOW`
   */
  assertUsable(timeoutMs = CHECK_TIMEOUT_MS): Promise<void> {
    // A storage that hangs is not asked again meanwhile: each question would block one of libuv's few threads.
    const isOld = !this.isAsking && performance.now() - this.askedAt > FINDING_COUNTS_MS;
    if (!this.finding || isOld) this.finding = this.ask();
    return withTimeout(timeoutMs, 'The storage for recordings', this.finding);
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    this.askedAt = performance.now();
    try {
      await this.storage.setUp(() => this.calls.hasRecordings());
      await this.storage.check();
    } finally {
      this.isAsking = false;
    }
  }
}
