import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { isFinalCallState } from '@ringwell/domain/call';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import type { Principal } from '../auth/principal';
import { CALL_TOO_OLD } from './expired';
import { OwnCalls } from './own-calls';

/** Has a call processed once more. Its result stays until there is a new one; it is not billed again, and nobody is alerted a second time. */
@Injectable()
export class ReprocessCall {
  constructor(
    private readonly ownCalls: OwnCalls,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /** @throws AppError `CALL_NOT_FOUND`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `DEMO_CALL`, `CALL_UNDER_WAY`, `RECORDING_MISSING`, `CALL_TOO_OLD` */
  async reprocess(principal: Principal, callId: string, actor: Actor): Promise<Call> {
    await this.ownCalls.find(principal.userId, callId);
    await this.assertMayProcess(principal);
    const queued = await this.unitOfWork.run(async ({ calls, activity }) => {
      const call = await calls.reprocess(principal.userId, callId);
      if (call) {
        await activity.record(actor, {
          action: 'Call reprocessed',
          description: 'A call was put in line to be processed again.',
          metadata: { callId, targetUserId: principal.userId },
        });
      }
      return call;
    });
    if (!queued) throw refusal(await this.ownCalls.find(principal.userId, callId));
    this.dispatcher.notify();
    return queued;
  }

  /** The worker would skip the call of such an account: nothing would come of it but a call that looks skipped. */
  private async assertMayProcess({ userId, status }: Principal): Promise<void> {
    if (status !== 'active') {
      throw new AppError({
        kind: 'forbidden',
        code: 'ACCOUNT_NOT_ACTIVE',
        message: 'This is a demo account, whose calls are not processed again. Ask your administrator to activate it.',
      });
    }
    const settings = await this.users.findSettings(userId);
    if (!settings?.active) {
      throw new AppError({
        kind: 'forbidden',
        code: 'ACCOUNT_SWITCHED_OFF',
        message: 'Call processing is switched off for this account. Switch it on in the settings first.',
      });
    }
  }
}

function refusal({
  source,
  state,
  recordingKey,
  sealedRecordingUrl,
  recordingExpiredAt,
  wordsExpiredAt,
}: Call): AppError {
  if (source === 'demo') {
    return new AppError({
      kind: 'conflict',
      code: 'DEMO_CALL',
      message: 'This call was a demo. Upload its recording as a call of your account instead.',
    });
  }
  if (isFinalCallState(state) && (recordingExpiredAt ?? wordsExpiredAt)) {
    return new AppError({ kind: 'conflict', code: 'CALL_TOO_OLD', message: CALL_TOO_OLD });
  }
  if (isFinalCallState(state) && recordingKey === null && sealedRecordingUrl === null) {
    return new AppError({
      kind: 'conflict',
      code: 'RECORDING_MISSING',
      message: 'The recording of this call is not stored any more. Hand the call in again.',
    });
  }
  return new AppError({
    kind: 'conflict',
    code: 'CALL_UNDER_WAY',
    message: 'This call is being processed already. Wait until it is done.',
  });
}
