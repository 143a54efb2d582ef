import { setTimeout as sleep } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';

import { AccountExportsRepository } from '@ringwell/database/calls/account-exports.repository';
import { ErasuresRepository, type DueRecording } from '@ringwell/database/erasures/erasures.repository';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const INTERVAL_MS = 2_000;
// Of one transaction, which holds up the results of the account's calls.
const CALLS_AT_ONCE = 50;
// Leaves most of the database's time to others.
const PAUSE_MS = 100;
const RECORDINGS_AT_ONCE = 100;
// After a failure of the storage.
const RETRY_MS = 60_000;

/**
 * Erases what users have deleted: first takes the calls of erased customers out of all tables, then deletes the
 * recordings of calls whose deletion can no longer be undone, and exports that may hold such calls, then closes the receipts. Every step is committed before
 * the next, and repeated after a crash.
 */
@Injectable()
export class ErasureLoop extends LeaderLoop {
  // Recordings that could not be deleted, and when to try again.
  private readonly failed = new Map<string, number>();

  constructor(
    leader: LeaderElectionService,
    private readonly erasures: ErasuresRepository,
    private readonly exports: AccountExportsRepository,
    private readonly storage: RecordingStorage,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(leader, logger, { intervalMs: INTERVAL_MS, failure: 'erasure: cannot erase deleted calls' });
  }

  /** @returns the number of calls that were erased */
  async erase(now = Date.now()): Promise<number> {
    await this.markCustomers();
    for (const [callId, retryAt] of this.failed) if (retryAt <= now) this.failed.delete(callId);
    let erased = 0;
    while (!this.isStopping) {
      const due = await this.erasures.claimDue(RECORDINGS_AT_ONCE, [...this.failed.keys()]);
      if (due.length === 0) break;
      await this.exports.dropWithCalls(due.map(({ callId }) => callId));
      erased += await this.deleteRecordings(due, now);
    }
    await this.erasures.closeReceipts();
    return erased;
  }

  protected override async pass(): Promise<void> {
    const calls = await this.erase();
    if (calls > 0) this.logger.info({ calls }, 'erasure: erased deleted calls');
  }

  private async markCustomers(): Promise<void> {
    while (!this.isStopping && (await this.erasures.markNext(CALLS_AT_ONCE)) !== undefined) await sleep(PAUSE_MS);
  }

  private async deleteRecordings(due: readonly DueRecording[], now: number): Promise<number> {
    const gone: string[] = [];
    for (const { callId, accountId, recordingKey } of due) {
      if (this.isStopping) break;
      try {
        // A run that was under way may have stored the recording without saving its key.
        await this.storage.delete(recordingKey ?? `recordings/${accountId}/${callId}`);
        gone.push(callId);
      } catch (error) {
        this.failed.set(callId, now + RETRY_MS);
        this.logger.warn({ err: error, callId }, 'erasure: cannot delete recording, retrying in a minute');
      }
    }
    await this.erasures.finish(gone);
    return gone.length;
  }
}
