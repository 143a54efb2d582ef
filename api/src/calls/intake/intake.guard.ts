import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';

import { accountOf } from '../../auth/current-account.decorator';
import { idempotencyKeyOf } from '../../http/idempotency-key';
import { UploadCheckService } from './upload-check.service';

/** Judges an intake by everything that can be known before its body is read. */
@Injectable()
export class IntakeGuard implements CanActivate {
  constructor(private readonly uploads: UploadCheckService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (accountOf(context).status !== 'active') throw accountNotActive();
    idempotencyKeyOf(request);
    if (!request.is('json')) await this.uploads.assertAcceptable(request);
    return true;
  }
}

function accountNotActive(): AppError {
  return new AppError({
    kind: 'forbidden',
    code: 'ACCOUNT_NOT_ACTIVE',
    message: 'This is a demo account, whose calls are not processed. Ask your administrator to activate it.',
  });
}
