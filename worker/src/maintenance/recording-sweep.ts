import { Inject, Injectable } from '@nestjs/common';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElection } from '../leader/leader-election';
import { LeaderLoop } from '../leader/leader-loop';

const HOUR_MS = 3_600_000;
/** An upload may take a while, and its call is written after it. */
const SPARE_YOUNGER_THAN_MS = 24 * HOUR_MS;
const BATCH = 500;
/** `recordings/<user id>/<call id>` */
const RECORDING_KEY = /^recordings\/[0-9a-f-]{36}\/([0-9a-f-]{36})$/;

/** Deletes recordings that no call refers to, which a crash in the middle of an upload can leave behind. */
@Injectable()
export class RecordingSweep extends LeaderLoop {
  constructor(
    leader: LeaderElection,
    private readonly storage: RecordingStorage,
    private readonly calls: CallsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: HOUR_MS, failure: 'The sweep of recordings failed.' });
  }

  /** @returns how many recordings were deleted */
  async sweep(now = Date.now()): Promise<number> {
    let deleted = 0;
    let batch = new Map<string, string>();
    const flush = async (): Promise<void> => {
      const needed = await this.calls.findIdsNeedingRecording([...batch.keys()]);
      for (const [callId, key] of batch) {
        if (needed.has(callId) || this.isStopping) continue;
        if (await this.calls.removeUnneededRecording(callId, () => this.storage.delete(key))) deleted += 1;
      }
      batch = new Map();
    };
    for await (const { key, modifiedAt } of this.storage.list('recordings/')) {
      if (this.isStopping) break;
      const callId = RECORDING_KEY.exec(key)?.[1];
      if (callId === undefined || now - modifiedAt.getTime() < SPARE_YOUNGER_THAN_MS) continue;
      batch.set(callId, key);
      if (batch.size >= BATCH) await flush();
    }
    await flush();
    return deleted;
  }

  protected override async pass(): Promise<void> {
    const deleted = await this.sweep();
    const temporary = await this.storage.removeStaleTemporaryFiles();
    if (deleted + temporary > 0)
      this.logger.info({ deleted, temporary }, 'Recordings that belong to no call were deleted.');
  }
}
