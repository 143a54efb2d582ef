import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline, Transform, type Readable } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';

import type { Call } from '@ringwell/database/entities/call.entity';
import { CallRunsRepository } from '@ringwell/database/repositories/call-runs.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';
import { AppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import { SealedBox } from '@ringwell/platform/crypto/sealed-box';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { decodeRecording, type DecodedRecording } from '../audio/decode-recording';
import { ServiceTitanRecordings } from '../servicetitan/service-titan-recordings';
import type { ActiveRun } from './active-run';

/** Brings a call's recording onto this machine and decodes it. */
@Injectable()
export class PrepareRecording {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly storage: RecordingStorage,
    private readonly http: SafeHttp,
    private readonly serviceTitan: ServiceTitanRecordings,
    private readonly sealedBox: SealedBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Puts a recording that came as a link, or is kept by ServiceTitan, into the storage, unless it is there already.
   * @returns its key
   * @throws RecordingPending
   */
  async fetch(call: Call, run: ActiveRun): Promise<string> {
    if (call.recordingKey) return call.recordingKey;
    const body =
      call.source === 'servicetitan'
        ? await this.serviceTitan.open(call, run.signal)
        : await this.download(call, run.signal);
    const key = `recordings/${call.userId}/${call.id}`;
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    // Whichever end breaks off ends the other; the storage reports the error, since it reads the last of the streams.
    pipeline(body, hashing, () => undefined);
    const { bytes } = await this.storage.put(key, hashing, { signal: run.signal }).catch(explainDownload);
    await run.hold(this.runs.saveRecording(run.lease, { key, sha256: hash.digest('hex'), bytes }));
    return key;
  }

  private async download({ id, sealedRecordingUrl }: Call, signal: AbortSignal): Promise<Readable> {
    if (!sealedRecordingUrl) throw new Error('A call has a recording, a link to one, or comes from ServiceTitan.');
    const url = this.sealedBox.open(sealedRecordingUrl, SEALED_FIELDS.callRecordingUrl(id));
    return (await this.http.download(url, { signal, maxBytes: MAX_RECORDING_BYTES }).catch(explainDownload)).body;
  }

  /** Decodes the recording into the run's directory and notes what it is. */
  async decode(call: Call, recordingKey: string, workDir: string, run: ActiveRun): Promise<DecodedRecording> {
    const sourcePath = join(workDir, 'recording');
    await this.storage.copyToFile(recordingKey, sourcePath, { signal: run.signal });
    const decoded = await decodeRecording({
      sourcePath,
      workDir,
      maxDurationSeconds: this.config.MAX_RECORDING_HOURS * 3_600,
      signal: run.signal,
      customerChannel: call.customerChannel === 0 || call.customerChannel === 1 ? call.customerChannel : undefined,
    });
    await run.hold(
      this.runs.saveProbe(run.lease, {
        durationSeconds: decoded.audio.durationSeconds,
        channelCount: decoded.channelCount,
        recordingType: decoded.audio.mimeType,
        peaks: decoded.peaks,
      }),
    );
    return decoded;
  }
}

/** A link's failure in words that speak of the recording. */
function explainDownload(error: unknown): never {
  if (error instanceof AppError && error.code === 'RESPONSE_TOO_LARGE') {
    throw new AppError({
      kind: 'too_large',
      code: 'RECORDING_TOO_LARGE',
      cause: error,
      message: 'The recording is larger than 50 MB, the most that is taken.',
    });
  }
  throw error;
}
