import { extname } from 'node:path';
import type { Readable } from 'node:stream';

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';

import { UUID } from '@ringwell/domain/uuid';
import { createS3Clients, readS3Object, type S3StorageOptions } from '@ringwell/platform/storage/s3.storage';

import {
  FileChangedError,
  IGNORED_NAME,
  InboxError,
  type InboxFile,
  type InboxFolders,
  type InboxSource,
  type ScannedFiles,
} from './inbox-source';

const PROCESSED_KEY = /^(done|refused)\//;
const PAGES_PER_SCAN = 5;

/** Objects under a prefix in the recordings bucket. An object is complete once it's listed. */
export class S3Inbox implements InboxSource {
  readonly name: string;
  readonly isAtomic = true;
  private readonly client: S3Client;
  private readonly reader: S3Client;
  private readonly bucket: string;
  // The last key listed for each account whose scan hasn't reached the end.
  private readonly lastKeys = new Map<string, string>();

  /** @param prefix such as `inbox/` */
  constructor(
    private readonly options: S3StorageOptions,
    private readonly prefix: string,
  ) {
    this.bucket = options.bucket;
    this.name = `s3://${options.bucket}/${prefix}`;
    ({ client: this.client, reader: this.reader } = createS3Clients(options));
  }

  async listFolders(): Promise<InboxFolders> {
    const folders: InboxFolders = { accountIds: [], otherNames: [] };
    let token: string | undefined;
    do {
      const page = await this.send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: this.prefix,
          Delimiter: '/',
          ContinuationToken: token,
        }),
      );
      for (const { Prefix: folder = '' } of page.CommonPrefixes ?? []) {
        const name = folder.slice(this.prefix.length, -1);
        (UUID.test(name) ? folders.accountIds : folders.otherNames).push(name);
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return folders;
  }

  async scan(account: string): Promise<ScannedFiles> {
    const folder = this.getObjectKey(account, '');
    const files: InboxFile[] = [];
    let after = this.lastKeys.get(account);
    this.lastKeys.delete(account);
    for (let pages = 0; pages < PAGES_PER_SCAN; pages += 1) {
      const page = await this.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: folder, StartAfter: after }),
      );
      const { Contents: objects = [], IsTruncated: hasMore = false } = page;
      let hasSkipped = false;
      for (const { Key: key = '', Size: bytes = 0, ETag: version = '', LastModified: modifiedAt } of objects) {
        const path = key.slice(folder.length);
        after = key;
        const [processedFolder] = PROCESSED_KEY.exec(path) ?? [];
        if (processedFolder !== undefined) {
          // `0` follows `/`, so this key comes right after everything in the folder.
          after = `${folder}${processedFolder.slice(0, -1)}0`;
          hasSkipped = true;
          break;
        }
        const isIgnored = path.endsWith('/') || path.split('/').some((name) => IGNORED_NAME.test(name));
        if (path !== '' && !isIgnored && modifiedAt)
          files.push({ path, bytes, version, identity: version, modifiedAt });
      }
      if (!hasMore && !hasSkipped) return { files, isEnd: true };
    }
    if (after !== undefined) this.lastKeys.set(account, after);
    return { files, isEnd: false };
  }

  async open(account: string, { path, version }: InboxFile): Promise<Readable> {
    const object = { Bucket: this.bucket, Key: this.getObjectKey(account, path), IfMatch: version };
    return readS3Object(this.reader, object, { idleTimeoutMs: this.options.idleTimeoutMs }).catch((error: unknown) => {
      throw this.toInboxError(error);
    });
  }

  async moveToDone(account: string, file: InboxFile): Promise<void> {
    await this.copy(account, file, await this.findTargetKey(account, file, 'done'));
    await this.remove(account, file);
  }

  // Compares the version first, because not every store supports conditional deletes.
  async remove(account: string, { path, version }: InboxFile): Promise<void> {
    const object = { Bucket: this.bucket, Key: this.getObjectKey(account, path) };
    await this.send(new HeadObjectCommand({ ...object, IfMatch: version }));
    await this.send(new DeleteObjectCommand(object));
  }

  // Writes the reason first, so that an interrupted refusal never leaves a copy without one.
  async reject(account: string, file: InboxFile, reason: string): Promise<void> {
    const target = await this.findTargetKey(account, file, 'refused');
    const reasonFile = { Bucket: this.bucket, Key: `${target}.txt` };
    const ContentType = 'text/plain; charset=utf-8';
    await this.send(new PutObjectCommand({ ...reasonFile, ContentType, Body: `${reason}\n` }));
    try {
      await this.copy(account, file, target);
    } catch (error) {
      // An earlier, interrupted refusal may have made the copy.
      await this.send(new HeadObjectCommand({ Bucket: this.bucket, Key: target }))
        .catch(() => this.send(new DeleteObjectCommand(reasonFile)))
        .catch(() => undefined);
      throw error;
    }
    await this.remove(account, file);
  }

  close(): Promise<void> {
    this.client.destroy();
    this.reader.destroy();
    return Promise.resolve();
  }

  // An object that has since been replaced isn't copied, because it's a different recording.
  private async copy(account: string, file: InboxFile, target: string): Promise<void> {
    const source = this.getObjectKey(account, file.path);
    await this.send(
      new CopyObjectCommand({
        Bucket: this.bucket,
        Key: target,
        CopySource: `${this.bucket}/${source.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: file.version,
      }),
    );
  }

  // An existing object with the same name is kept, and the version is appended to the new name. After an interrupted
  // move, the existing object is this file.
  private async findTargetKey(account: string, { path, version }: InboxFile, to: string): Promise<string> {
    const key = this.getObjectKey(account, `${to}/${path}`);
    const extension = extname(key);
    try {
      const { ETag: previousETag } = await this.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return previousETag === version
        ? key
        : `${key.slice(0, key.length - extension.length)} (${version.replaceAll('"', '')})${extension}`;
    } catch (error) {
      if (error instanceof FileChangedError) return key; // here, this means that the name isn't taken
      throw error;
    }
  }

  private getObjectKey(account: string, path: string): string {
    return `${this.prefix}${account}/${path}`;
  }

  private send: S3Client['send'] = (async (command: Parameters<S3Client['send']>[0]) => {
    try {
      return await this.client.send(command);
    } catch (error) {
      throw this.toInboxError(error);
    }
  }) as S3Client['send'];

  private toInboxError(error: unknown): Error {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (error instanceof S3ServiceException && error.name !== 'NoSuchBucket' && (status === 404 || status === 412))
      return new FileChangedError();
    const isAccessDenied = status === 401 || status === 403;
    return new InboxError(
      isAccessDenied
        ? `${this.name} denied access. Give the access key permission to list, read, write and delete objects there.`
        : `${this.name} cannot be used. Check the bucket and the connection to it.`,
      status === undefined,
      error,
    );
  }
}
