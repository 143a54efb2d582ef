import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import type { CallSource } from '@ringwell/domain/call';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { annotateSpan } from '@ringwell/platform/tracing/span';

import { idempotencyKeyReused } from '../../http/request/idempotency-key.decorator';
import { CallUploadService, type UploadedCall, type UploadOptions } from './call-upload.service';
import { CallWriterService, type WriteOptions, type WrittenCall } from './call-writer.service';

export interface IntakeOptions extends UploadOptions, WriteOptions {
  idempotencyKey?: string;
}

/** Accepts calls. Once `accept` has resolved, the call is stored durably and will be processed. */
@Injectable()
export class CallIntakeService {
  constructor(
    private readonly uploads: CallUploadService,
    private readonly calls: CallsRepository,
    private readonly writer: CallWriterService,
    private readonly dispatcher: DispatcherNotifier,
  ) {}

  /**
   * The new call, or the existing one if the account sent it before: with the same `Idempotency-Key` and content, or with
   * the same external id. A refused request leaves nothing behind.
   * @throws AppError `IDEMPOTENCY_KEY_REUSED`, and those of reading, storing, `beforeInsert` and the database
   */
  async accept(accountId: string, source: CallSource, request: Request, options: IntakeOptions): Promise<WrittenCall> {
    const call = await this.findOrWrite(accountId, source, request, options);
    annotateSpan({ 'ringwell.call.id': call.id });
    return call;
  }

  private async findOrWrite(
    accountId: string,
    source: CallSource,
    request: Request,
    options: IntakeOptions,
  ): Promise<WrittenCall> {
    const { idempotencyKey } = options;
    const earlier = idempotencyKey ? await this.calls.findByIdempotencyKey(accountId, idempotencyKey) : null;
    if (earlier) return assertSameContent(earlier, await this.uploads.readOnly(request, options));
    const upload = this.uploads.open(accountId);
    try {
      const uploaded = await upload.receive(request, options);
      const identity = { id: upload.callId, source, idempotencyKey, recordingKey: upload.recordingKey };
      const { call, isNew } = await this.writer
        .write(accountId, identity, uploaded, options)
        .catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) upload.commit(); // the row may exist although the response was lost
          throw error;
        });
      if (!isNew)
        return idempotencyKey && call.idempotencyKey === idempotencyKey ? assertSameContent(call, uploaded) : call;
      upload.commit();
      if (call.state === 'queued') this.dispatcher.notify();
      return call;
    } finally {
      await upload.discard();
    }
  }
}

function assertSameContent(earlier: WrittenCall, { requestHash }: UploadedCall): WrittenCall {
  if (earlier.requestHash !== requestHash) throw idempotencyKeyReused('call');
  return earlier;
}
