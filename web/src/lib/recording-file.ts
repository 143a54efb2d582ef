import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';

import { toast } from './toast-store';
import { UPLOAD_COPY } from './upload-copy';

/** Whether a file can be uploaded as a recording. Otherwise shows a toast with the reason. */
export function acceptRecording({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  const refusal = !type.startsWith('audio/')
    ? UPLOAD_COPY.invalidType
    : size > MAX_RECORDING_BYTES
      ? UPLOAD_COPY.tooLarge
      : null;
  if (refusal) toast({ ...refusal, tone: 'danger' });
  return refusal === null;
}
