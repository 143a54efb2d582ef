import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { AppError } from '@ringwell/domain/app-error';

import { fromSystemError } from './storage-error';

export interface StoredRecording {
  bytes: number;
}

export interface ListedRecording {
  key: string;
  modifiedAt: Date;
}

/** Both ends are included, and lie inside the recording. Without `end`: to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface StorageOptions {
  /** Ends the operation at once; it then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Holds the recordings. Keys look like paths, `calls/2026/5b7c.mp3`: segments of letters, digits, `.`, `_` and `-` that start with a
 * letter or a digit; anything else is refused before a source is touched.
 *
 * Every method throws AppError: `RECORDING_MISSING` and `RANGE_NOT_SATISFIABLE` (not retryable), `STORAGE_FULL` and
 * `STORAGE_UNAVAILABLE` (retryable).
 */
export abstract class RecordingStorage {
  /**
   * Stores a recording, replacing one with the same key. It is visible when all of it is stored durably, or not at all.
   * Memory does not grow with its size. An error of the source itself comes through unchanged. The source is always
   * destroyed in the end.
   */
  abstract put(key: string, source: Readable, options?: StorageOptions): Promise<StoredRecording>;

  /**
   * The recording or a part of it. Destroy the stream when you stop early. One that breaks off while it is read fails
   * with the error of the disk or the connection.
   */
  abstract openRead(key: string, range?: ByteRange, options?: StorageOptions): Promise<Readable>;

  /** `undefined` when there is none. */
  abstract stat(key: string): Promise<StoredRecording | undefined>;

  /** Deleting what is not there is no error. */
  abstract delete(key: string): Promise<void>;

  /** Every recording whose key starts with the prefix, in no order: for the sweep of those that no call refers to. */
  abstract list(prefix?: string): AsyncIterable<ListedRecording>;

  /**
   * Prepares a storage that has never been used, so that an unmounted one can later be told from an empty one. Does
   * nothing when that has been done; a bucket needs no preparation.
   * @param hasRecordings whether recordings are known to be stored: then an empty folder counts as not mounted
   * @throws AppError `STORAGE_UNAVAILABLE`, and what `hasRecordings` throws
   */
  setUp(_hasRecordings: () => Promise<boolean>): Promise<void> {
    return Promise.resolve();
  }

  /** For readiness: writes and deletes something small. @throws AppError when recordings cannot be stored now */
  abstract check(): Promise<void>;

  /**
   * Deletes what uploads that were killed left behind, once it is a day old. A bucket needs a lifecycle rule instead that
   * aborts incomplete multipart uploads.
   * @returns how many
   */
  removeStaleTemporaryFiles(_now?: number): Promise<number> {
    return Promise.resolve(0);
  }

  /** Lets go of connections. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Copies the recording to a local file, for programs that need one. When it fails, no file is left. */
  async copyToFile(key: string, path: string, options: StorageOptions = {}): Promise<void> {
    const source = await this.openRead(key, undefined, options);
    try {
      await pipeline(source, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      await rm(path, { force: true });
      options.signal?.throwIfAborted();
      throw fromSystemError(error);
    }
  }
}

const KEY = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;
/** Leaves room below S3's 1,024 bytes. */
const MAX_KEY_LENGTH = 512;

/** Whether this is a key of ours. No segment can start with a dot, so none leads out of the store. */
export function isRecordingKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/** @throws AppError when it is not a key of ours */
export function assertRecordingKey(key: string): void {
  if (isRecordingKey(key)) return;
  throw new AppError({
    kind: 'internal',
    code: 'STORAGE_KEY_INVALID',
    message: 'The recording has a storage key that is not allowed.',
  });
}
