import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { z } from 'zod';

import { AppError } from '@ringwell/domain/errors/app-error';
import { Semaphore } from '@ringwell/platform/semaphore';
import { withTimeout } from '@ringwell/platform/with-timeout';

import { ChildEndedError, ResidentChild } from '../resident-child';
import {
  FileChangedError,
  IGNORED_NAME,
  InboxError,
  type InboxFile,
  type InboxFolders,
  type InboxSource,
  type ScannedFiles,
} from './inbox-source';

// Plain JavaScript, so both compiled and uncompiled programs can use it.
const CHILD_PATH = join(__dirname, 'inbox-child.cjs');
const NICENESS = 5;
const MAX_REASON_BYTES = 65_536;
const TIMEOUT_MS = 30_000;
// A scan stops when it hits either limit.
const SCAN_LIMITS = { entries: 5_000, milliseconds: 5_000, ignored: IGNORED_NAME.source };

const ERROR_SCHEMA = z.object({ code: z.string(), path: z.string() });
type ChildError = z.infer<typeof ERROR_SCHEMA>;
const FILE_SCHEMA = z
  .object({ path: z.string(), bytes: z.number(), version: z.string(), modifiedMs: z.number() })
  .transform(({ modifiedMs, ...file }): InboxFile => ({
    ...file,
    identity: `${file.bytes} ${Math.floor(modifiedMs / 1_000)}`,
    modifiedAt: new Date(modifiedMs),
  }));
const FOLDERS_SCHEMA = z.object({ accountIds: z.array(z.string()), otherNames: z.array(z.string()) });
const SCAN_SCHEMA = z.object({ files: z.array(FILE_SCHEMA), isEnd: z.boolean(), firstError: ERROR_SCHEMA.optional() });
const STAT_SCHEMA = z.object({ files: z.array(FILE_SCHEMA.nullable()) });
const CHUNK_SCHEMA = z.object({ data: z.base64(), version: z.string() });
const EMPTY_SCHEMA = z.object({});

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** A folder on this machine. It could be a network share that hangs, so only a child process accesses it. */
export class FolderInbox implements InboxSource {
  readonly isAtomic = false;
  private readonly semaphore = new Semaphore();
  private child?: ResidentChild;
  private isClosed = false;

  constructor(
    readonly name: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  listFolders(): Promise<InboxFolders> {
    return this.request('list', '', { ignored: IGNORED_NAME.source }, FOLDERS_SCHEMA);
  }

  async scan(account: string): Promise<ScannedFiles> {
    const { files, isEnd, firstError } = await this.request('scan', account, SCAN_LIMITS, SCAN_SCHEMA);
    return { files, isEnd, ...(firstError && { problem: this.describeError(firstError, account) }) };
  }

  async stat(account: string, paths: readonly string[]): Promise<(InboxFile | null)[]> {
    return (await this.request('stat', account, { paths }, STAT_SCHEMA)).files;
  }

  async open(account: string, { path, version }: InboxFile): Promise<Readable> {
    const file = await this.request('open', account, { path }, FILE_SCHEMA);
    if (file.version !== version) throw new FileChangedError();
    return Readable.from(this.readChunks(account, version), { objectMode: false });
  }

  async moveToDone(account: string, { path, version }: InboxFile): Promise<void> {
    await this.request('move', account, { path, version, to: 'done' }, EMPTY_SCHEMA);
  }

  async remove(account: string, { path, version }: InboxFile): Promise<void> {
    await this.request('remove', account, { path, version }, EMPTY_SCHEMA);
  }

  async reject(account: string, { path, version }: InboxFile, reason: string): Promise<void> {
    await this.request('move', account, { path, version, to: 'refused', reason }, EMPTY_SCHEMA);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    void this.child?.kill(); // doesn't wait, because a process stuck in a system call on a share may end much later
    return Promise.resolve();
  }

  private async *readChunks(account: string, version: string): AsyncGenerator<Buffer> {
    for (;;) {
      const { data, version: currentVersion } = await this.request('read', account, {}, CHUNK_SCHEMA);
      if (currentVersion !== version) throw new FileChangedError();
      if (data === '') return;
      yield Buffer.from(data, 'base64');
    }
  }

  // Requests run one at a time because an abandoned stream may still be waiting for its last bytes.
  private request<T>(action: string, account: string, parameters: object, schema: z.ZodType<T>): Promise<T> {
    return this.semaphore.run(async () => {
      const response = await this.sendToChild({ action, root: this.name, account, ...parameters }, account);
      const { success, data } = z.object({ error: ERROR_SCHEMA }).safeParse(response);
      if (success && MISSING_CODES.has(data.error.code) && data.error.path !== '') throw new FileChangedError();
      if (success) throw new InboxError(this.describeError(data.error, account), false);
      return schema.parse(response);
    });
  }

  private async sendToChild(request: object, account: string): Promise<unknown> {
    const child = this.getChild();
    try {
      return await withTimeout(this.timeoutMs, `The folder ${this.getFolderPath(account)}`, child.sendRequest(request));
    } catch (error) {
      void child.kill();
      if (error instanceof AppError) throw this.createUnresponsiveError(account, error);
      if (error instanceof ChildEndedError) throw new InboxError('Reading the inbox was interrupted.', false, error);
      throw error;
    }
  }

  // At most one process waits for a share, even after many retries.
  private getChild(): ResidentChild {
    if (this.isClosed) throw new InboxError('The worker is stopping.', false);
    if (this.child?.isKilled && !this.child.hasEnded) throw this.createUnresponsiveError('');
    if (!this.child || this.child.hasEnded)
      this.child = new ResidentChild(CHILD_PATH, NICENESS, { fileBytes: MAX_REASON_BYTES });
    return this.child;
  }

  private createUnresponsiveError(account: string, cause?: unknown): InboxError {
    return new InboxError(
      `${this.getFolderPath(account)} is not responding. If it is a network share, check its server and the connection.`,
      true,
      cause,
    );
  }

  private describeError({ code, path }: ChildError, account: string): string {
    const location = path === '' ? this.getFolderPath(account) : join(this.getFolderPath(account), path);
    switch (code) {
      case 'ENOENT':
        return `${location} does not exist. Create it, or mount the share.`;
      case 'ENOTDIR':
      case 'NO_FOLDER':
        return `${location} is a file, but must be a folder. Rename the file.`;
      case 'LINK':
        return `${location} is a link, and links are not followed. Replace it with a regular folder.`;
      case 'EACCES':
      case 'EPERM':
        return `${location} denied access. Give ${getProcessUser()} permission to read, create folders and move files there.`;
      case 'EROFS':
        return `${location} is read-only. Make it writable, or set the account to leave files where they are.`;
      case 'EXDEV':
        return `${location} can't be moved because done and refused are on a different disk. Make them regular folders inside the inbox.`;
      case 'NOT_UTF8':
        return `${location}: the name is not UTF-8. Rename the file, or mount the share with another character set.`;
      default:
        return `${location} cannot be used (${code}). Check the disk or share.`;
    }
  }

  private getFolderPath(account: string): string {
    return join(this.name, account);
  }
}

function getProcessUser(): string {
  try {
    const { username, uid } = userInfo();
    return `the worker's user, ${username} (ID ${uid}),`;
  } catch {
    return `user ${process.getuid?.()} (which the worker runs as)`; // the system has no name for it, as in a container
  }
}
