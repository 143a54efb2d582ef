import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { internal } from '@ringwell/domain/errors/app-error';

import { playableCopyKey } from './playable-copy-key';
import { fromSystemError } from './storage-error';

export interface StoredRecording {
  bytes: number;
}

export interface StorageSpace {
  freeBytes: number;
  totalBytes: number;
}

export interface ListedRecording {
  key: string;
  modifiedAt: Date;
}

/** Inclusive offsets within the recording. Without `end`, up to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface StorageOptions {
  /** Aborts the operation, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface UploadOptions extends StorageOptions {
  /**
   * Estimated size, for objects that may be larger than a recording: uploads to a bucket use larger parts, and a disk
   * that would have too little space left for other recordings rejects them with `STORAGE_FULL`.
   */
  expectedBytes?: number;
  /** Names the upload, so that a disk can remove its leftovers if it's killed. Must be a valid key. */
  name?: string;
}

/**
 * Stores the recordings. Keys look like paths, `calls/2026/5b7c.mp3`: segments of letters, digits, `.`, `_` and `-`
 * that start with a letter or a digit. Other keys are rejected before the source is read.
 *
 * Methods throw AppError: `RECORDING_MISSING` and `RANGE_NOT_SATISFIABLE` (not retryable), `STORAGE_FULL` and
 * `STORAGE_UNAVAILABLE` (retryable).
 */
export abstract class RecordingStorage {
  /**
   * Stores a recording, replacing one with the same key. It only becomes visible once all of it is stored durably.
   * Memory use doesn't grow with its size. Rethrows the source's errors unchanged, and always destroys the source.
   */
  abstract put(key: string, source: Readable, options?: UploadOptions): Promise<StoredRecording>;

  /**
   * Opens the recording or a part of it. Destroy the stream if you stop reading early. If it's cut off, it fails with
   * the disk's or the connection's error.
   */
  abstract openRead(key: string, range?: ByteRange, options?: StorageOptions): Promise<Readable>;

  abstract stat(key: string): Promise<StoredRecording | undefined>;

  /** Succeeds if there's no such recording. */
  abstract delete(key: string): Promise<void>;

  /** Deletes a recording and its browser-playable copy. Succeeds if neither exists. */
  async deleteRecording(key: string): Promise<void> {
    await this.delete(playableCopyKey(key));
    await this.delete(key);
  }

  /** Lists all recordings whose keys start with the prefix, unsorted. Used to delete orphans. */
  abstract list(prefix?: string): AsyncIterable<ListedRecording>;

  /**
   * Prepares an unused folder, so that an unmounted volume can later be told apart from an empty one. Does nothing if
   * it's already prepared.
   * @param hasRecordings whether recordings should exist, in which case an empty folder is treated as unmounted, and an
   * empty bucket as the wrong one
   * @throws AppError `STORAGE_UNAVAILABLE`, and errors from `hasRecordings`
   */
  abstract setUp(hasRecordings: () => Promise<boolean>): Promise<void>;

  /** Readiness check: writes a small object. @throws AppError if recordings can't be stored */
  abstract check(): Promise<void>;

  /**
   * Deletes partial uploads left by killed processes once they're a day old. For buckets, a lifecycle rule must abort
   * incomplete multipart uploads instead.
   * @returns the number of deleted uploads
   */
  removeStaleTemporaryFiles(_now?: number): Promise<number> {
    return Promise.resolve(0);
  }

  /** Returns the space on the disk, or null for a bucket, which has no limit. */
  getSpace(): Promise<StorageSpace | null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Copies the recording to a local file. Doesn't leave a file behind on failure. */
  async copyToFile(key: string, path: string, options: StorageOptions = {}): Promise<void> {
    try {
      // Opened before the pipeline, which doesn't wait for a pending open when it fails; that open would recreate the
      // file.
      const file = await open(path, 'w', 0o600);
      try {
        await pipeline(await this.openRead(key, undefined, options), file.createWriteStream());
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(path, { force: true });
      options.signal?.throwIfAborted();
      throw fromSystemError(error);
    }
  }
}

const KEY = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;
// Below S3's limit of 1,024 bytes.
const MAX_KEY_LENGTH = 512;

/** Whether a key is valid. No segment can start with a dot, so none escapes the storage. */
export function isRecordingKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

export function assertRecordingKey(key: string): void {
  if (isRecordingKey(key)) return;
  throw internal('STORAGE_KEY_INVALID', "The recording's storage key is invalid.");
}
