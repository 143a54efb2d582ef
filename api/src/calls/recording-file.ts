import type { Call } from '@ringwell/database/calls/call.entity';
import { callTime, isFinalCallState } from '@ringwell/domain/calls/call';
import { conflict } from '@ringwell/domain/errors/app-error';
import { isRecordingWithheld } from '@ringwell/domain/redaction/audio-redaction';

export function recordingFileName(
  { id, occurredAt, createdAt }: Pick<Call, 'id' | 'occurredAt' | 'createdAt'>,
  extension: string,
): string {
  return `call-${callTime({ occurredAt, createdAt }).toISOString().slice(0, 10)}-${id.slice(0, 8)}.${extension}`;
}

/**
 * Returns whether the recording is available to users who can see the call. An expired recording is treated as deleted,
 * even if its file still exists.
 */
export function isRecordingAvailable({
  recordingKey,
  recordingExpiredAt,
  audioRedaction,
}: Pick<Call, 'recordingKey' | 'recordingExpiredAt' | 'audioRedaction'>): boolean {
  return recordingKey !== null && recordingExpiredAt === null && !isRecordingWithheld(audioRedaction);
}

/** @throws AppError `RECORDING_WITHHELD` while the recording may contain card numbers and other secrets */
export function assertNotWithheld({ audioRedaction, state }: Pick<Call, 'audioRedaction' | 'state'>): void {
  if (!isRecordingWithheld(audioRedaction)) return;
  throw conflict(
    'RECORDING_WITHHELD',
    "This recording isn't available yet: card numbers and other secrets in it must be replaced with a tone first. " +
      (isFinalCallState(state) ? 'Reprocess the call.' : 'Try again once the call has been processed.'),
  );
}
