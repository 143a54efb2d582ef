import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface InboxFile {
  /** Below the folder of the account, with `/` between folders. */
  path: string;
  bytes: number;
  /** Changes whenever the file does. */
  version: string;
  /** Tells the contents from those of another file under this path, also once a share counts time in coarser steps. */
  identity: string;
  modifiedAt: Date;
}

export interface InboxFolders {
  accountIds: string[];
  /** Names that are no account ids. */
  others: string[];
}

export interface ScannedFiles {
  files: InboxFile[];
  /** Whether the next scan begins again. */
  isEnd: boolean;
  /** What could not be read, as a sentence for the administrator. */
  problem?: string;
}

/**
 * Where recordings arrive, in one folder for each account. Every method may throw InboxFault. None takes longer than a time limit,
 * except for the pauses of whoever reads a stream.
 */
export interface InboxPlace {
  /** For people, such as the path of the folder. */
  readonly name: string;
  /** Whether a file is complete as soon as it is there. */
  readonly isAtomic: boolean;

  listFolders(): Promise<InboxFolders>;

  /** The next few files of an account, without those that are done or refused: each scan goes on where the one before has ended. */
  scan(accountId: string): Promise<ScannedFiles>;

  /** The current state of each file; null for one that is gone. Missing where files are complete at once. */
  stat?(accountId: string, paths: readonly string[]): Promise<(InboxFile | null)[]>;

  /** The contents. The stream fails with FileChanged if the file is another one by now, or changes before its end. */
  open(accountId: string, file: InboxFile): Promise<Readable>;

  /** Moves a file to the folder `done`. */
  moveToDone(accountId: string, file: InboxFile): Promise<void>;

  remove(accountId: string, file: InboxFile): Promise<void>;

  /** Moves a file to the folder `refused`, with the reason as a text beside it. */
  refuse(accountId: string, file: InboxFile, reason: string): Promise<void>;

  close(): Promise<void>;
}

/** The place cannot be used right now. The message tells the administrator what to do. */
export class InboxFault extends Error {
  constructor(
    message: string,
    /** Whether it gave no answer: each try then costs the whole time limit. */
    readonly isSilent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'InboxFault';
  }
}

/** The file was changed, replaced or removed while it was read. */
export class FileChanged extends Error {
  constructor() {
    super('The file has changed.');
    this.name = 'FileChanged';
  }
}

/** Names of hidden files, and of those that recorders, copying programs and editors write before they rename them. */
export const IGNORED_NAME = /^[.~]|~$|\.(tmp|temp|part|partial|filepart|crdownload|swp)$|^(thumbs\.db|desktop\.ini)$/i;

/** Identifies a file in its account, so that it becomes one call however often it is found. */
export function inboxKey({ path, identity }: InboxFile): string {
  return `inbox:${createHash('sha256').update(`${path}\0${identity}`).digest('hex')}`;
}
