import { Inject, Injectable } from '@nestjs/common';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import { toAppError } from '@ringwell/domain/errors/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

// Long enough for a busy disk, but short enough not to delay the heartbeat, which waits for the check.
const CHECK_TIMEOUT_MS = 8_000;

/**
 * Checks whether this worker can reach the recordings. While it can't, it doesn't accept calls. Full storage is
 * treated as reachable, because stored recordings can still be processed.
 */
@Injectable()
export class StorageMonitorService {
  private wasReachable = true;
  private readonly listeners: ((isReachable: boolean) => void)[] = [];

  constructor(
    private readonly storage: StorageCheckService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isReachable(): boolean {
    return this.wasReachable;
  }

  /** Also calls the listener immediately. */
  subscribe(listener: (isReachable: boolean) => void): void {
    this.listeners.push(listener);
    listener(this.wasReachable);
  }

  /** Checks within two seconds of each other share a result. */
  async check(): Promise<boolean> {
    const error = await this.storage.assertUsable(CHECK_TIMEOUT_MS).then(() => undefined, toAppError);
    const isReachable = error === undefined || error.code === 'STORAGE_FULL';
    if (isReachable === this.wasReachable) return isReachable;
    this.wasReachable = isReachable;
    if (isReachable) this.logger.info('storage: reachable again, accepting calls');
    else this.logger.error({ err: error }, 'storage: unreachable, not accepting calls until it recovers');
    for (const listener of this.listeners) listener(isReachable);
    return isReachable;
  }
}
