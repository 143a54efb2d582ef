import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const HOUR_MS = 3_600_000;
// Longer than any upload takes, because a call is inserted after its recording is stored.
const MIN_ORPHAN_AGE_MS = 24 * HOUR_MS;
const BATCH_SIZE = 500;
// Keys look like `recordings/<account id>/<call id>`, with a suffix for playable copies.
const RECORDING_KEY = /^recordings\/([0-9a-f-]{36})\/([0-9a-f-]{36})(?:\.m4a)?$/;

interface OldRecording {
  key: string;
  accountId: string;
  callId: string;
}

/** Deletes recordings without a call, which crashes leave behind. */
@Injectable()
export class OrphanedRecordingsLoop extends LeaderLoop {
  constructor(
    leader: LeaderElectionService,
    private readonly storage: RecordingStorage,
    private readonly accounts: AccountsRepository,
    private readonly calls: CallsRepository,
  ) {
    super(leader, { intervalMs: HOUR_MS, failure: 'recordings: failed to delete orphans' });
  }

  async sweep(now = Date.now()): Promise<number> {
    let deleted = 0;
    for await (const batch of this.listOldRecordings(now)) {
      const neededIds = await this.calls.findIdsNeedingRecording(batch.map(({ callId }) => callId));
      for (const { key, callId } of batch) {
        if (neededIds.has(callId) || this.isStopping) continue;
        deleted += await this.runPart(key, async () =>
          Number(await this.calls.removeUnneededRecording(callId, () => this.storage.delete(key))),
        );
      }
    }
    return deleted;
  }

  override async pass(): Promise<void> {
    let deleted = 0;
    if (await this.isUnrelatedStorage())
      this.logger.warn(
        'recordings: deleted none, because none belong to an account; check DATABASE_URL and the storage',
      );
    else deleted = await this.runPart('recordings', () => this.sweep());
    const temporary = await this.runPart('temporary', () => this.storage.removeStaleTemporaryFiles());
    if (deleted + temporary > 0) this.logger.info({ deleted, temporary }, 'recordings: deleted orphans');
  }

  // For example, the database may be empty because its backup hasn't been restored yet.
  private async isUnrelatedStorage(): Promise<boolean> {
    const unknownIds = new Set<string>();
    for await (const batch of this.listOldRecordings(Date.now()))
      for (const { accountId } of batch) {
        if (!unknownIds.has(accountId) && (await this.accounts.findById(accountId))) return false;
        unknownIds.add(accountId);
      }
    return unknownIds.size > 0;
  }

  private async *listOldRecordings(now: number): AsyncGenerator<OldRecording[]> {
    let batch: OldRecording[] = [];
    for await (const { key, modifiedAt } of this.storage.list('recordings/')) {
      if (this.isStopping) break;
      const [, accountId, callId] = RECORDING_KEY.exec(key) ?? [];
      if (!accountId || !callId || now - modifiedAt.getTime() < MIN_ORPHAN_AGE_MS) continue;
      batch.push({ key, accountId, callId });
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
}
