/** Media types of containers that workers can decode. */
export type RecordingType =
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/mp4'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/webm'
  | 'audio/amr'
  | 'audio/aac'
  | 'audio/x-ms-wma';

const EXTENSIONS: Record<RecordingType, string> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'audio/amr': 'amr',
  'audio/aac': 'aac',
  'audio/x-ms-wma': 'wma',
};
const UNKNOWN_KIND = { mimeType: 'application/octet-stream', extension: 'bin' };

// Accepts a media type or a container name, which is the same as the extension.
export function getRecordingKind({ recordingType }: { recordingType: string | null }): {
  mimeType: string;
  extension: string;
} {
  for (const [mimeType, extension] of Object.entries(EXTENSIONS))
    if (recordingType === mimeType || recordingType === extension) return { mimeType, extension };
  return UNKNOWN_KIND;
}

/**
 * `accept` attribute of file inputs for recordings. Phones gray out anything not listed and recognize few media types.
 */
export const RECORDING_FILE_TYPES = 'audio/*,video/*,.mp3,.wav,.m4a,.mp4,.3gp,.amr,.aac,.ogg,.opus,.flac,.webm,.wma';

const UNKNOWN_TYPES = ['', 'application/octet-stream', 'application/ogg'];

/**
 * Whether a file with this declared type may be a recording. Browsers and phones may declare recordings as video or
 * omit the type, so only the contents are conclusive.
 */
export function canBeRecording(declaredType: string): boolean {
  const type = declaredType.toLowerCase();
  return /^(audio|video)\//.test(type) || UNKNOWN_TYPES.includes(type);
}
