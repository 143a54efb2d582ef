import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { DemoCallsRepository, type DemoCall } from '@ringwell/database/calls/demo-calls.repository';
import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/account-limits';
import { AppError } from '@ringwell/domain/app-error';
import { isFinalCallState } from '@ringwell/domain/call';

import { CallIntakeService } from '../calls/intake/call-intake.service';
import { pollUntil } from '../platform/poll-until';
import { DemoPollOptions } from './demo-poll-options';
import { assertDeclaredAudio, demoLimitReached, rethrowInWordsOfThePage } from './demo-refusals';

/** Lets people try the product with a few recordings of their own. */
@Injectable()
export class DemoService {
  constructor(
    private readonly intake: CallIntakeService,
    private readonly demos: DemoCallsRepository,
    private readonly patience: DemoPollOptions,
  ) {}

  /** Uploads that count against the limit. */
  count(userId: string): Promise<number> {
    return this.demos.countUploads(userId);
  }

  /**
   * Takes in a recording, which is then processed like any other, but bills nothing and tells nobody.
   * @returns the call's id
   * @throws AppError `DEMO_LIMIT_REACHED` when other uploads were faster, `INVALID_FILE_TYPE`, `FILE_TOO_LARGE`, and what the intake says
   */
  async accept(userId: string, uploadedBy: Actor, request: Request, idempotencyKey?: string): Promise<string> {
    const call = await this.intake
      .accept(userId, 'demo', request, {
        idempotencyKey,
        isRecordingOnly: true,
        checkMediaType: assertDeclaredAudio,
        uploadedBy,
        beforeInsert: async ({ demoCalls }) => {
          if ((await demoCalls.lockAndCountUploads(userId)) >= DEMO_UPLOAD_LIMIT) throw demoLimitReached();
        },
      })
      .catch(rethrowInWordsOfThePage);
    return call.id;
  }

  /** The demo as soon as it has ended, or as it stands when the patience is over or the client has gone. */
  async awaitEnd(userId: string, callId: string, gone: AbortSignal): Promise<DemoCall> {
    await pollUntil(
      () => this.demos.findState(userId, callId),
      (state) => !state || isFinalCallState(state),
      this.patience,
      gone,
    );
    return this.find(userId, callId);
  }

  /** @throws AppError `DEMO_NOT_FOUND` when this account has no demo of this id */
  async find(userId: string, callId: string): Promise<DemoCall> {
    const found = await this.demos.findWithResult(userId, callId);
    if (!found) throw demoNotFound();
    return found;
  }
}

export function demoNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'DEMO_NOT_FOUND',
    message: 'There is no such demo in this account. Upload the recording again.',
  });
}
