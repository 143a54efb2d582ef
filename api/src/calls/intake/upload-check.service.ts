import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';
import { AppError } from '@ringwell/domain/app-error';

import { idempotencyKeyOf } from '../../http/idempotency-key';
import { StorageCheck } from '../../platform/storage-check';
import { recordingTooLarge } from './recording-inspection';

/** A form is larger than its recording by its fields and boundaries. */
const MAX_FORM_OVERHEAD_BYTES = 262_144;

/** Judges a form with a recording by everything that can be known before it is read, so that no body is read in vain. */
@Injectable()
export class UploadCheckService {
  constructor(private readonly storage: StorageCheck) {}

  /** @throws AppError `IDEMPOTENCY_KEY_INVALID`, `UNSUPPORTED_CONTENT_TYPE`, `RECORDING_TOO_LARGE`, and what the storage says */
  async assertAcceptable(request: Request): Promise<void> {
    idempotencyKeyOf(request);
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!request.is('multipart/form-data') || encoding !== 'identity') {
      throw new AppError({
        kind: 'unsupported_media',
        code: 'UNSUPPORTED_CONTENT_TYPE',
        message: 'Send multipart/form-data with the recording as the file audio, or application/json with recordingUrl; neither compressed.',
      });
    }
    if (Number(request.headers['content-length']) > MAX_RECORDING_BYTES + MAX_FORM_OVERHEAD_BYTES) throw recordingTooLarge();
    await this.storage.assertUsable();
  }
}
