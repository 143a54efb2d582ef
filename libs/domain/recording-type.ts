/** Media types of the containers that workers can decode. */
export type RecordingType =
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/mp4'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/webm'
  | 'audio/amr'
  | 'audio/aac';

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
export function recordingKindOf({ recordingType }: { recordingType: string | null }): {
  mimeType: string;
  extension: string;
} {
  for (const [mimeType, extension] of Object.entries(EXTENSIONS))
    if (recordingType === mimeType || recordingType === extension) return { mimeType, extension };
  return UNKNOWN_KIND;
}
