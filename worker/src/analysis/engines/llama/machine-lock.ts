import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Belongs to one process at a time, of all that share a folder on this machine, also in several containers. The system
 * takes it back when the process ends in any way: it is the lock that SQLite has on a file.
 */
export class MachineLock {
  private database?: DatabaseSync;

  /** @param folder need not exist; where it cannot be written, processes with the same folder for temporary files share the lock */
  constructor(private readonly folder: string) {}

  /** @returns whether it belongs to this process now */
  take(): boolean {
    if (this.database) return true;
    try {
      mkdirSync(this.folder, { recursive: true });
      this.database = locked(join(this.folder, '.writer.lock'));
    } catch {
      const name = createHash('sha256').update(this.folder).digest('hex').slice(0, 16);
      this.database = locked(join(tmpdir(), `ringwell-writer-${name}.lock`));
    }
    return this.database !== undefined;
  }

  release(): void {
    this.database?.close();
    this.database = undefined;
  }
}

/** @returns undefined when another process has it */
function locked(path: string): DatabaseSync | undefined {
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
