import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Inject, Injectable } from '@nestjs/common';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import type { TimeRange } from '@ringwell/domain/redaction/time-range';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { decodeRecording, type DecodedRecording } from '../audio/decode-recording';
import { encodePlayableCopy } from '../audio/playable-copy';
import { redactionError, addTonesToRecording } from '../audio/tone-recording';
import type { ActiveRun } from './active-run';

// Encoders write whole frames, of up to 128 ms (AAC at 8 kHz).
const LENGTH_TOLERANCE_SECONDS = 0.15;

interface PendingRedaction {
  recordingKey: string;
  hasPlayableCopy: boolean;
  tones: readonly TimeRange[];
  /** The recording's length when it was transcribed. */
  durationSeconds: number;
}

@Injectable()
export class RecordingRedactionService {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly storage: RecordingStorage,
    private readonly workDirectories: WorkDirectoriesService,
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'MAX_RECORDING_HOURS'>,
  ) {}

  /**
   * Adds tones to the stored recording and its playable copy, keeping their keys. Completion is recorded in PostgreSQL
   * afterward, so after an interruption the next run adds the tones again, which is harmless. The recording can't be
   * played until then.
   * @throws AppError from the storage or the media tools, REDACTION_FAILED (retryable), or RunStopped if the lease was
   *   lost
   */
  redact({ recordingKey, hasPlayableCopy, tones, durationSeconds }: PendingRedaction, run: ActiveRun): Promise<void> {
    return this.metrics.timeStep('redact_audio', async () => {
      const workDirectory = await this.workDirectories.create();
      try {
        const { signal } = run;
        const sourcePath = join(workDirectory.path, 'recording');
        const outputPath = join(workDirectory.path, 'redacted');
        await this.storage.copyToFile(recordingKey, sourcePath, { signal });
        await addTonesToRecording({ sourcePath, outputPath, tones, signal });
        const { audio, peaks } = await this.decode(outputPath, workDirectory.path, signal);
        const difference = Math.abs(audio.durationSeconds - durationSeconds);
        if (difference > LENGTH_TOLERANCE_SECONDS)
          throw redactionError(new Error(`The length with tones differs by ${difference} s.`));
        const copyPath = join(workDirectory.path, 'playable.m4a');
        const copyBytes = hasPlayableCopy ? await encodePlayableCopy(audio.channels, copyPath, signal) : 0;
        const bytes = (await stat(outputPath)).size + copyBytes;
        const sha256 = await hashFile(outputPath);
        // Another run may have claimed the call since the last heartbeat.
        await run.writeUnderLease(this.runs.heartbeat(run.lease));
        await this.storage.put(recordingKey, createReadStream(outputPath), { signal });
        if (hasPlayableCopy)
          await this.storage.put(playableCopyKey(recordingKey), createReadStream(copyPath), { signal });
        await run.writeUnderLease(this.runs.saveRedactedRecording(run.lease, { sha256, bytes, peaks }));
      } finally {
        await workDirectory.remove();
      }
    });
  }

  // Re-encoding may have added a frame to a maximum-length recording.
  private decode(sourcePath: string, workDir: string, signal: AbortSignal): Promise<DecodedRecording> {
    const maxDurationSeconds = this.config.MAX_RECORDING_HOURS * 3_600 + 1;
    return decodeRecording({ sourcePath, workDir, maxDurationSeconds, signal });
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
