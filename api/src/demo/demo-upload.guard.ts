import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { DemoCallsRepository } from '@ringwell/database/repositories/demo-calls.repository';
import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/account-limits';

import { accountOf } from '../auth/current-account.decorator';
import { UploadCheckService } from '../calls/intake/upload-check.service';
import { demoLimitReached, demoOnly, rethrowInWordsOfThePage } from './demo-refusals';

/** Judges a demo upload by everything that can be known before its body is read. */
@Injectable()
export class DemoUploadGuard implements CanActivate {
  constructor(private readonly demos: DemoCallsRepository, private readonly uploads: UploadCheckService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { userId, status } = accountOf(context);
    if (status !== 'demo') throw demoOnly();
    if (await this.demos.count(userId) >= DEMO_UPLOAD_LIMIT) throw demoLimitReached();
    await this.uploads.assertAcceptable(context.switchToHttp().getRequest<Request>()).catch(rethrowInWordsOfThePage);
    return true;
  }
}
