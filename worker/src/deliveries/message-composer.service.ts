import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { MembersRepository } from '@ringwell/database/accounts/members.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import type { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { AppError } from '@ringwell/domain/app-error';

import type { DeliveryMessage, TestMessage } from './delivery-channel';

/** Reads what a delivery is about. */
@Injectable()
export class MessageComposerService {
  constructor(
    private readonly calls: CallsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
  ) {}

  /** @throws AppError `CALL_MISSING` */
  async compose(delivery: Delivery, callId: string): Promise<DeliveryMessage> {
    const { accountId, channel, destination } = delivery;
    const [found, test, recipientAlerts] = await Promise.all([
      this.calls.findWithResult(accountId, callId),
      this.composeTest(delivery),
      channel === 'email' ? this.members.findAlertsTo(accountId, destination) : null,
    ]);
    if (!found) throw callMissing();
    const { call, agentName, transcript, analysis, usage } = found;
    return {
      ...test,
      call,
      agentName,
      result: transcript && analysis ? { transcript, analysis, usageMinutes: Number(usage?.minutes ?? 0) } : null,
      recipientAlerts,
    };
  }

  /** @throws AppError `CALL_MISSING` */
  async composeTest(delivery: Delivery): Promise<TestMessage> {
    const { accountId } = delivery;
    const [account, owner, settings] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findOwner(accountId),
      this.accounts.findSettings(accountId),
    ]);
    if (!account || !owner || !settings) throw callMissing();
    return { delivery, account, owner, settings };
  }
}

function callMissing(): AppError {
  return new AppError({ kind: 'not_found', code: 'CALL_MISSING', message: 'This call no longer exists.' });
}
