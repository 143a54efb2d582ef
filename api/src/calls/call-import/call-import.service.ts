import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { CallImportsRepository, type ImportProgress } from '@ringwell/database/servicetitan/call-imports.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { OVERAGE_TENTHS_OF_CENT } from '@ringwell/domain/billing/plans';
import { IMPORT_ERROR, MAX_IMPORT_DAYS } from '@ringwell/domain/calls/call-import';
import { connectionHint } from '@ringwell/domain/channels/connection-settings';
import { conflict, invalid, unavailable, type AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import type { Caller } from '../../auth/principal/caller';
import type { Principal } from '../../auth/principal/principal';
import { parseStart } from '../../http/request/day-or-instant.decorator';
import { validationFailed } from '../../http/request/strict-validation.pipe';
import { ReprocessCallService } from '../reprocess-call.service';
import type { CallImportDto, CallImportStateDto } from './call-import.dto';

const DAY_MS = 86_400_000;

/** Fetches earlier calls from ServiceTitan. A worker first counts them, so users see the cost. */
@Injectable()
export class CallImportService {
  constructor(
    private readonly imports: CallImportsRepository,
    private readonly accounts: AccountsRepository,
    private readonly reprocessCall: ReprocessCallService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(accountId: string): Promise<CallImportStateDto> {
    const callImport = await this.imports.find(accountId);
    return { import: callImport && this.toImportDto(callImport) };
  }

  /**
   * @throws AppError `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `NOT_CONNECTED`, `SERVICETITAN_UNAVAILABLE`,
   * `CHANGED_MEANWHILE`, `VALIDATION_FAILED`
   */
  async startCounting(principal: Principal, day: string): Promise<CallImportStateDto> {
    const { accountId } = principal;
    await this.reprocessCall.assertProcessingEnabled(principal);
    await this.assertConnected(accountId);
    const since = parseStart(day, await this.accounts.findTimeZone(accountId));
    const ageMs = Date.now() - since.getTime();
    if (ageMs < 0 || ageMs > (MAX_IMPORT_DAYS + 1) * DAY_MS)
      throw validationFailed([
        {
          field: 'since',
          message: `Choose one of the last ${MAX_IMPORT_DAYS} days. ServiceTitan doesn't keep earlier calls.`,
        },
      ]);
    if (!(await this.unitOfWork.run(({ callImports }) => callImports.start(accountId, since))))
      throw importInProgress();
    return this.get(accountId);
  }

  /**
   * @throws AppError `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `NOT_CONNECTED`, `SERVICETITAN_UNAVAILABLE`,
   * `CHANGED_MEANWHILE`
   */
  async startFetching(caller: Caller): Promise<CallImportStateDto> {
    const { accountId } = caller;
    await this.reprocessCall.assertProcessingEnabled(caller);
    await this.assertConnected(accountId);
    const callImport = await this.imports.find(accountId);
    await this.unitOfWork.run(async ({ callImports, activity }) => {
      if (!(await callImports.startFetching(accountId))) throw importInProgress();
      await activity.record(caller.actor, {
        action: 'Call reprocessed',
        description: `${callImport?.calls ?? 0} earlier calls are being fetched from ServiceTitan.`,
        accountId,
        metadata: { calls: callImport?.calls, minutes: callImport && toMinutes(callImport) },
      });
    });
    return this.get(accountId);
  }

  async cancel(accountId: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async ({ callImports, connections, activity }) => {
      if (!(await callImports.cancel(accountId))) return;
      await connections.clearFailures(accountId, 'servicetitan', IMPORT_ERROR);
      await activity.record(actor, {
        action: 'Call reprocessed',
        description: 'Fetching earlier calls from ServiceTitan was stopped.',
        accountId,
      });
    });
  }

  private async assertConnected(accountId: string): Promise<void> {
    const { account, settings } = (await this.accounts.findWithSettings(accountId)) ?? {};
    const message = connectionHint('servicetitan', { ...settings, serviceTitanTenant: account?.serviceTitanTenant });
    if (message !== null) throw invalid('NOT_CONNECTED', message);
    if (this.config.SERVICETITAN_APP_KEY === undefined)
      throw unavailable('SERVICETITAN_UNAVAILABLE', "ServiceTitan isn't available yet. Contact support.");
  }

  private toImportDto(callImport: ImportProgress): CallImportDto {
    const minutes = toMinutes(callImport);
    const { since, seconds: _, ...summary } = callImport;
    return {
      ...summary,
      since: since.toISOString(),
      minutes,
      maxPriceCents:
        this.config.STRIPE_SECRET_KEY === undefined ? null : Math.round((minutes * OVERAGE_TENTHS_OF_CENT) / 10),
    };
  }
}

function toMinutes({ seconds }: Pick<ImportProgress, 'seconds'>): number {
  return Math.ceil(seconds / 60);
}

function importInProgress(): AppError {
  return conflict(
    'CHANGED_MEANWHILE',
    "The earlier calls are already being counted or fetched. Wait until that's done, or stop it first.",
  );
}
