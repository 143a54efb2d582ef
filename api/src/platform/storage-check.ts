import { Injectable } from '@nestjs/common';

import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { within } from './within';

/** How long a finding counts. Each check writes, so uploads share one. */
const FINDING_COUNTS_MS = 2_000;
const CHECK_TIMEOUT_MS = 2_000;

/** Knows whether recordings can be stored now, so that an upload need not be read to find out. */
@Injectable()
export class StorageCheck {
  private finding?: Promise<void>;
  private foundAt = 0;

  constructor(private readonly storage: RecordingStorage) {}

  /** @throws AppError when they cannot: `STORAGE_FULL`, `STORAGE_UNAVAILABLE` or `TOO_SLOW` */
  assertUsable(): Promise<void> {
    if (!this.finding || performance.now() - this.foundAt > FINDING_COUNTS_MS) {
      this.foundAt = performance.now();
      this.finding = within(CHECK_TIMEOUT_MS, 'The storage for recordings', this.storage.check());
    }
    return this.finding;
  }
}
