import { addAbortSignal, Readable } from 'node:stream';

import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

import type { AppError } from '@ringwell/domain/errors/app-error';

import { IdleLimitedBody } from './idle-limited-body';
import { RecordingSource } from './recording-source';
import {
  assertRecordingKey,
  isRecordingKey,
  RecordingStorage,
  type ByteRange,
  type ListedRecording,
  type StorageOptions,
  type StoredRecording,
  type UploadOptions,
} from './recording-storage';
import { rangeNotSatisfiable, recordingMissing, storageFull, storageUnavailable } from './storage-error';

// PART_BYTES × PARALLEL_PARTS caps the memory that an upload uses. S3 requires parts of at least 5 MiB.
const PART_BYTES = 8 * 1_048_576;
// S3 allows 10,000; the margin allows for uploads that turn out larger than expected.
const MAX_EXPECTED_PARTS = 8_000;
const PARALLEL_PARTS = 2;

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;

// No recording's key can start with a dot.
const CHECK_KEY = '.check';

export interface S3StorageOptions {
  bucket: string;
  region: string;
  endpoint?: string;
  /** If unset, the SDK's default credential chain is used. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  forcePathStyle: boolean;
  /** Attempts per request, including the first. */
  maxAttempts?: number;
  /** 30 s by default. */
  idleTimeoutMs?: number;
}

/**
 * Stores recordings in a bucket of any S3-compatible store. Give the bucket a lifecycle rule that aborts incomplete
 * multipart uploads, because a killed process can't abort its own.
 */
export class S3Storage extends RecordingStorage {
  private readonly client: S3Client;
  private readonly reader: S3Client;
  private readonly bucket: string;
  private isSetUp = false;

  constructor(private readonly options: S3StorageOptions) {
    super();
    this.bucket = options.bucket;
    ({ client: this.client, reader: this.reader } = createS3Clients(options));
  }

  // Credentials may not allow listing the bucket.
  override async setUp(hasRecordings: () => Promise<boolean>): Promise<void> {
    if (this.isSetUp) return;
    const recordings = this.list('recordings/')[Symbol.asyncIterator]();
    const first = await recordings.next().catch((error: AppError) => {
      if (!isForbidden(error.cause)) throw error;
    });
    if (first?.done === true && (await hasRecordings()))
      throw storageUnavailable(
        new Error(
          `The bucket ${this.bucket} has no recordings, although calls have some. Copy them into it, or check S3_BUCKET. ` +
            'If the recordings are lost permanently, create an object "recordings/lost".',
        ),
      );
    this.isSetUp = true;
  }

  async put(key: string, source: Readable, options: UploadOptions = {}): Promise<StoredRecording> {
    const { signal, expectedBytes = 0 } = options;
    assertRecordingKey(key);
    const recording = new RecordingSource(source, signal);
    try {
      signal?.throwIfAborted();
      await new Upload({
        client: clientWithSignal(this.client, signal),
        params: { Bucket: this.bucket, Key: key, Body: Readable.from(recording, { objectMode: false }) },
        partSize: Math.max(PART_BYTES, Math.ceil(expectedBytes / MAX_EXPECTED_PARTS)),
        queueSize: PARALLEL_PARTS,
        leavePartsOnError: false,
      }).done();
      return { bytes: recording.bytes };
    } catch (error) {
      signal?.throwIfAborted();
      throw recording.isSourceError(error) ? error : toStorageError(error);
    } finally {
      recording.close();
    }
  }

  async openRead(key: string, range?: ByteRange, { signal }: StorageOptions = {}): Promise<Readable> {
    assertRecordingKey(key);
    try {
      const stream = await readS3Object(
        this.reader,
        { Bucket: this.bucket, Key: key, Range: range && `bytes=${range.start}-${range.end ?? ''}` },
        { signal, idleTimeoutMs: this.options.idleTimeoutMs },
      );
      return signal ? addAbortSignal(signal, stream) : stream;
    } catch (error) {
      signal?.throwIfAborted();
      throw isMissing(error) ? recordingMissing(error) : toStorageError(error);
    }
  }

