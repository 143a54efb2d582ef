import type { Transcript } from '@ringwell/domain/calls/transcript';

import type { DecodedAudio } from '../audio/decoded-audio';

export interface TranscribeOptions {
  /** Aborted at the call's deadline or when the lease is lost. Kill child processes and reject immediately. */
  signal: AbortSignal;
  /** Names and terms likely to occur. */
  hints?: string[];
  /** Whether an engine that can redact card numbers and similar data should do so. */
  redact?: boolean;
}

export abstract class Transcriber {
  /** Stored with the transcript and shown to users, such as `pocketsphinx`. */
  abstract readonly engine: string;

  /** False if the recognizer isn't installed; calls then wait until one is. */
  get isInstalled(): boolean {
    return true;
  }

  /** Advice for administrators about this engine; null if there is none. */
  get problem(): string | null {
    return null;
  }

  /**
   * @throws AppError of kind `provider`, retryable if the same recording may succeed later (429 with `retryAfterMs`,
   *   5xx, a broken connection), otherwise not (credentials or recording rejected)
   */
  abstract transcribe(audio: DecodedAudio, options: TranscribeOptions): Promise<Transcript>;
}
