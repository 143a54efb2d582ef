import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { StrictValidationPipe, validationFailed } from '../../http/request/strict-validation.pipe';
import { CallDetailsDto } from '../dto/call-details.dto';
import { receiveForm, type FormOptions, type ReceivedForm } from './multipart-form';
import type { InspectedRecording } from './recording-inspection';

export interface UploadOptions extends Pick<FormOptions, 'checkMediaType'> {
  /** Only the recording is accepted: a form with any other field is refused. */
  isRecordingOnly?: boolean;
}

export interface UploadedCall {
  details: CallDetailsDto;
  recording?: InspectedRecording;
  /** SHA-256 of details and recording, independent of the order of fields; equal for a repeated call. */
  requestHash: string;
}

class NoDetailsDto {}

// Forms and JSON follow the same rules.
@Injectable()
export class CallUploadService {
  constructor(
    private readonly validation: StrictValidationPipe,
    private readonly safeHttp: SafeHttp,
    private readonly storage: RecordingStorage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  // Reads and stores nothing yet.
  open(accountId: string): CallUpload {
    return new CallUpload(accountId, this, this.storage, this.logger);
  }

  /** Reads a request to its end without storing its recording, to compare it with an earlier call. */
  async readOnly(request: Request, options: UploadOptions): Promise<UploadedCall> {
    return this.read(request, options, async (recording) => {
      recording.resume();
      await finished(recording);
    });
  }

  /** @param sink receives the recording of a form as it arrives, before the rest of the form was read */
  async read(
    request: Request,
    { checkMediaType, isRecordingOnly = false }: UploadOptions,
    sink: (recording: Readable) => Promise<unknown>,
  ): Promise<UploadedCall> {
    const { fields, recording } = request.is('json')
      ? fromJson(request.body)
      : await receiveForm(request, sink, { checkMediaType });
    const details: CallDetailsDto = await this.validation.check(
      isRecordingOnly ? NoDetailsDto : CallDetailsDto,
      fields,
    );
    if (recording && details.recordingUrl) {
      throw new AppError({
        kind: 'invalid',
        code: 'TWO_RECORDINGS',
        message: 'Send either the file audio or a recordingUrl, not both.',
      });
    }
    if (!recording && !details.recordingUrl) {
      throw new AppError({
        kind: 'invalid',
        code: 'RECORDING_MISSING',
        message: 'The recording is missing. Send the file audio in a form, or a recordingUrl.',
      });
    }
    this.assertCallable('recordingUrl', details.recordingUrl);
    this.assertCallable('callbackUrl', details.callbackUrl);
    return { details, recording, requestHash: requestHash(details, recording) };
  }

  private assertCallable(field: string, url: string | undefined): void {
    if (url === undefined) return;
    try {
      this.safeHttp.assertAllowedUrl(url);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      throw validationFailed([{ field, message: error.message }]);
    }
  }
}

/**
 * One upload. Its recording is stored while the request is read, before the call is validated; `discard` deletes it
 * unless `commit` was called.
 */
export class CallUpload {
  readonly callId = randomUUID();
  readonly recordingKey: string;
  private isOrphan = false;

  constructor(
    accountId: string,
    private readonly uploads: CallUploadService,
    private readonly storage: RecordingStorage,
    private readonly logger: Logger,
  ) {
    this.recordingKey = `recordings/${accountId}/${this.callId}`;
  }

  /**
   * Reads the request and stores its recording.
   * @throws AppError of the form, the validation and the storage
   */
  receive(request: Request, options: UploadOptions): Promise<UploadedCall> {
    return this.uploads.read(request, options, async (recording) => {
      this.isOrphan = true;
      await this.storage.put(this.recordingKey, recording);
    });
  }

  /** Call this once the recording belongs to a stored call. */
  commit(): void {
    this.isOrphan = false;
  }

  /** Deletes a recording that belongs to no call. If that fails, the recording sweep deletes it later. */
  async discard(): Promise<void> {
    if (!this.isOrphan) return;
    await this.storage.delete(this.recordingKey).catch((err: unknown) => {
      this.logger.warn(
        { err, recording: this.recordingKey },
        'intake: could not delete the recording of a refused call',
      );
    });
  }
}

function requestHash(details: CallDetailsDto, recording: InspectedRecording | undefined): string {
  const content = Object.entries({ ...details, recording: recording?.sha256 })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function fromJson(body: unknown): { fields: object; recording?: ReceivedForm['recording'] } {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { fields: body };
  throw new AppError({
    kind: 'invalid',
    code: 'MALFORMED_JSON',
    message: 'The body must be a JSON object, such as {"recordingUrl": "https://…"}.',
  });
}
