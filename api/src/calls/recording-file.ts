import type { Call } from '@ringwell/database/entities/call.entity';

import type { RecordingType } from './intake/recording-inspection';

/** By container. */
const MIME_TYPES: Record<RecordingType, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'audio/webm',
  amr: 'audio/amr',
  aac: 'audio/aac',
};
const UNKNOWN_KIND = { mimeType: 'application/octet-stream', extension: 'bin' };

/** The type and the name's ending of a call's recording: the intake notes the container, probing the MIME type. */
export function recordingKindOf({ recordingType }: Pick<Call, 'recordingType'>): {
  mimeType: string;
  extension: string;
} {
  const [extension, mimeType] =
    Object.entries(MIME_TYPES).find((entry) => recordingType !== null && entry.includes(recordingType)) ?? [];
  return extension !== undefined && mimeType !== undefined ? { mimeType, extension } : UNKNOWN_KIND;
}

/** A name for a file about a call: its day and the start of its id. */
export function fileNameOf(
  { id, occurredAt, createdAt }: Pick<Call, 'id' | 'occurredAt' | 'createdAt'>,
  extension: string,
): string {
  return `call-${(occurredAt ?? createdAt).toISOString().slice(0, 10)}-${id.slice(0, 8)}.${extension}`;
}
