import { Injectable } from '@nestjs/common';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository, type CallWithResult } from '@ringwell/database/calls/calls.repository';
import { AppError } from '@ringwell/domain/app-error';

/** Finds a call for its owner. Another account's call and one that does not exist get the same response. */
@Injectable()
export class OwnCalls {
  constructor(private readonly calls: CallsRepository) {}

  /** @throws AppError `CALL_NOT_FOUND` */
  async find(userId: string, callId: string): Promise<Call> {
    const call = await this.calls.find(userId, callId);
    if (!call) throw callNotFound();
    return call;
  }

  /** @throws AppError `CALL_NOT_FOUND` */
  async findWithResult(userId: string, callId: string): Promise<CallWithResult> {
    const call = await this.calls.findWithResult(userId, callId);
    if (!call) throw callNotFound();
    return call;
  }
}

export function callNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'CALL_NOT_FOUND',
    message: 'There is no such call in this account. Check the id.',
  });
}
