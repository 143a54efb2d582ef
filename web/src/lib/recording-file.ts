import { MAX_RECORDING_BYTES } from '@ringwell/domain/account-limits';

import { COPY } from './copy';
import { toast } from './toast-store';

/** Whether a file can be uploaded as a recording; says why when it cannot. */
export function acceptRecording({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  const refusal = !type.startsWith('audio/') ? COPY.upload.invalidType : size > MAX_RECORDING_BYTES ? COPY.upload.tooLarge : null;
  if (refusal) toast({ ...refusal, tone: 'danger' });
  return refusal === null;
}
