import { Injectable } from '@nestjs/common';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository, type CallWithResult } from '@ringwell/database/calls/calls.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { AppError } from '@ringwell/domain/app-error';

/** Calls of one account. A call of another account and an unknown ID give the same error. */
@Injectable()
export class CallsService {
  constructor(
    private readonly calls: CallsRepository,
    private readonly customers: CustomersRepository,
  ) {}

  /** @throws AppError `CALL_NOT_FOUND` */
  async getOwned(accountId: string, callId: string): Promise<Call> {
    const call = await this.calls.find(accountId, callId);
    if (!call) throw callNotFound();
    return call;
  }

  /** @throws AppError `CALL_NOT_FOUND` */
  async getOwnedWithResult(accountId: string, callId: string): Promise<CallWithResult> {
    const call = await this.calls.findWithResult(accountId, callId);
    if (!call) throw callNotFound();
    return call;
  }

  /** Its customer's id, which is not the sender's id of the customer; null where nothing identifies them. */
  async findCustomerId({ accountId, customerKey }: Call): Promise<string | null> {
    return customerKey === null ? null : this.customers.findIdByKey(accountId, customerKey);
  }
}

export function callNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'CALL_NOT_FOUND',
    message: 'Call not found. Check the ID.',
  });
}
