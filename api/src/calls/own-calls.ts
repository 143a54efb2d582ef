import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository, type CallWithResult } from '@ringwell/database/calls/calls.repository';
import { AppError } from '@ringwell/domain/app-error';

/** Finds a call for its owner. Somebody else's call, one that is not there and what is no id at all get the same answer. */
@Injectable()
export class OwnCalls {
  constructor(private readonly calls: CallsRepository) {}

  /** @throws AppError `CALL_NOT_FOUND` */
  async find(userId: string, callId: string): Promise<Call> {
    return (isUUID(callId) ? await this.calls.find(userId, callId) : null) ?? notFound();
  }

  /** @throws AppError `CALL_NOT_FOUND` */
  async findWithResult(userId: string, callId: string): Promise<CallWithResult> {
    return (isUUID(callId) ? await this.calls.findWithResult(userId, callId) : null) ?? notFound();
  }
}

function notFound(): never {
  throw new AppError({
    kind: 'not_found',
    code: 'CALL_NOT_FOUND',
    message: 'There is no such call in this account. Check the id.',
  });
}
