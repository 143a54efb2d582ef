import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface InboxFile {
  /** Path within the account's folder, with `/` between folders. */
  path: string;
  bytes: number;
  /** Changes whenever the file does. */
  version: string;
  /** Distinguishes the file from others at the same path, even if a share later reports coarser timestamps. */
  identity: string;
  modifiedAt: Date;
}

export interface InboxFolders {
  accountIds: string[];
  /** Names that aren't account IDs. */
  otherNames: string[];
}

export interface ScannedFiles {
  files: InboxFile[];
  /** Whether the scan reached the end, so the next scan starts over. */
  isEnd: boolean;
  /** A sentence for the administrator about unreadable files and folders. */
  problem?: string;
}

/**
 * Where recordings arrive, with one folder per account. Every method except `close` may throw InboxError, and has a
 * time limit, which excludes time that a stream's consumer spends paused.
 */
export interface InboxSource {
  /** Display name, such as the folder's path. */
  readonly name: string;
  /** Whether a file is complete as soon as it appears. */
  readonly isAtomic: boolean;

  listFolders(): Promise<InboxFolders>;

  /**
   * Lists an account's next batch of files, except done and refused ones. A scan continues where the last one ended.
   */
  scan(accountId: string): Promise<ScannedFiles>;

  /** The current state of each file; null if missing. Not implemented if `isAtomic`. */
  stat?(accountId: string, paths: readonly string[]): Promise<(InboxFile | null)[]>;

  /**
   * Opens a file. Throws FileChangedError if it has changed since it was listed; if it changes later, the stream
   * fails with FileChangedError.
   */
  open(accountId: string, file: InboxFile): Promise<Readable>;

  moveToDone(accountId: string, file: InboxFile): Promise<void>;

  remove(accountId: string, file: InboxFile): Promise<void>;

  /** Moves a file to the `refused` folder, and writes the reason to a text file next to it. */
  reject(accountId: string, file: InboxFile, reason: string): Promise<void>;

  close(): Promise<void>;
}

/** The inbox is unavailable. The message tells the administrator what to do. */
export class InboxError extends Error {
  constructor(
    message: string,
    /** Whether the inbox didn't respond, in which case each attempt takes the full time limit. */
    readonly isUnresponsive: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'InboxError';
  }
}

/** The file was changed, replaced or removed before it could be read, moved or deleted. */
export class FileChangedError extends Error {
  constructor() {
    super('The file has changed.');
    this.name = 'FileChangedError';
  }
}

/** Names of hidden files, and of temporary files created by recorders, copy tools and editors. */
export const IGNORED_NAME = /^[.~]|~$|\.(tmp|temp|part|partial|filepart|crdownload|swp)$|^(thumbs\.db|desktop\.ini)$/i;

/** Identifies a file within its account, so that it only becomes one call. */
export function inboxKey({ path, identity }: InboxFile): string {
  return `inbox:${createHash('sha256').update(`${path}\0${identity}`).digest('hex')}`;
}
