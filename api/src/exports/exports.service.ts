import { Injectable } from '@nestjs/common';

import type { Actor, NewActivity } from '@ringwell/database/accounts/security/activity.repository';
import { AccountExportsRepository, type ListedExport } from '@ringwell/database/calls/account-exports.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { exportFailureMessage } from '@ringwell/domain/calls/account-export';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';

import { accountNotActive } from '../auth/access/account-not-active';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import type { Caller } from '../auth/principal/caller';
import type { Principal } from '../auth/principal/principal';
import { toDto } from '../http/response/to-dto';
import { AccountExportDto } from './account-export.dto';

const MAX_LISTED_EXPORTS = 20;

export interface ExportFile {
  key: string;
  fileName: string;
}

/** Starts, lists and deletes exports of all of an account's calls. Workers create the files. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly exports: AccountExportsRepository,
  ) {}

  /** @throws AppError `REAUTHENTICATION_REQUIRED`, `ACCOUNT_NOT_ACTIVE`, `EXPORT_UNDER_WAY` */
  async start(caller: Caller): Promise<AccountExportDto> {
    assertActive(caller);
    assertConfirmed(caller);
    const { accountId } = caller;
    const id = await this.unitOfWork.run(async ({ accountExports, activity }) => {
      const exportId = await accountExports.request(accountId, caller.actor.userId);
      if (exportId === undefined)
        throw conflict(
          'EXPORT_UNDER_WAY',
          'An export of this account is already in progress. Wait until it is done, or cancel it.',
        );
      await activity.record(
        caller.actor,
        exportActivity('Export started', 'A full export was started.', accountId, exportId),
      );
      return exportId;
    });
    return exportView(await this.find(accountId, id));
  }

  /** Returns the exports, newest first. */
  async list(accountId: string): Promise<AccountExportDto[]> {
    return (await this.exports.list(accountId, MAX_LISTED_EXPORTS)).map(exportView);
  }

  /** Cancels an export in progress, or deletes the file of a finished export. @throws AppError `EXPORT_NOT_FOUND` */
  async remove(accountId: string, id: string, actor: Actor): Promise<void> {
    await this.find(accountId, id);
    await this.unitOfWork.run(async ({ accountExports, activity }) => {
      const state = await accountExports.remove(accountId, id);
      if (state === 'canceled')
        await activity.record(actor, exportActivity('Export canceled', 'A full export was canceled.', accountId, id));
      if (state === 'deleted')
        await activity.record(actor, exportActivity('Export deleted', 'A full export was deleted.', accountId, id));
    });
  }

  /**
   * @throws AppError `REAUTHENTICATION_REQUIRED`, `ACCOUNT_NOT_ACTIVE`, `EXPORT_NOT_FOUND`, `EXPORT_NOT_READY`,
   *   `EXPORT_GONE`
   */
  async findFile(principal: Principal, id: string): Promise<ExportFile> {
    assertActive(principal);
    assertConfirmed(principal);
    const { state, storageKey, requestedAt } = await this.find(principal.accountId, id);
    if (state === 'queued' || state === 'running')
      throw conflict('EXPORT_NOT_READY', "This export isn't ready yet. Try again once it is.");
    if (state !== 'ready' || storageKey === null) throw exportGone();
    return { key: storageKey, fileName: `export-${requestedAt.toISOString().slice(0, 10)}.zip` };
  }

  /** @param isResumed whether the request starts partway through the file, so it may continue an earlier download */
  async recordDownload(accountId: string, id: string, actor: Actor, isResumed: boolean): Promise<void> {
    const entry = exportActivity('Export downloaded', 'A full export was downloaded.', accountId, id);
    await this.unitOfWork.run(async ({ accounts, activity }) => {
      await accounts.lock(accountId); // a file's parts may be requested at the same time
      if (!isResumed || !(await activity.isRecorded(actor, entry))) await activity.record(actor, entry);
    });
  }

  private async find(accountId: string, id: string): Promise<ListedExport> {
    const accountExport = await this.exports.find(accountId, id);
    if (!accountExport) throw exportNotFound();
    return accountExport;
  }
}

function exportActivity(
  action: NewActivity['action'],
  description: string,
  accountId: string,
  exportId: string,
): NewActivity {
  return { action, description, accountId, metadata: { exportId } };
}

function exportView(listed: ListedExport): AccountExportDto {
  return toDto(AccountExportDto, listed, {
    requestedBy: listed.requesterName,
    failure: listed.failure && exportFailureMessage(listed.failure),
  });
}

function assertActive({ status }: Principal): void {
  if (status !== 'active') throw accountNotActive('export their data');
}

export function exportNotFound(): AppError {
  return notFound('EXPORT_NOT_FOUND', 'Export not found. Check the ID.');
}

export function exportGone(): AppError {
  return notFound('EXPORT_GONE', "This export's file was deleted. Start a new export.");
}
