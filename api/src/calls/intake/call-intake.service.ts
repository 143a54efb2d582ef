import { hash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import type { CallSource } from '@ringwell/domain/calls/call';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { AppError, invalid } from '@ringwell/domain/errors/app-error';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import type { InspectedRecording } from '@ringwell/platform/media/recording-inspection';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { annotateSpan } from '@ringwell/platform/tracing/span';

import { readJsonBody } from '../../http/body/json-body';
import { idempotencyKeyReused } from '../../http/request/idempotency-key.decorator';
import { normalizeText } from '../../http/request/optional-text.decorator';
import { StrictValidationPipe, validationFailed } from '../../http/request/strict-validation.pipe';
import { CallDetailsDto } from '../dto/call-details.dto';
import { CallWriterService, type IntakeOptions, type CallUpload, type WrittenCall } from './call-writer.service';
import { receiveForm, type ReceivedForm, type RecordingSink } from './multipart-form';
import { readUploadedTranscript, TRANSCRIPT_JSON_LIMITS } from './transcripts/read-uploaded-transcript';

class NoDetailsDto {}

/** Accepts calls. Once `accept` has resolved, the call is stored durably and will be processed. */
@Injectable()
export class CallIntakeService {
  constructor(
    private readonly calls: CallsRepository,
    private readonly writer: CallWriterService,
    private readonly validation: StrictValidationPipe,
    private readonly safeHttp: SafeHttp,
    private readonly storage: RecordingStorage,
    private readonly dispatcher: DispatcherNotifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores a new call, or returns the existing call if the account has already sent it with the same `Idempotency-Key`
   * and content, or with the same external id, whose result then goes to the request's `callbackUrl`, if any. Nothing is
   * stored for a rejected request.
   * @throws AppError `IDEMPOTENCY_KEY_REUSED`, and any error from reading, storing, `beforeInsert` or the database
   */
  async accept(accountId: string, source: CallSource, request: Request, options: IntakeOptions): Promise<WrittenCall> {
    const { idempotencyKey } = options;
    const existingCall = idempotencyKey ? await this.calls.findByIdempotencyKey(accountId, idempotencyKey) : null;
    const call = existingCall
      ? assertSameContent(existingCall, await this.readUpload(request, options, drain))
      : await this.store(accountId, source, request, options);
    annotateSpan({ 'ringwell.call.id': call.id });
    return call;
  }

  // The recording is stored as the request streams in, before the call is validated.
  private async store(
    accountId: string,
    source: CallSource,
    request: Request,
    options: IntakeOptions,
  ): Promise<WrittenCall> {
    const { idempotencyKey } = options;
    const id = randomUUID();
    const recording = { key: `recordings/${accountId}/${id}`, isOrphan: false };
    try {
      const upload = await this.readUpload(request, options, async (stream) => {
        recording.isOrphan = true;
        await this.storage.put(recording.key, stream);
      });
      const identity = { id, source, idempotencyKey, recordingKey: recording.key };
      const { call, isNew } = await this.writer.write(accountId, identity, upload, options).catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) recording.isOrphan = false; // the row may exist even though the response was lost
        throw error;
      });
      if (!isNew) {
        if (idempotencyKey && call.idempotencyKey === idempotencyKey) return assertSameContent(call, upload);
        const { callbackUrl } = upload.details;
        if (callbackUrl !== undefined)
          await this.calls.replaceCallback(accountId, call.id, this.writer.sealCallback(call.id, callbackUrl));
        return call;
      }
      recording.isOrphan = false;
      if (call.state === 'queued') this.dispatcher.notify();
      return call;
    } finally {
      if (recording.isOrphan) await this.deleteRecording(recording.key);
    }
  }

  /**
   * Reads and validates a form or a JSON body, using the same rules.
   * @param sink receives a form's recording as it arrives, before the rest of the form is read
   */
  private async readUpload(
    request: Request,
    { checkMediaType, isRecordingOnly = false }: IntakeOptions,
    sink: RecordingSink,
  ): Promise<CallUpload> {
    const { fields, recording } = request.is('json')
      ? readJsonFields(await readJsonBody(request, TRANSCRIPT_JSON_LIMITS))
      : await receiveForm(request, sink, { checkMediaType });
    const { transcript, otherFields } = isRecordingOnly ? { otherFields: fields } : extractTranscript(fields);
    const details: CallDetailsDto = await this.validation.check(
      isRecordingOnly ? NoDetailsDto : CallDetailsDto,
      otherFields,
    );
    const sourceCount = [recording, details.recordingUrl, transcript].filter(Boolean).length;
    if (sourceCount > 1) {
      throw invalid('TWO_RECORDINGS', 'Send only one of these: an audio file, a recordingUrl, or a transcript.');
    }
    if (sourceCount === 0) {
      throw invalid(
        'RECORDING_MISSING',
        'The recording is missing. Send a file in the audio field, a recordingUrl, or a transcript.',
      );
    }
    this.assertUrlAllowed('recordingUrl', details.recordingUrl);
    this.assertUrlAllowed('callbackUrl', details.callbackUrl);
    return { details, recording, transcript, requestHash: hashRequest({ ...details, transcript }, recording) };
  }

  private assertUrlAllowed(field: string, url: string | undefined): void {
    if (url === undefined) return;
    try {
      this.safeHttp.assertAllowedUrl(url);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      throw validationFailed([{ field, message: error.message }]);
    }
  }

  // If this fails, the sweep deletes the recording later.
  private async deleteRecording(recording: string): Promise<void> {
    await this.storage.delete(recording).catch((err: unknown) => {
      this.logger.warn({ err, recording }, "intake: failed to delete a rejected call's recording");
    });
  }
}

function assertSameContent(existingCall: WrittenCall, { requestHash }: CallUpload): WrittenCall {
  if (existingCall.requestHash !== requestHash) throw idempotencyKeyReused('call');
  return existingCall;
}

// Reads a whole recording without storing it, to compare the request with an earlier one.
async function drain(recording: Readable): Promise<void> {
  recording.resume();
  await finished(recording);
}

function hashRequest(details: object, recording: InspectedRecording | undefined): string {
  const content = Object.entries({ ...details, recording: recording?.sha256 })
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(content));
}

function readJsonFields(body: unknown): { fields: object; recording?: ReceivedForm['recording'] } {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { fields: body };
  throw invalid('MALFORMED_JSON', 'The body must be a JSON object, such as {"recordingUrl": "https://…"}.');
}

function extractTranscript(fields: object): { transcript?: Transcript; otherFields: object } {
  const { transcript, durationSeconds, ...otherFields } = fields as Record<string, unknown>;
  const isMissing = (value: unknown): boolean => (normalizeText(value) ?? undefined) === undefined;
  if (!isMissing(transcript)) return { transcript: readUploadedTranscript(transcript, durationSeconds), otherFields };
  return { otherFields: isMissing(durationSeconds) ? otherFields : { ...otherFields, durationSeconds } };
}
