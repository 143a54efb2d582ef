import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

import { fileTypeFromBuffer } from 'file-type';

import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import type { RecordingType } from '@ringwell/domain/calls/recording-type';
import { invalid, tooLarge, unsupportedMedia, type AppError } from '@ringwell/domain/errors/app-error';

import { hasMp3Frames } from './mpeg-audio';

/** Number of bytes that `file-type` needs to detect every type it supports (its `minimumBytes`). */
export const SNIFFED_BYTES = 4_100;

// Keyed by the extension that `file-type` returns. Includes video containers, since many systems record calls in them.
const TYPES: Record<string, RecordingType> = {
  mp3: 'audio/mpeg',
  mp2: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  f4a: 'audio/mp4',
  f4b: 'audio/mp4',
  mp4: 'audio/mp4',
  m4v: 'audio/mp4',
  mov: 'audio/mp4',
  '3gp': 'audio/mp4',
  '3g2': 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  spx: 'audio/ogg',
  ogv: 'audio/ogg',
  ogx: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'audio/webm',
  mkv: 'audio/webm',
  mka: 'audio/webm',
  amr: 'audio/amr',
  aac: 'audio/aac',
  asf: 'audio/x-ms-wma',
};

export interface InspectedRecording {
  type: RecordingType;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * Passes a recording through while detecting its type, counting bytes and hashing; outputs nothing until the first
 * bytes are identified as a recording. Fails with AppError `UNSUPPORTED_AUDIO`, `EMPTY_RECORDING`,
 * `RECORDING_TOO_LARGE`.
 */
export class RecordingInspection extends Transform {
  private readonly hash = createHash('sha256');
  private head: Buffer[] = [];
  private type?: RecordingType;
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_RECORDING_BYTES) {
    super();
  }

  /** Available once the stream has ended. */
  get result(): InspectedRecording {
    if (!this.type || !this.writableFinished) throw new Error('The recording has not ended yet.');
    return { type: this.type, bytes: this.bytes, sha256: this.hash.copy().digest('hex') };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) {
      callback(recordingTooLarge(this.maxBytes));
      return;
    }
    this.hash.update(chunk);
    if (this.type) {
      callback(null, chunk);
      return;
    }
    this.head.push(chunk);
    if (this.bytes < SNIFFED_BYTES) callback();
    else this.detectType(callback);
  }

  override _flush(callback: TransformCallback): void {
    if (this.bytes === 0) {
      callback(invalid('EMPTY_RECORDING', 'This file is empty (0 bytes).'));
    } else if (this.type) callback();
    else this.detectType(callback);
  }

  private detectType(callback: TransformCallback): void {
    const head = Buffer.concat(this.head);
    this.head = [];
    findRecordingType(head).then(
      (type) => {
        this.type = type;
        callback(type ? null : unsupportedAudio(), head);
      },
      (error: unknown) => callback(error as Error),
    );
  }
}

export function recordingTooLarge(maxBytes = MAX_RECORDING_BYTES): AppError {
  return tooLarge(
    'RECORDING_TOO_LARGE',
    `The recording is larger than ${Math.floor(maxBytes / 1_048_576)} MB. Compress it, for example to MP3.`,
  );
}

/**
 * Detects a recording by its first bytes, ignoring its file name and declared type. Returns undefined for anything else.
 * @param head `SNIFFED_BYTES`, or all of a shorter file
 */
export async function findRecordingType(head: Uint8Array): Promise<RecordingType | undefined> {
  const detectedType = await fileTypeFromBuffer(head);
  const type = detectedType && TYPES[detectedType.ext];
  if (type) return type;
  if (Buffer.from(head.subarray(0, 4)).equals(Buffer.from('RF64'))) return 'audio/wav'; // a WAV file that is, or may grow, larger than 4 GB
  return !detectedType && hasMp3Frames(head) ? 'audio/mpeg' : undefined;
}

function unsupportedAudio(): AppError {
  return unsupportedMedia(
    'UNSUPPORTED_AUDIO',
    "We can't read this file. Upload an MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA recording.",
  );
}
