import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { DemoCallsRepository } from '@ringwell/database/calls/demo-calls.repository';
import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';

import { accountNotActive } from '../auth/access/account-not-active';
import { getPrincipal } from '../auth/principal/caller';
import { UploadGuard } from '../calls/intake/upload.guard';
import { demoLimitReached, demoOnly, rethrowAsDemoError } from './demo-errors';

@Injectable()
export class DemoUploadGuard extends UploadGuard {
  constructor(
    private readonly demos: DemoCallsRepository,
    storage: StorageCheckService,
  ) {
    super(storage);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { accountId, status } = getPrincipal(context);
    if (status !== 'demo') throw demoOnly();
    const request = context.switchToHttp().getRequest<Request>();
    const uploadCount = await this.demos.countUploads(accountId, request.get('idempotency-key'));
    if (uploadCount >= DEMO_UPLOAD_LIMIT) throw demoLimitReached();
    await this.assertAcceptable(request).catch(rethrowAsDemoError);
    return true;
  }
}

/** Allows active accounts to upload from the demo page. */
@Injectable()
export class TrialUploadGuard extends UploadGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (getPrincipal(context).status !== 'active') throw accountNotActive('upload without a limit');
    await this.assertAcceptable(context.switchToHttp().getRequest<Request>()).catch(rethrowAsDemoError);
    return true;
  }
}
