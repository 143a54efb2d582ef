import { Injectable } from '@nestjs/common';

import { AccountExportsRepository } from '@ringwell/database/calls/account-exports.repository';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 10_000;
const BATCH_SIZE = 500;
const EXPORTS_PREFIX = 'exports/';

/**
 * Ends expired exports and deletes files that are no longer needed: those of expired, canceled and erased exports and
 * of deleted accounts, and leftovers from killed workers.
 */
@Injectable()
export class ExpiredExportsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly exports: AccountExportsRepository,
    private readonly storage: RecordingStorage,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'export: failed to delete export files' });
  }

  async deleteUnneededFiles(): Promise<number> {
    await this.exports.expireDue();
    let deleted = 0;
    let keys: string[] = [];
    const deleteBatch = async (): Promise<void> => {
      const neededKeys = await this.exports.findNeededKeys(keys);
      for (const key of keys) {
        if (neededKeys.has(key) || this.isStopping) continue;
        deleted += await this.runPart(key, async () => {
          await this.storage.delete(key);
          return 1;
        });
      }
      keys = [];
    };
    for await (const { key } of this.storage.list(EXPORTS_PREFIX)) {
      keys.push(key);
      if (keys.length >= BATCH_SIZE) await deleteBatch();
    }
    await deleteBatch();
    return deleted;
  }

  override async pass(): Promise<void> {
    const files = await this.deleteUnneededFiles();
    if (files > 0) this.logger.info({ files }, 'export: deleted files');
  }
}
