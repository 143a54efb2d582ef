import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { AppError } from '@ringwell/domain/errors/app-error';

import { RecordingSource } from './recording-source';
import {
  assertRecordingKey,
  isRecordingKey,
  RecordingStorage,
  type ByteRange,
  type ListedRecording,
  type StorageOptions,
  type StorageSpace,
  type StoredRecording,
  type UploadOptions,
} from './recording-storage';
import {
  getErrorCode,
  fromSystemError,
  rangeNotSatisfiable,
  recordingMissing,
  storageFull,
  storageUnavailable,
} from './storage-error';

/** Marks the recordings folder. An unmounted volume's mount point doesn't contain it. */
export const STORAGE_MARKER = '.ringwell-recordings';
const MARKER_CONTENT = 'Ringwell stores recordings here. Without this file, the volume is treated as not mounted.\n';

// On the same file system as the recordings, because files can't be renamed across file systems. No key can start with
// a dot.
const TEMPORARY_DIRECTORY = '.temporary';
const STALE_FILE_MS = 24 * 60 * 60_000;
// Write buffer per recording: a few large writes instead of many small ones.
const WRITE_AHEAD_BYTES = 1_048_576;
// Disk space kept free for recordings that arrive while a large object is stored.
const RESERVED_BYTES = 1_073_741_824;

/**
 * Stores recordings as files in a folder that all processes share. `setUp` must have marked the folder; without the
 * marker, every operation fails with `STORAGE_UNAVAILABLE`.
 */
export class DiskStorage extends RecordingStorage {
  private readonly root: string;
  private readonly temporaryRoot: string;
  private readonly marker: string;
  // Folders whose entry in their parent folder has been flushed to disk.
  private readonly flushedFolders = new Set<string>();

  constructor(root: string) {
    super();
    this.root = resolve(root);
    this.temporaryRoot = join(this.root, TEMPORARY_DIRECTORY);
    this.marker = join(this.root, STORAGE_MARKER);
  }

  override async setUp(hasRecordings: () => Promise<boolean>): Promise<void> {
    if (await this.isMarked()) return;
    if ((await this.isEmpty()) && (await hasRecordings())) throw this.notMounted();
    try {
      await mkdir(this.root, { recursive: true });
      await writeFile(this.marker, MARKER_CONTENT, { flush: true });
      await flushFolder(this.root);
    } catch (error) {
      throw fromSystemError(error);
    }
  }

  async put(key: string, source: Readable, options: UploadOptions = {}): Promise<StoredRecording> {
    const { signal, expectedBytes, name } = options;
    const path = this.resolvePath(key);
    const recording = new RecordingSource(source, signal);
    let temporaryPath: string | undefined;
    try {
      signal?.throwIfAborted();
      await this.assertMarked();
      if (name !== undefined) await this.removeTemporaryFiles(name);
      if (expectedBytes !== undefined) await this.assertSpaceFor(expectedBytes);
      temporaryPath = await this.createTemporaryPath(name);
      // Opened before the pipeline, which doesn't wait for a pending open when it fails; that open would recreate the
      // file.
      const file = await open(temporaryPath, 'wx', 0o600);
      await pipeline(recording, file.createWriteStream({ flush: true, highWaterMark: WRITE_AHEAD_BYTES }));
      signal?.throwIfAborted();
      const isNewFolder = (await mkdir(dirname(path), { recursive: true })) !== undefined;
      if (isNewFolder) this.flushedFolders.clear();
      await rename(temporaryPath, path);
      await this.flushParentFolders(path);
      return { bytes: recording.bytes };
    } catch (error) {
      if (temporaryPath) await rm(temporaryPath, { force: true });
      signal?.throwIfAborted();
      throw recording.isSourceError(error) ? error : fromSystemError(error);
    } finally {
      recording.close();
    }
  }

  async openRead(key: string, range?: ByteRange, { signal }: StorageOptions = {}): Promise<Readable> {
    signal?.throwIfAborted();
    const path = this.resolvePath(key);
    const file = await this.runOnFile(() => open(path, 'r'));
    const { size } = await file.stat();
    if (range && (range.start >= size || (range.end ?? range.start) < range.start)) {
      await file.close();
      throw rangeNotSatisfiable();
    }
    const stream = file.createReadStream(range);
    return signal ? addAbortSignal(signal, stream) : stream;
  }

  async stat(key: string): Promise<StoredRecording | undefined> {
    const path = this.resolvePath(key);
    return this.runOnFile(async () => ({ bytes: (await stat(path)).size })).catch(ignoreMissing);
  }

  async delete(key: string): Promise<void> {
    const path = this.resolvePath(key);
    await this.runOnFile(() => rm(path)).catch(ignoreMissing);
  }

