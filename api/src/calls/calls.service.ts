import { Injectable } from '@nestjs/common';

import { CallEditsRepository, type StoredEdit } from '@ringwell/database/calls/call-edits.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository, type CallWithResult } from '@ringwell/database/calls/calls.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

/** A call with everything that its page shows. */
export interface FullCall extends CallWithResult {
  /** The customer list entry, with our id; null if nothing identifies the customer. */
  customer: { id: string; name: string | null } | null;
  edits: StoredEdit[];
}

/** An account's calls. Unknown ids and other accounts' calls cause the same error. */
@Injectable()
export class CallsService {
  constructor(
    private readonly calls: CallsRepository,
    private readonly customers: CustomersRepository,
    private readonly edits: CallEditsRepository,
  ) {}

  /** @throws AppError `CALL_NOT_FOUND` */
  async getOwned(accountId: string, callId: string): Promise<Call> {
    const call = await this.calls.find(accountId, callId);
    if (!call) throw callNotFound();
    return call;
  }

  /** @throws AppError `CALL_NOT_FOUND` */
  async getFull(accountId: string, callId: string): Promise<FullCall> {
    const callWithResult = await this.calls.findWithResult(accountId, callId);
    if (!callWithResult) throw callNotFound();
    const { customerKey } = callWithResult.call;
    const [customer, edits] = await Promise.all([
      customerKey === null ? null : this.customers.findByKey(accountId, customerKey),
      callWithResult.analysis?.originalWords ? this.edits.list(callId) : [],
    ]);
    return { ...callWithResult, customer, edits };
  }
}

export function callNotFound(): AppError {
  return notFound('CALL_NOT_FOUND', 'Call not found. Check the ID.');
}
