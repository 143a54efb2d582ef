import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';
import { AppError } from '@ringwell/domain/app-error';

import { accountOf } from '../../auth/current-account.decorator';
import { StorageCheck } from '../../platform/storage-check';
import { idempotencyKeyOf } from './idempotency-key';
import { recordingTooLarge } from './recording-inspection';

/** A form is larger than its recording by its fields and boundaries. */
const MAX_FORM_OVERHEAD_BYTES = 262_144;

/** Judges an intake by everything that can be known before its body is read, so that no body is read in vain. */
@Injectable()
export class IntakeGuard implements CanActivate {
  constructor(private readonly storage: StorageCheck) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (accountOf(context).status !== 'active') throw accountNotActive();
    idempotencyKeyOf(request);
    if (request.is('json')) return true;
    assertForm(request);
    await this.storage.assertUsable();
    return true;
  }
}

function assertForm(request: Request): void {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (!request.is('multipart/form-data') || encoding !== 'identity') {
    throw new AppError({
      kind: 'unsupported_media',
      code: 'UNSUPPORTED_CONTENT_TYPE',
      message: 'Send multipart/form-data with the recording as the file audio, or application/json with recordingUrl; neither compressed.',
    });
  }
  if (Number(request.headers['content-length']) > MAX_RECORDING_BYTES + MAX_FORM_OVERHEAD_BYTES) throw recordingTooLarge();
}

function accountNotActive(): AppError {
  return new AppError({
    kind: 'forbidden',
    code: 'ACCOUNT_NOT_ACTIVE',
    message: 'This is a demo account, whose calls are not processed. Ask your administrator to activate it.',
  });
}