  async *list(prefix = ''): AsyncIterable<ListedRecording> {
    await this.assertMarked();
    yield* this.listRecordings(prefix);
  }

  async check(): Promise<void> {
    await this.assertMarked();
    try {
      const path = await this.createTemporaryPath();
      const file = await open(path, 'wx', 0o600);
      try {
        await file.write('.'); // a full disk still accepts empty files
      } finally {
        await file.close();
        await rm(path, { force: true });
      }
    } catch (error) {
      throw fromSystemError(error);
    }
  }

  override async getSpace(): Promise<StorageSpace> {
    const { bavail, blocks, bsize } = await statfs(this.root);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  // No upload takes a day.
  override async removeStaleTemporaryFiles(now = Date.now()): Promise<number> {
    let removedCount = 0;
    for await (const path of listFilesBelow(this.temporaryRoot)) {
      const modifiedAt = await findModificationTime(path);
      if (!modifiedAt || now - modifiedAt.getTime() < STALE_FILE_MS) continue;
      await rm(path, { force: true }).catch(rethrowAsStorageError);
      removedCount += 1;
    }
    return removedCount;
  }

  private async *listRecordings(prefix: string): AsyncIterable<ListedRecording> {
    for await (const path of listFilesBelow(join(this.root, dirname(`${prefix}x`)))) {
      const key = relative(this.root, path).split(sep).join('/');
      if (!isRecordingKey(key) || !key.startsWith(prefix)) continue;
      const modifiedAt = await findModificationTime(path);
      if (modifiedAt) yield { key, modifiedAt };
    }
  }

  private async isEmpty(): Promise<boolean> {
    const first = await this.listRecordings('recordings/')[Symbol.asyncIterator]().next();
    return first.done === true;
  }

  private async isMarked(): Promise<boolean> {
    try {
      await access(this.marker);
      return true;
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT') return false;
      throw fromSystemError(error);
    }
  }

  private async assertMarked(): Promise<void> {
    if (!(await this.isMarked())) throw this.notMounted();
  }

  private notMounted(): AppError {
    return storageUnavailable(
      new Error(
        `${this.root} has no file ${STORAGE_MARKER}: its volume may not be mounted. ` +
          'If the recordings are lost permanently, create this file.',
      ),
    );
  }

  // `RECORDING_MISSING` is only thrown in a marked folder.
  private async runOnFile<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT') throw fromSystemError(error);
    }
    await this.assertMarked();
    // The folder may have been mounted since.
    return operation().catch((error: unknown) => {
      throw getErrorCode(error) === 'ENOENT' ? recordingMissing(error) : fromSystemError(error);
    });
  }

  private resolvePath(key: string): string {
    assertRecordingKey(key);
    return join(this.root, key);
  }

  private async assertSpaceFor(bytes: number): Promise<void> {
    const { freeBytes } = await this.getSpace();
    if (freeBytes < bytes + RESERVED_BYTES)
      throw storageFull(
        new Error(`${bytes} bytes do not fit: ${freeBytes} are free, and ${RESERVED_BYTES} must stay free.`),
      );
  }

  private async removeTemporaryFiles(name: string): Promise<void> {
    const prefix = temporaryPrefix(name);
    for await (const path of listFilesBelow(this.temporaryRoot))
      if (basename(path).startsWith(prefix)) await rm(path, { force: true });
  }

  private async createTemporaryPath(name?: string): Promise<string> {
    await mkdir(this.temporaryRoot).catch((error: unknown) => {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    });
    return join(this.temporaryRoot, `${name === undefined ? '' : temporaryPrefix(name)}${randomUUID()}`);
  }

  // A rename or a new folder survives a power failure only if the parent folders are flushed, too.
  private async flushParentFolders(path: string): Promise<void> {
    let folder = dirname(path);
    await flushFolder(folder);
    for (; folder !== this.root && !this.flushedFolders.has(folder); folder = dirname(folder)) {
      await flushFolder(dirname(folder));
      this.flushedFolders.add(folder);
    }
  }
}

function temporaryPrefix(name: string): string {
  assertRecordingKey(name);
  return `${name.replaceAll('/', '.')}.`;
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFilesBelow(directory: string): AsyncIterable<string> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw fromSystemError(error);
  });
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* listFilesBelow(path);
    else yield path;
  }
}

async function findModificationTime(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw fromSystemError(error);
  }
}

function rethrowAsStorageError(error: unknown): never {
  throw fromSystemError(error);
}

function ignoreMissing(error: unknown): undefined {
  if (getErrorCode(error) !== 'RECORDING_MISSING') throw error;
}
