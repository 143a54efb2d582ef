import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import { canBeRecording } from '@ringwell/domain/calls/recording-type';

import { UPLOAD_COPY } from './upload-copy';

/** Explains why a file can't be uploaded as a recording; `null` if it can. */
export function fileError({ type, size }: Pick<File, 'type' | 'size'>): { title: string; description: string } | null {
  if (!canBeRecording(type)) return UPLOAD_COPY.invalidType;
  return size > MAX_RECORDING_BYTES ? UPLOAD_COPY.tooLarge : null;
}
