import { Inject, Injectable } from '@nestjs/common';

import {
  RetentionRepository,
  type ExpiredRecording,
  type OldRowKind,
} from '@ringwell/database/calls/retention.repository';
import { JOB_TTL_DAYS } from '@ringwell/domain/calls/booking-fact';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';

const HOUR_MS = 3_600_000;
const DEMO_INTERVAL_MS = 10_000;
// Maximum number of rows locked by one statement.
const CALLS_PER_BATCH = 200;
const ROWS_PER_BATCH = 2_000;
// After this many failures, the storage itself may be at fault, so the other recordings wait for the next pass.
const MAX_FAILURES = 20;

type ExpireRecordings = (excludedIds: readonly string[]) => Promise<ExpiredRecording[]>;

type RetentionSettings = Pick<
  WorkerConfig,
  | 'RECORDINGS_RETENTION_DAYS'
  | 'TRANSCRIPTS_RETENTION_DAYS'
  | 'ACTIVITY_RETENTION_DAYS'
  | 'SECURITY_EVENTS_RETENTION_DAYS'
  | 'MESSAGES_RETENTION_DAYS'
  | 'CONTACT_RETENTION_DAYS'
>;

export interface RetentionResult {
  // Recordings of demo uploads that have no result or are older than two weeks.
  demos: number;
  recordings: number;
  transcripts: number;
  activity: number;
  securityEvents: number;
  revokedTokens: number;
  mails: number;
  contactMessages: number;
  deliveryAttempts: number;
  jobs: number;
}

/**
 * Deletes demo upload recordings after two weeks, or within seconds if they have no result. Every hour, deletes data
 * older than the retention settings of the installation and of each account, but keeps summaries, labels and usage. A
 * recording is first marked as expired, then its file is deleted, then its key, so that the next pass can continue an
 * interrupted deletion.
 */
@Injectable()
export class RetentionLoop extends LeaderLoop {
  // A `performance.now()` timestamp.
  private appliedAt = -Infinity;
  // Calls whose recordings the last pass failed to delete.
  private readonly stuckCalls = new Map<keyof RetentionResult, readonly string[]>();

  constructor(
    leader: LeaderElectionService,
    private readonly retention: RetentionRepository,
    private readonly storage: RecordingStorage,
    @Inject(CONFIG) private readonly config: RetentionSettings,
  ) {
    super(leader, {
      intervalMs: DEMO_INTERVAL_MS,
      failure: 'retention: failed to delete expired data',
    });
  }

  /** Runs the parts independently: a failure in one doesn't stop the others. */
  async apply(): Promise<RetentionResult> {
    const { retention, config } = this;
    const messageDays = config.MESSAGES_RETENTION_DAYS;
    const securityDays = config.SECURITY_EVENTS_RETENTION_DAYS;
    return {
      demos: await this.deleteDemoRecordings(),
      recordings: await this.deleteOldRecordings(config.RECORDINGS_RETENTION_DAYS),
      transcripts: await this.runInBatches('transcripts', CALLS_PER_BATCH, (limit) =>
        retention.expireTranscripts(config.TRANSCRIPTS_RETENTION_DAYS, limit),
      ),
      activity: await this.deleteOldRows('activity', config.ACTIVITY_RETENTION_DAYS),
      securityEvents: await this.deleteOldRows('securityEvents', securityDays),
      revokedTokens: await this.deleteOldRows('revokedTokens', securityDays),
      mails: await this.deleteOldRows('mails', messageDays),
      contactMessages:
        (await this.deleteOldRows('doneContactMessages', messageDays)) +
        (await this.deleteOldRows('contactMessages', config.CONTACT_RETENTION_DAYS)),
      deliveryAttempts: await this.deleteOldRows('deliveryAttempts', messageDays),
      jobs: await this.runInBatches('jobs', ROWS_PER_BATCH, (limit) => retention.deleteOldJobs(JOB_TTL_DAYS, limit)),
    };
  }

  override async pass(): Promise<void> {
    const isDue = performance.now() - this.appliedAt >= HOUR_MS;
    if (isDue) this.appliedAt = performance.now();
    const result = isDue ? await this.apply() : { demos: await this.deleteDemoRecordings() };
    if (Object.values(result).some((count) => count > 0))
      this.logger.info({ ...result }, 'retention: deleted expired data');
  }

  private async deleteOldRows(kind: OldRowKind, days: number): Promise<number> {
    const part = kind === 'doneContactMessages' ? 'contactMessages' : kind;
    return days > 0
      ? this.runInBatches(part, ROWS_PER_BATCH, (limit) => this.retention.deleteOldRows(kind, days, limit))
      : 0;
  }

  private runInBatches(
    part: keyof RetentionResult,
    limit: number,
    removeBatch: (limit: number) => Promise<number>,
  ): Promise<number> {
    return this.runPart(part, async () => {
      let removed = 0;
      while (!this.isStopping) {
        const count = await removeBatch(limit);
        removed += count;
        if (count < limit) break;
      }
      return removed;
    });
  }

  private deleteDemoRecordings(): Promise<number> {
    return this.deleteRecordings('demos', (excludedIds) => this.retention.expireDemos(CALLS_PER_BATCH, excludedIds));
  }

  // Also runs if the installation keeps everything, because accounts may have their own limits.
  private deleteOldRecordings(days: number): Promise<number> {
    return this.deleteRecordings('recordings', (excludedIds) =>
      this.retention.expireRecordings(days, CALLS_PER_BATCH, excludedIds),
    );
  }

  // Recordings that failed in the last pass go last, because twenty of them would otherwise block all others.
  private async deleteRecordings(part: keyof RetentionResult, expire: ExpireRecordings): Promise<number> {
    const failedIds: string[] = [];
    const stuckIds = this.stuckCalls.get(part) ?? [];
    let deleted = 0;
    for (const deferredIds of stuckIds.length > 0 ? [stuckIds, []] : [[]])
      deleted += await this.runPart(part, () =>
        this.deleteAll((excludedIds) => expire([...deferredIds, ...excludedIds]), failedIds),
      );
    this.stuckCalls.set(part, failedIds);
    return deleted;
  }

  private async deleteAll(expire: ExpireRecordings, failedIds: string[]): Promise<number> {
    const earlierFailures = failedIds.length;
    let deleted = 0;
    while (!this.isStopping) {
      const recordings = await expire(failedIds);
      if (recordings.length === 0) break;
      deleted += await this.deleteFiles(recordings, failedIds, earlierFailures + MAX_FAILURES);
    }
    return deleted;
  }

  // `failedIds` collects calls whose recordings couldn't be deleted.
  private async deleteFiles(
    recordings: readonly ExpiredRecording[],
    failedIds: string[],
    maxFailed: number,
  ): Promise<number> {
    const deletedIds: string[] = [];
    try {
      for (const { callId, recordingKey, hasPlayableCopy } of recordings) {
        if (recordingKey === null || this.isStopping) continue;
        try {
          await (hasPlayableCopy ? this.storage.deleteRecording(recordingKey) : this.storage.delete(recordingKey));
          deletedIds.push(callId);
        } catch (error) {
          failedIds.push(callId);
          if (failedIds.length >= maxFailed) throw error;
          this.logger.warn({ err: error, callId }, 'retention: failed to delete recording, retrying');
        }
      }
    } finally {
      await this.retention.clearRecordingKeys(deletedIds);
    }
    return deletedIds.length;
  }
}