  async stat(key: string): Promise<StoredRecording | undefined> {
    assertRecordingKey(key);
    try {
      const { ContentLength = 0 } = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return { bytes: ContentLength };
    } catch (error) {
      if (!isMissing(error)) throw toStorageError(error);
    }
    await this.assertBucket();
    return undefined;
  }

  // A response to HEAD has no body, so 404 does not distinguish a missing bucket from a missing recording.
  private async assertBucket(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      if (!isForbidden(error)) throw storageUnavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    assertRecordingKey(key);
    try {
      await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
    } catch (error) {
      // Google Cloud Storage and some other stores report a missing object.
      if (!(error instanceof S3ServiceException && error.name === 'NoSuchKey')) throw toStorageError(error);
    }
  }

  async *list(prefix = ''): AsyncIterable<ListedRecording> {
    try {
      for await (const page of paginateListObjectsV2(
        { client: this.client },
        { Bucket: this.bucket, Prefix: prefix },
      )) {
        for (const { Key: key = '', LastModified: modifiedAt } of page.Contents ?? []) {
          if (isRecordingKey(key) && modifiedAt) yield { key, modifiedAt };
        }
      }
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async check(): Promise<void> {
    await this.client
      .send(new PutObjectCommand({ Bucket: this.bucket, Key: CHECK_KEY, Body: '.' }))
      .catch(rethrowAsStorageError);
  }

  override close(): Promise<void> {
    this.client.destroy();
    this.reader.destroy();
    return Promise.resolve();
  }
}

/**
 * Creates two clients. The one for reading has no socket timeout, which would count the reader's pauses;
 * `IdleLimitedBody` limits idle time instead.
 */
export function createS3Clients({ bucket: _, idleTimeoutMs = IDLE_TIMEOUT_MS, ...options }: S3StorageOptions): {
  client: S3Client;
  reader: S3Client;
} {
  const config: S3ClientConfig = {
    ...options,
    // Many compatible stores don't support the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  const connectionTimeout = CONNECT_TIMEOUT_MS;
  return {
    client: new S3Client({ ...config, requestHandler: { connectionTimeout, socketTimeout: idleTimeoutMs } }),
    reader: new S3Client({
      ...config,
      requestHandler: {
        connectionTimeout,
        socketTimeout: 0,
        requestTimeout: idleTimeoutMs,
        throwOnRequestTimeout: true,
      },
    }),
  };
}

/** Opens an object's contents; the stream fails with `STORAGE_UNAVAILABLE` if the bucket sends nothing for too long. */
export async function readS3Object(
  reader: S3Client,
  object: GetObjectCommandInput,
  { signal, idleTimeoutMs = IDLE_TIMEOUT_MS }: StorageOptions & Pick<S3StorageOptions, 'idleTimeoutMs'> = {},
): Promise<Readable> {
  const { Body } = await reader.send(new GetObjectCommand(object), { abortSignal: signal });
  return new IdleLimitedBody(Body as Readable, idleTimeoutMs, () =>
    storageUnavailable(new Error(`The bucket sent nothing for ${idleTimeoutMs} ms.`)),
  );
}

// lib-storage doesn't pass a signal to its requests; this client does, except for the cleanup after an abort.
function clientWithSignal(client: S3Client, abortSignal?: AbortSignal): S3Client {
  type Command = Parameters<S3Client['send']>[0];
  const send = (command: Command): unknown =>
    client.send(command, command instanceof AbortMultipartUploadCommand ? {} : { abortSignal });
  return new Proxy(client, {
    get: (target, property) => (property === 'send' ? send : (Reflect.get(target, property, target) as unknown)),
  });
}

// Credentials for objects may not cover the bucket itself.
function isForbidden(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403;
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';
}

// Error codes that MinIO, Ceph and others return when storage is full or a quota is exceeded.
const STORAGE_FULL_CODES = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'InsufficientStorage',
  'EntityTooLargeForQuota',
]);

function toStorageError(error: unknown): AppError {
  if (error instanceof S3ServiceException) {
    if (error.$metadata.httpStatusCode === 416) return rangeNotSatisfiable(error);
    if (error.$metadata.httpStatusCode === 507 || STORAGE_FULL_CODES.has(error.name)) return storageFull(error);
  }
  return storageUnavailable(error);
}

function rethrowAsStorageError(error: unknown): never {
  throw toStorageError(error);
}
