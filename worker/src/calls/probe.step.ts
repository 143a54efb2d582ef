import { join } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { decodeRecording, type DecodedRecording } from '../audio/decode-recording';
import type { ActiveRun } from './active-run';

@Injectable()
export class ProbeStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly storage: RecordingStorage,
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Copies the recording into the work directory, decodes it there, and saves duration, channels, type and waveform.
   * @throws AppError as `decodeRecording` does
   */
  probe(
    recordingKey: string,
    workDir: string,
    run: ActiveRun,
    customerChannel: number | null,
  ): Promise<DecodedRecording> {
    return this.metrics.timeStep('probe', async () => {
      const decoded = await this.decode(recordingKey, workDir, run.signal, customerChannel);
      await run.hold(
        this.runs.saveProbe(run.lease, {
          durationSeconds: decoded.audio.durationSeconds,
          channelCount: decoded.channelCount,
          recordingType: decoded.audio.mimeType,
          peaks: decoded.peaks,
        }),
      );
      return decoded;
    });
  }

  private async decode(
    recordingKey: string,
    workDir: string,
    signal: AbortSignal,
    customerChannel: number | null,
  ): Promise<DecodedRecording> {
    const sourcePath = join(workDir, 'recording');
    await this.storage.copyToFile(recordingKey, sourcePath, { signal });
    return decodeRecording({
      sourcePath,
      workDir,
      maxDurationSeconds: this.config.MAX_RECORDING_HOURS * 3_600,
      signal,
      customerChannel: customerChannel === 0 || customerChannel === 1 ? customerChannel : undefined,
    });
  }
}
