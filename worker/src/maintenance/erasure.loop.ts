import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { AccountExportsRepository } from '@ringwell/database/calls/account-exports.repository';
import { ErasuresRepository, type DueCall } from '@ringwell/database/erasures/erasures.repository';
import { AppError } from '@ringwell/domain/errors/app-error';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { ServiceTitanNotesService } from '../servicetitan/service-titan-notes.service';

const INTERVAL_MS = 2_000;
// Batches are small because a transaction delays results for the account's other calls.
const CALLS_PER_BATCH = 50;
// This pause leaves most of the database's capacity for other work.
const PAUSE_MS = 100;
const CALLS_PER_STEP = 100;
// Delay after a storage or ServiceTitan failure.
const RETRY_MS = 60_000;
// After this time, notes are left in ServiceTitan, and the receipt says so.
const NOTE_RETRY_LIMIT_MS = 24 * 3_600_000;

/**
 * Carries out erasures requested by users. First removes erased customers' calls from all tables. Then, for calls whose
 * deletion can no longer be undone, deletes exports that may contain them, their recordings, and optionally their notes
 * in ServiceTitan. Finally closes the receipts. Each step is committed before the next, and repeated after a crash.
 */
@Injectable()
export class ErasureLoop extends LeaderLoop {
  // When to retry each failed erasure, and each call whose recording or notes couldn't be deleted.
  private readonly retryTimes = new Map<string, number>();

  constructor(
    leader: LeaderElectionService,
    private readonly erasures: ErasuresRepository,
    private readonly exports: AccountExportsRepository,
    private readonly storage: RecordingStorage,
    private readonly notes: ServiceTitanNotesService,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'erasure: failed to erase deleted calls' });
  }

  async erase(now = Date.now()): Promise<number> {
    for (const [id, retryAt] of this.retryTimes) if (retryAt <= now) this.retryTimes.delete(id);
    await this.deleteCustomerCalls(now);
    let erased = 0;
    while (!this.isStopping) {
      const dueCalls = await this.erasures.claimDue(CALLS_PER_STEP, [...this.retryTimes.keys()]);
      if (dueCalls.length === 0) break;
      await this.exports.discardContaining(dueCalls.map(({ callId }) => callId));
      erased += await this.deleteFilesAndNotes(dueCalls, now);
    }
    await this.erasures.closeReceipts();
    return erased;
  }

  override async pass(): Promise<void> {
    const calls = await this.erase();
    if (calls > 0) this.logger.info({ calls }, 'erasure: erased deleted calls');
  }

  private async deleteCustomerCalls(now: number): Promise<void> {
    while (!this.isStopping) {
      const erasure = await this.erasures.findNextCustomer([...this.retryTimes.keys()]);
      if (!erasure) return;
      try {
        await this.erasures.deleteNextCalls(erasure, CALLS_PER_BATCH);
      } catch (error) {
        this.retryTimes.set(erasure.id, now + RETRY_MS);
        this.logger.warn(
          { err: error, erasureId: erasure.id },
          'erasure: failed to erase a customer, retrying in a minute',
        );
      }
      await sleep(PAUSE_MS);
    }
  }

  private async deleteFilesAndNotes(dueCalls: readonly DueCall[], now: number): Promise<number> {
    const finishedIds: string[] = [];
    for (const call of dueCalls) {
      if (this.isStopping) break;
      const { callId, accountId, recordingKey } = call;
      try {
        // An interrupted run may have stored the recording without saving its key.
        await this.storage.deleteRecording(recordingKey ?? `recordings/${accountId}/${callId}`);
        await this.removeNotes(call, now);
        finishedIds.push(callId);
      } catch (error) {
        this.retryTimes.set(callId, now + RETRY_MS);
        this.logger.warn({ err: error, callId }, 'erasure: failed to delete recording or notes, retrying in a minute');
      }
    }
    await this.erasures.finish(finishedIds);
    return finishedIds.length;
  }

  private async removeNotes(call: DueCall, now: number): Promise<void> {
    const { callId, accountId, eraseAt, noteReferences } = call;
    if (!noteReferences) return;
    try {
      await this.erasures.saveNotesRemoved(callId, await this.notes.remove(accountId, noteReferences));
    } catch (error) {
      const isFinal = error instanceof AppError && (!error.retryable || now - eraseAt.getTime() > NOTE_RETRY_LIMIT_MS);
      if (!isFinal) throw error;
      this.logger.warn({ err: error, callId }, 'erasure: leaving notes in ServiceTitan');
      await this.erasures.saveNotesRemoved(callId, false);
    }
  }
}
