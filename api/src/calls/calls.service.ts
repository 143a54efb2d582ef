import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository, type CallWithResult } from '@ringwell/database/calls/calls.repository';
import { AppError } from '@ringwell/domain/app-error';

/** Calls of one account. A call of another account, an unknown ID and a malformed one all give the same error. */
@Injectable()
export class CallsService {
  constructor(private readonly calls: CallsRepository) {}

  /** @throws AppError `CALL_NOT_FOUND` */
  async getOwned(userId: string, callId: string): Promise<Call> {
    return (isUUID(callId) ? await this.calls.find(userId, callId) : null) ?? notFound();
  }

  /** @throws AppError `CALL_NOT_FOUND` */
  async getOwnedWithResult(userId: string, callId: string): Promise<CallWithResult> {
    return (isUUID(callId) ? await this.calls.findWithResult(userId, callId) : null) ?? notFound();
  }
}

function notFound(): never {
  throw new AppError({
    kind: 'not_found',
    code: 'CALL_NOT_FOUND',
    message: 'Call not found. Check the ID.',
  });
}
