import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { isDatabaseAway } from '@ringwell/database/database-away';
import { CallsRepository } from '@ringwell/database/repositories/calls.repository';
import type { CallSource } from '@ringwell/domain/call';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { idempotencyKeyOf, idempotencyKeyReused } from '../../http/idempotency-key';
import { DispatcherBell } from '../../platform/dispatcher-bell';
import { CallRegistration, type RegisteredCall } from './call-registration';
import type { IntakeTerms } from './intake-terms';
import { requestHashOf, type Submission } from './submission';
import { SubmissionReader } from './submission-reader';

/** Takes in calls. Once `accept` has resolved, the call is stored durably and will be processed, whatever stops or fails. */
@Injectable()
export class CallIntakeService {
  constructor(
    private readonly submissions: SubmissionReader,
    private readonly calls: CallsRepository,
    private readonly registration: CallRegistration,
    private readonly storage: RecordingStorage,
    private readonly bell: DispatcherBell,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The call that was made from the request, or the earlier one when the account sent it before: under the same
   * `Idempotency-Key` with the same content, or with the same external id. A refused request leaves nothing behind.
   * @throws AppError `IDEMPOTENCY_KEY_REUSED`, and what reading, storing, the terms and the database say
   */
  async accept(userId: string, source: CallSource, request: Request, terms: IntakeTerms = {}): Promise<RegisteredCall> {
    const idempotencyKey = idempotencyKeyOf(request);
    const earlier = idempotencyKey ? await this.calls.findByIdempotencyKey(userId, idempotencyKey) : null;
    if (earlier) {
      const repeated = await this.submissions.read(request, readThrough, terms);
      return assertSameContent(earlier, repeated);
    }
    const callId = randomUUID();
    const recordingKey = `recordings/${userId}/${callId}`;
    let isOrphan = false;
    try {
      const submission = await this.submissions.read(request, async (recording) => {
        isOrphan = true;
        await this.storage.put(recordingKey, recording);
      }, terms);
      const parts = { id: callId, source, submission, idempotencyKey, recordingKey };
      const { call, isNew } = await this.registration.register(userId, parts, terms).catch((error: unknown) => {
        // The row may have been written although the answer was lost: then it needs its recording.
        if (isDatabaseAway(error)) isOrphan = false;
        throw error;
      });
      if (!isNew) return idempotencyKey && call.idempotencyKey === idempotencyKey ? assertSameContent(call, submission) : call;
      isOrphan = false;
      if (call.state === 'queued') this.bell.ring();
      return call;
    } finally {
      if (isOrphan) await this.removeOrphan(recordingKey);
    }
  }

  /** A recording that no call refers to stays until the sweep when it cannot be deleted now. */
  private async removeOrphan(recording: string): Promise<void> {
    await this.storage.delete(recording).catch((err: unknown) => {
      this.logger.warn({ err, recording }, 'The recording of a refused call could not be deleted.');
    });
  }
}

/** The content of a known call is only compared, not stored again. */
async function readThrough(recording: Readable): Promise<void> {
  recording.resume();
  await finished(recording);
}

function assertSameContent(earlier: RegisteredCall, submission: Submission): RegisteredCall {
  if (earlier.requestHash !== requestHashOf(submission)) throw idempotencyKeyReused('call');
  return earlier;
}
