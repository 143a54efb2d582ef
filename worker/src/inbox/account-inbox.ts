import type { InboxFolder } from '@ringwell/database/calls/inbox-folder.entity';
import type { InboxAccount, InboxFoldersRepository } from '@ringwell/database/calls/inbox-folders.repository';
import { isDatabaseUnavailable } from '@ringwell/database/postgres/database-unavailable';
import { AppError } from '@ringwell/domain/errors/app-error';
import { MAX_WATCHED_FILES } from '@ringwell/domain/inbox/inbox';
import type { Logger } from '@ringwell/platform/logging/create-logger';

import type { InboxIntakeService } from './inbox-intake.service';
import { FileChangedError, InboxError, inboxKey, type InboxFile, type InboxSource } from './inbox-source';

export interface AccountInboxOptions {
  /** How long a file must stay unchanged before it's picked up. */
  settleMs: number;
  canContinue: () => boolean;
}

// Maximum number of files per account that become calls in one pass, so that accounts take turns.
const MAX_FILES_PER_PASS = 20;
const MAX_NAMES_SHOWN = 8;
// Long, because some recorders create the file when a call starts and write it when the call ends.
const EMPTY_REJECTED_AFTER_MS = 24 * 3_600_000;
// Delay before retrying a file that failed on its own.
const RETRY_MS = 600_000;
// Delay before retrying to move a refused file. Long, because each attempt reads the file.
const REJECTED_RETRY_MS = 3_600_000;
const INTERNAL_ERROR = "couldn't be processed because of an error on our side. We'll try again in ten minutes.";
const MAX_DEFERRED_FILES = 10_000;
const SAVE_INTERVAL_MS = 60_000;

const EMPTY_STATE = { waiting: 0, takenAt: null, problem: null, refused: [], names: [] };

interface WatchedFile {
  file: InboxFile;
  /** `performance.now()` time when the file was last seen to change. */
  unchangedSince: number;
}

export class AccountInbox {
  private readonly watchedFiles = new Map<string, WatchedFile>();
  // Files that stay in the folder because they didn't become calls, by key, with the next retry time and the problem.
  private readonly deferredFiles = new Map<string, { retryAt: number; problem: string }>();
  private state: Omit<InboxFolder, 'account' | 'accountId' | 'checkedAt'> = EMPTY_STATE;
  private lastSaved = { state: '', at: -Infinity };

  constructor(
    private readonly source: InboxSource,
    private readonly intake: InboxIntakeService,
    private readonly folders: InboxFoldersRepository,
    private readonly logger: Logger,
    private readonly options: AccountInboxOptions,
  ) {}

  /**
   * Picks up complete files, a few at a time.
   * @returns whether more are ready
   * @throws InboxError if the folder can't be used, and errors that affect every file, such as database errors; the
   *   files stay where they are
   */
  async pass(account: InboxAccount): Promise<boolean> {
    const { checkedAt, ...savedState } = account.folder;
    this.state = { ...EMPTY_STATE, ...savedState };
    try {
      const readyFiles = await this.listReadyFiles(account);
      for (const file of readyFiles.slice(0, MAX_FILES_PER_PASS)) {
        if (!this.options.canContinue()) break;
        await this.pickUp(account, file);
      }
      return readyFiles.length > MAX_FILES_PER_PASS;
    } catch (error) {
      if (error instanceof InboxError || error instanceof AppError) this.state.problem = error.message;
      throw error;
    } finally {
      if (this.options.canContinue()) await this.save(account.id, checkedAt);
    }
  }

  private async listReadyFiles(account: InboxAccount): Promise<InboxFile[]> {
    const readyFiles: InboxFile[] = [];
    const paths = [...this.watchedFiles.keys()];
    if (this.source.stat && paths.length > 0) {
      const files = await this.source.stat(account.id, paths);
      paths.forEach((path, index) => this.watch(path, files[index] ?? null));
    }
    if (this.watchedFiles.size < MAX_WATCHED_FILES / 2) await this.scan(account);
    for (const { file, unchangedSince } of this.watchedFiles.values())
      if (this.source.isAtomic || performance.now() - unchangedSince >= this.options.settleMs) readyFiles.push(file);
    return readyFiles;
  }

  private watch(path: string, file: InboxFile | null): void {
    if (file === null || isStillEmpty(file)) this.watchedFiles.delete(path);
    else if (this.watchedFiles.get(path)?.file.version !== file.version)
      this.watchedFiles.set(path, { file, unchangedSince: performance.now() });
  }

