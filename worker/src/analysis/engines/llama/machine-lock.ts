import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * A lock shared by all processes on this machine that use the same folder, including those in containers. It's an
 * SQLite file lock, which the system releases when the process exits for any reason.
 */
export class MachineLock {
  private database?: DatabaseSync;

  /** @param folder doesn't have to exist; if it isn't writable, the lock file is created in the system's temp folder */
  constructor(private readonly folder: string) {}

  /** @returns whether this process holds the lock now */
  acquire(): boolean {
    if (this.database) return true;
    try {
      mkdirSync(this.folder, { recursive: true });
      this.database = tryLock(join(this.folder, '.writer.lock'));
    } catch {
      const name = createHash('sha256').update(this.folder).digest('hex').slice(0, 16);
      this.database = tryLock(join(tmpdir(), `ringwell-writer-${name}.lock`));
    }
    return this.database !== undefined;
  }

  release(): void {
    this.database?.close();
    this.database = undefined;
  }
}

/** @returns undefined if another process holds the lock */
function tryLock(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
