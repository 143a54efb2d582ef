import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import type { RunCall } from '@ringwell/database/calls/claim-call-sql';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import { AppError, tooLarge } from '@ringwell/domain/errors/app-error';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { ServiceTitanRecordingsService } from '../servicetitan/service-titan-recordings.service';
import type { ActiveRun } from './active-run';
import { validateLinkedRecording, rethrowMissingAsPending } from './validate-linked-recording';

@Injectable()
export class FetchStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly storage: RecordingStorage,
    private readonly http: SafeHttp,
    private readonly serviceTitan: ServiceTitanRecordingsService,
    private readonly secretBox: SecretBox,
    private readonly metrics: PipelineMetrics,
  ) {}

  /**
   * Does nothing if the recording is already stored.
   * @returns the storage key
   * @throws RecordingPending if ServiceTitan or the linked server doesn't have the recording yet, or an AppError if the
   *   download fails
   */
  fetch(call: RunCall, run: ActiveRun): Promise<string> {
    return this.metrics.timeStep('fetch', async () => call.recordingKey || (await this.store(call, run)));
  }

  private async store(call: RunCall, run: ActiveRun): Promise<string> {
    const body =
      call.source === 'servicetitan'
        ? await this.serviceTitan.open(call, run.signal)
        : await this.download(call, run.signal);
    const key = `recordings/${call.accountId}/${call.id}`;
    const hash = createHash('sha256');
    const hashStream = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    // Destroying either stream ends the other. The storage reads from the last stream, so it reports the error.
    pipeline(body, hashStream, () => undefined);
    const { bytes } = await this.storage.put(key, hashStream, { signal: run.signal }).catch(explainDownloadError);
    await run.writeUnderLease(this.runs.saveRecording(run.lease, { key, sha256: hash.digest('hex'), bytes }));
    return key;
  }

  private async download({ id, sealedRecordingUrl }: RunCall, signal: AbortSignal): Promise<Readable> {
    if (!sealedRecordingUrl) throw new Error('The call has neither a recording nor a link to one.');
    const url = this.secretBox.open(sealedRecordingUrl, SEALED_FIELDS.callRecordingUrl(id));
    const download = await this.http
      .download(url, { signal, maxBytes: MAX_RECORDING_BYTES })
      .catch(explainDownloadError)
      .catch(rethrowMissingAsPending);
    return validateLinkedRecording(download, new URL(url));
  }
}

// Makes the message say that the error is about the recording.
function explainDownloadError(error: unknown): never {
  if (error instanceof AppError && error.code === 'RESPONSE_TOO_LARGE') {
    throw tooLarge('RECORDING_TOO_LARGE', 'The recording is larger than 50 MB, the maximum.', { cause: error });
  }
  throw error;
}
