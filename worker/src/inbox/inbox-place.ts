import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface InboxFile {
  /** Path below the account's folder, with `/` between folders. */
  path: string;
  bytes: number;
  /** Changes whenever the file does. */
  version: string;
  /** Distinguishes the file from others under the same path, even if a share later reports times in coarser steps. */
  identity: string;
  modifiedAt: Date;
}

export interface InboxFolders {
  accountIds: string[];
  /** Names that are not account ids. */
  others: string[];
}

export interface ScannedFiles {
  files: InboxFile[];
  /** Whether the scan reached the end, and the next scan starts over. */
  isEnd: boolean;
  /** Unreadable files and folders, in a sentence for the administrator. */
  problem?: string;
}

/**
 * A place where recordings arrive, with one folder per account. Every method may throw InboxFault, and has a time
 * limit, which excludes pauses of a stream's reader.
 */
export interface InboxPlace {
  /** Name to display, such as the path of the folder. */
  readonly name: string;
  /** Whether a file is complete as soon as it appears. */
  readonly isAtomic: boolean;

  listFolders(): Promise<InboxFolders>;

  /** Lists an account's next few files, except done and refused ones. Each scan continues where the last one ended. */
  scan(accountId: string): Promise<ScannedFiles>;

  /** The current state of each file; null for a missing file. Not implemented if `isAtomic`. */
  stat?(accountId: string, paths: readonly string[]): Promise<(InboxFile | null)[]>;

  /** Reads the contents. The stream fails with FileChanged if the file was replaced, or changes while it is read. */
  open(accountId: string, file: InboxFile): Promise<Readable>;

  /** Moves a file to the folder `done`. */
  moveToDone(accountId: string, file: InboxFile): Promise<void>;

  remove(accountId: string, file: InboxFile): Promise<void>;

  /** Moves a file to the folder `refused`, and writes the reason into a text file next to it. */
  refuse(accountId: string, file: InboxFile, reason: string): Promise<void>;

  close(): Promise<void>;
}

/** The place cannot be used right now. The message is an instruction for the administrator. */
export class InboxFault extends Error {
  constructor(
    message: string,
    /** Whether the place did not respond, so that each try takes the full time limit. */
    readonly isSilent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'InboxFault';
  }
}

/** The file was changed, replaced or removed while it was being read. */
export class FileChanged extends Error {
  constructor() {
    super('The file has changed.');
    this.name = 'FileChanged';
  }
}

/** Names of hidden files, and of temporary files of recorders, copying programs and editors. */
export const IGNORED_NAME = /^[.~]|~$|\.(tmp|temp|part|partial|filepart|crdownload|swp)$|^(thumbs\.db|desktop\.ini)$/i;

/** Identifies a file in its account, so that it becomes only one call. */
export function inboxKey({ path, identity }: InboxFile): string {
  return `inbox:${createHash('sha256').update(`${path}\0${identity}`).digest('hex')}`;
}
