import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { isFinalCallState } from '@ringwell/domain/call';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';

import type { Principal } from '../auth/principal';
import { CallsService } from './calls.service';
import { CALL_TOO_OLD } from './retention-messages';

/**
 * Queues a call to be processed again. Its result stays until there is a new one. It is not billed again, and no alerts
 * are sent.
 */
@Injectable()
export class ReprocessCallService {
  constructor(
    private readonly calls: CallsService,
    private readonly users: UsersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * @throws AppError `CALL_NOT_FOUND`, `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `DEMO_CALL`, `CALL_UNDER_WAY`,
   * `RECORDING_MISSING`, `CALL_TOO_OLD`
   */
  async reprocess(principal: Principal, callId: string, actor: Actor): Promise<Call> {
    await this.calls.getOwned(principal.userId, callId);
    await this.assertProcessingEnabled(principal);
    const queued = await this.unitOfWork.run(async ({ calls, activity }) => {
      const call = await calls.reprocess(principal.userId, callId);
      if (call) {
        await activity.record(actor, {
          action: 'Call reprocessed',
          description: 'A call was queued for reprocessing.',
          metadata: { callId, targetUserId: principal.userId },
        });
      }
      return call;
    });
    if (!queued) throw refusal(await this.calls.getOwned(principal.userId, callId));
    this.dispatcher.notify();
    return queued;
  }

  // Otherwise the worker would skip the call, and its result would be hidden behind the state `skipped`.
  private async assertProcessingEnabled({ userId, status }: Principal): Promise<void> {
    if (status !== 'active') {
      throw new AppError({
        kind: 'forbidden',
        code: 'ACCOUNT_NOT_ACTIVE',
        message: "Demo accounts can't reprocess calls. Ask your administrator to activate your account.",
      });
    }
    const settings = await this.users.findSettings(userId);
    if (!settings?.active) {
      throw new AppError({
        kind: 'forbidden',
        code: 'ACCOUNT_SWITCHED_OFF',
        message: 'Call processing is turned off for this account. Turn it on in the settings first.',
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
      message: 'This was a demo call. Upload the recording to your account to process it.',
    });
  }
  if (isFinalCallState(state) && (recordingExpiredAt ?? wordsExpiredAt)) {
    return new AppError({ kind: 'conflict', code: 'CALL_TOO_OLD', message: CALL_TOO_OLD });
  }
  if (isFinalCallState(state) && recordingKey === null && sealedRecordingUrl === null) {
    return new AppError({
      kind: 'conflict',
      code: 'RECORDING_MISSING',
      message: 'The recording of this call is no longer stored. Send it again.',
    });
  }
  return new AppError({
    kind: 'conflict',
    code: 'CALL_UNDER_WAY',
    message: 'This call is already being processed. Wait until it is done.',
  });
}
