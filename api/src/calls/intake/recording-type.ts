import { fileTypeFromBuffer } from 'file-type/node';

import { AppError } from '@ringwell/domain/app-error';

/** Containers that the worker can decode. */
export type RecordingType = 'mp3' | 'wav' | 'm4a' | 'ogg' | 'flac' | 'webm' | 'amr' | 'aac';

/** What file-type looks at: its `minimumBytes` for every kind of file it knows. */
export const SNIFFED_BYTES = 4_100;

/** By file-type's extension. Video containers are taken as well: many systems record calls into them. */
const TYPES: Record<string, RecordingType> = {
  mp3: 'mp3', mp2: 'mp3',
  wav: 'wav',
  m4a: 'm4a', m4b: 'm4a', f4a: 'm4a', f4b: 'm4a', mp4: 'm4a', m4v: 'm4a', mov: 'm4a', '3gp': 'm4a', '3g2': 'm4a',
  ogg: 'ogg', oga: 'ogg', opus: 'ogg', spx: 'ogg', ogv: 'ogg', ogx: 'ogg',
  flac: 'flac',
  webm: 'webm', mkv: 'webm', mka: 'webm',
  amr: 'amr',
  aac: 'aac',
};

/**
 * Tells the container from the first bytes; a name or a declared type counts for nothing.
 * @param head the first `SNIFFED_BYTES` of the file, or all of a shorter one
 * @throws AppError `UNSUPPORTED_AUDIO`
 */
export async function recordingTypeOf(head: Uint8Array): Promise<RecordingType> {
  const found = await fileTypeFromBuffer(head);
  const type = found && TYPES[found.ext];
  if (type) return type;
  throw new AppError({
    kind: 'unsupported_media',
    code: 'UNSUPPORTED_AUDIO',
    message: 'This file is not a recording that can be read. Send MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC; a file of another kind under such a name does not help.',
  });
}