  private async scan(account: InboxAccount): Promise<void> {
    const { files, problem } = await this.source.scan(account.id);
    if (problem !== undefined) this.report(problem);
    const unwatchedFiles = files.filter((file) => !this.watchedFiles.has(file.path));
    const newFiles = unwatchedFiles.filter((file) => !this.isDeferred(file));
    const usedKeys = await this.folders.findUsedKeys(account.id, newFiles.map(inboxKey));
    for (const file of newFiles) {
      if (!this.options.canContinue()) return;
      if (usedKeys.has(inboxKey(file))) await this.finish(account, file);
      else if (this.watchedFiles.size < MAX_WATCHED_FILES) this.watch(file.path, file);
    }
    const [deferredProblem] = unwatchedFiles.flatMap((file) => this.deferredFiles.get(inboxKey(file))?.problem ?? []);
    if (deferredProblem !== undefined) this.report(deferredProblem);
  }

  private async pickUp(account: InboxAccount, file: InboxFile): Promise<void> {
    try {
      const callId = await this.intake.pickUp(this.source, account, file);
      this.logger.info({ accountId: account.id, callId }, 'inbox: picked up a recording');
      this.state.names = [...new Set([file.path, ...this.state.names])].slice(0, MAX_NAMES_SHOWN);
      this.state.takenAt = new Date();
    } catch (error) {
      if (error instanceof FileChangedError) {
        this.watchedFiles.delete(file.path);
        return;
      }
      if (affectsAllFiles(error)) throw error;
      this.watchedFiles.delete(file.path);
      if (!(error instanceof AppError)) {
        // File names aren't logged because they contain names and numbers.
        const err = error instanceof InboxError ? undefined : error;
        this.logger.error({ err, accountId: account.id }, 'inbox: failed to pick up a recording');
        const problem = error instanceof InboxError ? error.message : `${file.path} ${INTERNAL_ERROR}`;
        this.deferFile(file, RETRY_MS, problem);
        this.report(problem);
        return;
      }
      if (error.code !== 'CALL_DELETED') {
        await this.rejectFile(account, file, error);
        return;
      }
    }
    this.watchedFiles.delete(file.path);
    await this.finish(account, file);
  }

  // The call is already stored. If the file can't be moved, the next scan recognizes that it was picked up.
  private async finish({ id, inboxAfter }: InboxAccount, file: InboxFile): Promise<void> {
    await this.runOrReport(async () => {
      if (inboxAfter === 'move') await this.source.moveToDone(id, file);
      if (inboxAfter === 'delete') await this.source.remove(id, file);
    });
  }

  private async rejectFile(account: InboxAccount, file: InboxFile, { code, message }: AppError): Promise<void> {
    this.logger.warn({ accountId: account.id, code }, 'inbox: refused a file');
    const problem = await this.runOrReport(() => this.source.reject(account.id, file, message));
    if (problem !== undefined) this.deferFile(file, REJECTED_RETRY_MS, problem);
    const rejectedFile = { name: file.path, reason: message, at: new Date().toISOString() };
    const otherRejections = this.state.refused.filter(({ name }) => name !== file.path);
    this.state.refused = [rejectedFile, ...otherRejections].slice(0, MAX_NAMES_SHOWN);
  }

  /** @returns the problem, or `undefined` if there was none or the file has changed */
  private async runOrReport(work: () => Promise<void>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (error instanceof FileChangedError) return undefined;
      if (!(error instanceof InboxError) || error.isUnresponsive) throw error;
      this.report(error.message);
      return error.message;
    }
  }

  private report(problem: string): void {
    this.state.problem ??= problem;
  }

  private deferFile(file: InboxFile, delayMs: number, problem: string): void {
    const [oldest] = this.deferredFiles.keys();
    if (this.deferredFiles.size >= MAX_DEFERRED_FILES && oldest !== undefined) this.deferredFiles.delete(oldest);
    this.deferredFiles.set(inboxKey(file), { retryAt: performance.now() + delayMs, problem });
  }

  private isDeferred(file: InboxFile): boolean {
    const key = inboxKey(file);
    const { retryAt } = this.deferredFiles.get(key) ?? { retryAt: -Infinity };
    if (retryAt > performance.now()) return true;
    this.deferredFiles.delete(key);
    return false;
  }

  private async save(accountId: string, previousCheckAt: Date | null): Promise<void> {
    this.state.waiting = this.watchedFiles.size;
    const state = JSON.stringify(this.state);
    if (state === this.lastSaved.state && performance.now() - this.lastSaved.at < SAVE_INTERVAL_MS) return;
    await this.folders.save({ ...this.state, accountId, checkedAt: new Date() }, previousCheckAt);
    this.lastSaved = { state, at: performance.now() };
  }
}

function isStillEmpty({ bytes, modifiedAt }: InboxFile): boolean {
  return bytes === 0 && Date.now() - modifiedAt.getTime() < EMPTY_REJECTED_AFTER_MS;
}

// The next file would fail, too: the database or storage is unavailable or full, or the folder isn't responding.
function affectsAllFiles(error: unknown): boolean {
  if (error instanceof InboxError) return error.isUnresponsive;
  return isDatabaseUnavailable(error) || (error instanceof AppError && error.retryable);
}
