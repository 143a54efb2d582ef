import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { readRecordingLoss } from '@ringwell/domain/calls/recording-loss';
import { AppError, invalid } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { WorkDirectoriesService, type WorkDirectory } from '@ringwell/platform/media/work-directories.service';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { Semaphore } from '@ringwell/platform/semaphore';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { decodeRecording, type DecodedRecording } from '../audio/decode-recording';
import { encodePlayableCopy } from '../audio/playable-copy';
import type { ActiveRun } from './active-run';

export interface ProbedRecording extends DecodedRecording {
  hasPlayableCopy: boolean;
}

const PLAYABLE_COPY_TYPE = 'audio/mp4';

// Limits concurrent decoding, because a busy worker would otherwise delay all of its calls. A long recording only
// blocks others for a few seconds.
const MAX_CONCURRENT_DECODES = availableParallelism();
const MAX_HOLD_MS = 5_000;

type ProbedCall = Pick<Call, 'source' | 'hasPlayableCopy' | 'audioRedaction' | 'readSeconds' | 'statedSeconds'>;

@Injectable()
export class ProbeStep {
  private readonly semaphore = new Semaphore(MAX_CONCURRENT_DECODES, MAX_HOLD_MS);

  constructor(
    private readonly runs: CallRunsRepository,
    private readonly storage: RecordingStorage,
    private readonly workDirectories: WorkDirectoriesService,
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {}

  /**
   * Creates the folder that holds the recording and everything derived from it until the transcript is saved. The
   * caller removes it.
   */
  createWorkDirectory(): Promise<WorkDirectory> {
    return this.workDirectories.create();
  }

  /**
   * Copies the recording to the work directory, decodes it there, stores a playable copy if browsers need one, and
   * saves the duration, channels, type, waveform and loss.
   * @throws AppError as `decodeRecording` does, or DEMO_TOO_LONG for a demo longer than `DEMO_MAX_MINUTES`; RunStopped
   *   if the lease was lost
   */
  probe(
    call: ProbedCall,
    recordingKey: string,
    workDir: string,
    run: ActiveRun,
    customerChannel: number | null,
  ): Promise<ProbedRecording> {
    return this.metrics.timeStep('probe', async () => {
      const decoded = await this.decode(call, recordingKey, workDir, run.signal, customerChannel);
      // A redacted recording decodes completely, so the loss found in the original is kept.
      const loss = decoded.loss ?? (call.audioRedaction === 'done' ? readRecordingLoss(call) : null) ?? undefined;
      const copyPath = join(workDir, 'playable.m4a');
      const needsCopy = decoded.needsCopy && (!call.hasPlayableCopy || !decoded.isPlain);
      if (needsCopy) await encodePlayableCopy(decoded.audio.channels, copyPath, run.signal);
      const copyBytes =
        needsCopy && !call.hasPlayableCopy ? await this.storeCopy(recordingKey, copyPath, run.signal) : undefined;
      await run.writeUnderLease(
        this.runs.saveProbe(run.lease, {
          durationSeconds: decoded.audio.durationSeconds,
          channelCount: decoded.channelCount,
          recordingType: decoded.audio.mimeType,
          peaks: decoded.peaks,
          loss,
          copyBytes,
        }),
      );
      // Engines that read only the first file or track would miss audio, so they get the copy, which has a single
      // track.
      const audio = decoded.isPlain
        ? decoded.audio
        : { ...decoded.audio, sourcePath: copyPath, mimeType: PLAYABLE_COPY_TYPE };
      return { ...decoded, audio, loss, hasPlayableCopy: call.hasPlayableCopy || copyBytes !== undefined };
    });
  }

  private async storeCopy(recordingKey: string, copyPath: string, signal: AbortSignal): Promise<number> {
    const { bytes } = await this.storage.put(playableCopyKey(recordingKey), createReadStream(copyPath), { signal });
    return bytes;
  }

  private async decode(
    { source }: Pick<Call, 'source'>,
    recordingKey: string,
    workDir: string,
    signal: AbortSignal,
    customerChannel: number | null,
  ): Promise<DecodedRecording> {
    const sourcePath = join(workDir, 'recording');
    await this.storage.copyToFile(recordingKey, sourcePath, { signal });
    const { DEMO_MAX_MINUTES: demoMinutes, MAX_RECORDING_HOURS: hours } = this.config;
    const isDemo = source === 'demo' && demoMinutes < hours * 60;
    const request = {
      sourcePath,
      workDir,
      maxDurationSeconds: isDemo ? demoMinutes * 60 : hours * 3_600,
      signal,
      customerChannel: customerChannel === 0 || customerChannel === 1 ? customerChannel : undefined,
    } as const;
    return this.semaphore
      .run(() => decodeRecording(request), signal)
      .catch((error: unknown) => {
        throw isDemo && error instanceof AppError && error.code === 'RECORDING_TOO_LONG'
          ? demoTooLongError(demoMinutes, error)
          : error;
      });
  }
}

function demoTooLongError(minutes: number, cause: AppError): AppError {
  return invalid(
    'DEMO_TOO_LONG',
    `Demo recordings can be up to ${plural(minutes, 'minute')} long. Upload a shorter one.`,
    { cause },
  );
}
