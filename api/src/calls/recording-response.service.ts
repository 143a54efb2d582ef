import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { Call } from '@ringwell/database/calls/call.entity';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { getRecordingKind } from '@ringwell/domain/calls/recording-type';
import { notFound } from '@ringwell/domain/errors/app-error';
import { isRecordingWithheld } from '@ringwell/domain/redaction/audio-redaction';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { RecordingStorage, type StoredRecording } from '@ringwell/platform/storage/recording-storage';

import { getRequestedRange, sendRangeNotSatisfiable } from '../http/partial-content';
import { streamResponse } from '../http/stream-response';
import { assertNotWithheld, recordingFileName } from './recording-file';
import { RECORDING_EXPIRED } from './retention-messages';

// See `encodePlayableCopy` in the workers.
const PLAYABLE_COPY = { recordingType: 'audio/mp4' };

/**
 * Responds with a call's recording, or with its browser-playable copy, in the requested byte range. Browsers don't
 * cache it.
 */
@Injectable()
export class RecordingResponseService {
  constructor(
    private readonly storage: RecordingStorage,
    private readonly calls: CallsRepository,
  ) {}

  /** @throws AppError `RECORDING_EXPIRED`, `RECORDING_MISSING`, `RECORDING_WITHHELD`, `STORAGE_UNAVAILABLE` */
  async send(call: Call, request: Request, response: Response): Promise<void> {
    assertNotWithheld(call);
    const { key, bytes } = await this.findRecording(call);
    // Players send the ETag back in If-Range, so they don't mix parts of different recordings.
    const suffix = call.hasPlayableCopy ? '-copy' : '';
    const etag = call.recordingSha256 ? `"${call.recordingSha256}${suffix}"` : undefined;
    const range = getRequestedRange(request, bytes, etag);
    if (range === 'not satisfiable') {
      sendRangeNotSatisfiable(response, bytes);
      return;
    }
    // Open the file before setting the headers, because an error response has different ones.
    const file = request.method === 'HEAD' ? undefined : await this.storage.openRead(key, range);
    const currentCall = await this.calls.find(call.accountId, call.id).catch((error: unknown) => {
      file?.destroy();
      throw error;
    });
    // A worker replaces a recording only while it's withheld, and then changes the hash. So the file matches this hash,
    // or the next attempt reads the new hash.
    if (currentCall && (isRecordingReplaced(currentCall, call) || isRecordingWithheld(currentCall.audioRedaction))) {
      file?.destroy();
      return this.send(currentCall, request, response);
    }
    const { mimeType, extension } = getRecordingKind(call.hasPlayableCopy ? PLAYABLE_COPY : call);
    response
      .status(range ? 206 : 200)
      .type(mimeType)
      .set({
        'Accept-Ranges': 'bytes',
        'Content-Disposition': `inline; filename="${recordingFileName(call, extension)}"`,
        'Content-Length': String(range ? range.end - range.start + 1 : bytes),
        ...(etag && { ETag: etag }),
        ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
      });
    if (file) await streamResponse(response, file);
    else response.end();
  }

  private async findRecording(call: Call): Promise<StoredRecording & { key: string }> {
    const { recordingExpiredAt, recordingKey, hasPlayableCopy, hasGivenTranscript } = call;
    if (recordingExpiredAt && !hasGivenTranscript) throw notFound('RECORDING_EXPIRED', RECORDING_EXPIRED);
    const key = recordingKey !== null && hasPlayableCopy ? playableCopyKey(recordingKey) : recordingKey;
    const recording = key === null ? undefined : await this.storage.stat(key);
    if (key !== null && recording) return { key, ...recording };
    throw notFound(
      'RECORDING_MISSING',
      hasGivenTranscript
        ? 'This call has no recording: it was sent as a transcript.'
        : "The recording isn't available: it wasn't saved, or is no longer stored.",
    );
  }
}

function isRecordingReplaced(current: Call, { recordingSha256, hasPlayableCopy }: Call): boolean {
  return current.recordingSha256 !== recordingSha256 || current.hasPlayableCopy !== hasPlayableCopy;
}
