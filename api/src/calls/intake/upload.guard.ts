import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import { unsupportedMedia } from '@ringwell/domain/errors/app-error';
import { recordingTooLarge } from '@ringwell/platform/media/recording-inspection';

import { accountNotActive } from '../../auth/access/account-not-active';
import { getPrincipal } from '../../auth/principal/caller';

// Extra bytes for a form's fields and boundaries.
const MAX_FORM_OVERHEAD_BYTES = 262_144;

/**
 * Checks the account's status, the content type, the size and the storage before the body of an upload is read.
 * Subclasses define which accounts can upload and whether JSON is accepted.
 */
@Injectable()
export class UploadGuard implements CanActivate {
  constructor(private readonly storage: StorageCheckService) {}

  /**
   * @throws AppError `ACCOUNT_NOT_ACTIVE`, `UNSUPPORTED_CONTENT_TYPE`, `RECORDING_TOO_LARGE`, and any error from
   * the storage check
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (getPrincipal(context).status !== 'active') throw accountNotActive('process calls');
    if (!request.is('json')) await this.assertAcceptable(request);
    return true;
  }

  protected async assertAcceptable(request: Request): Promise<void> {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!request.is('multipart/form-data') || encoding !== 'identity') {
      throw unsupportedMedia(
        'UNSUPPORTED_CONTENT_TYPE',
        'Send multipart/form-data with the recording in the audio field, or application/json with recordingUrl. ' +
          'Do not compress the request.',
      );
    }
    if (Number(request.headers['content-length']) > MAX_RECORDING_BYTES + MAX_FORM_OVERHEAD_BYTES)
      throw recordingTooLarge();
    await this.storage.assertUsable();
  }
}
