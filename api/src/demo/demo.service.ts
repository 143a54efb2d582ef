import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { DemoCallsRepository, type DemoCall } from '@ringwell/database/calls/demo-calls.repository';
import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';
import { isFinalCallState } from '@ringwell/domain/calls/call';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';

import type { Principal } from '../auth/principal/principal';
import { CallIntakeService } from '../calls/intake/call-intake.service';
import { pollUntil } from '../http/request/poll-until';
import { assertAudioMediaType, demoLimitReached, rethrowAsDemoError } from './demo-errors';
import { DemoPollOptions } from './demo-poll-options';

@Injectable()
export class DemoService {
  constructor(
    private readonly intake: CallIntakeService,
    private readonly demos: DemoCallsRepository,
    private readonly pollOptions: DemoPollOptions,
  ) {}

  /** Returns the number of uploads that count toward the limit. */
  countUploads(accountId: string): Promise<number> {
    return this.demos.countUploads(accountId);
  }

  /**
   * Accepts a recording. It's processed like any other recording, but no messages are sent about it. Its minutes only
   * count for active accounts, whose uploads are unlimited.
   * @returns the call's id
   * @throws AppError `DEMO_LIMIT_REACHED` (also if concurrent uploads reached it first), `INVALID_FILE_TYPE`,
   * `FILE_TOO_LARGE`, and any error that the intake throws
   */
  async accept(
    { accountId, status }: Pick<Principal, 'accountId' | 'status'>,
    uploadedBy: Actor,
    request: Request,
    idempotencyKey?: string,
  ): Promise<string> {
    const call = await this.intake
      .accept(accountId, 'demo', request, {
        idempotencyKey,
        isRecordingOnly: true,
        checkMediaType: assertAudioMediaType,
        uploadedBy,
        beforeInsert: async ({ demoCalls }) => {
          if (status === 'active') return;
          const uploadCount = await demoCalls.lockAndCountUploads(accountId, idempotencyKey);
          if (uploadCount >= DEMO_UPLOAD_LIMIT) throw demoLimitReached();
        },
      })
      .catch(rethrowAsDemoError);
    return call.id;
  }

  /** @returns the demo once processing has ended, or in its current state on timeout or abort */
  async waitForEnd(accountId: string, callId: string, signal: AbortSignal): Promise<DemoCall> {
    await pollUntil(
      () => this.demos.findState(accountId, callId),
      (state) => !state || isFinalCallState(state),
      this.pollOptions,
      signal,
    );
    return this.find(accountId, callId);
  }

  /** @throws AppError `DEMO_NOT_FOUND` */
  async find(accountId: string, callId: string): Promise<DemoCall> {
    const demoCall = await this.demos.findWithResult(accountId, callId);
    if (!demoCall) throw demoNotFound();
    return demoCall;
  }
}

export function demoNotFound(): AppError {
  return notFound('DEMO_NOT_FOUND', 'Demo call not found. Upload the recording again.');
}
