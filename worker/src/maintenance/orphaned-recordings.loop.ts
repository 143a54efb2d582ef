import { Inject, Injectable } from '@nestjs/common';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { pictureKey, PICTURES_PREFIX, pictureVersion } from '@ringwell/platform/storage/picture-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const HOUR_MS = 3_600_000;
// Longer than any upload takes, because a call is inserted after its recording is stored.
const MIN_ORPHAN_AGE_MS = 24 * HOUR_MS;
const BATCH_SIZE = 500;
// Keys look like `recordings/<account id>/<call id>`, with a suffix for playable copies.
const RECORDING_KEY = /^recordings\/[0-9a-f-]{36}\/([0-9a-f-]{36})(?:\.m4a)?$/;
// Keys look like `pictures/<user id>.<version>`; earlier releases didn't have a version.
const PICTURE_KEY = /^pictures\/([0-9a-f-]{36})(?:\.[0-9a-f-]+)?$/;

/** Deletes files left behind by crashes: recordings without a call, and pictures without a user. */
@Injectable()
export class OrphanedRecordingsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly storage: RecordingStorage,
    private readonly calls: CallsRepository,
    private readonly users: UsersRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: HOUR_MS, failure: 'recordings: failed to delete orphans' });
  }

  async sweep(now = Date.now()): Promise<number> {
    let deleted = 0;
    let batch = new Map<string, string>();
    const deleteBatch = async (): Promise<void> => {
      const neededIds = await this.calls.findIdsNeedingRecording([...batch.values()]);
      for (const [key, callId] of batch) {
        if (neededIds.has(callId) || this.isStopping) continue;
        deleted += await this.runPart(key, async () =>
          Number(await this.calls.removeUnneededRecording(callId, () => this.storage.delete(key))),
        );
      }
      batch = new Map();
    };
    for await (const { key, modifiedAt } of this.storage.list('recordings/')) {
      if (this.isStopping) break;
      const callId = RECORDING_KEY.exec(key)?.[1];
      if (callId === undefined || now - modifiedAt.getTime() < MIN_ORPHAN_AGE_MS) continue;
      batch.set(key, callId);
      if (batch.size >= BATCH_SIZE) await deleteBatch();
    }
    await deleteBatch();
    return deleted;
  }

  async sweepPictures(now = Date.now()): Promise<number> {
    let deleted = 0;
    for await (const { key, modifiedAt } of this.storage.list(PICTURES_PREFIX)) {
      if (this.isStopping) break;
      const userId = PICTURE_KEY.exec(key)?.[1];
      if (userId === undefined || now - modifiedAt.getTime() < MIN_ORPHAN_AGE_MS) continue;
      const user = await this.users.findById(userId);
      const version = pictureVersion(user?.profileImageUrl ?? null);
      if (version !== undefined && pictureKey(userId, version) === key) continue;
      deleted += await this.runPart(key, async () => {
        await this.storage.delete(key);
        return 1;
      });
    }
    return deleted;
  }

  override async pass(): Promise<void> {
    const deleted =
      (await this.runPart('recordings', () => this.sweep())) +
      (await this.runPart('pictures', () => this.sweepPictures()));
    const temporary = await this.runPart('temporary', () => this.storage.removeStaleTemporaryFiles());
    if (deleted + temporary > 0) this.logger.info({ deleted, temporary }, 'recordings: deleted orphans');
  }
}
