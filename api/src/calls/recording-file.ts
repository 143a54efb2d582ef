import type { Call } from '@ringwell/database/calls/call.entity';
import { callTime } from '@ringwell/domain/call';

import type { RecordingType } from './intake/recording-inspection';

const EXTENSIONS: Record<RecordingType, string> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'audio/amr': 'amr',
  'audio/aac': 'aac',
};
const UNKNOWN_KIND = { mimeType: 'application/octet-stream', extension: 'bin' };

// The stored value is the media type. During an upgrade, an api process of the previous version still stores the
// container, which has the same name as the extension; it is accepted until a later version's migration repeats
// `NameRecordingMediaTypes1763701250000` for those calls.
export function recordingKindOf({ recordingType }: Pick<Call, 'recordingType'>): {
  mimeType: string;
  extension: string;
} {
  for (const [mimeType, extension] of Object.entries(EXTENSIONS))
    if (recordingType === mimeType || recordingType === extension) return { mimeType, extension };
  return UNKNOWN_KIND;
}

export function fileNameOf(
  { id, occurredAt, createdAt }: Pick<Call, 'id' | 'occurredAt' | 'createdAt'>,
  extension: string,
): string {
  return `call-${callTime({ occurredAt, createdAt }).toISOString().slice(0, 10)}-${id.slice(0, 8)}.${extension}`;
}
