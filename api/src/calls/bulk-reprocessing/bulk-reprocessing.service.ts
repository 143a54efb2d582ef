import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { BulkReprocessingsRepository } from '@ringwell/database/calls/bulk-reprocessings.repository';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { conflict } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';

import type { Caller } from '../../auth/principal/caller';
import { toDto } from '../../http/response/to-dto';
import { ReprocessCallService } from '../reprocess-call.service';
import { BulkProgressDto, type BasicCallsDto } from './basic-calls.dto';

/** Reprocesses calls that the basic recognizer transcribed, once a better recognizer is available. */
@Injectable()
export class BulkReprocessingService {
  constructor(
    private readonly bulkReprocessings: BulkReprocessingsRepository,
    private readonly workers: WorkersRepository,
    private readonly reprocessCall: ReprocessCallService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param accountId null for all accounts */
  async get(accountId: string | null): Promise<BasicCallsDto> {
    const progress = await this.bulkReprocessings.find(accountId);
    // Reprocessing isn't offered while it is already running or if there is no better recognizer.
    const isOffered = progress === null && (await this.workers.hasBetterRecognizer());
    const { calls, accounts } = isOffered ? await this.bulkReprocessings.count(accountId) : { calls: 0, accounts: 0 };
    return { calls, accounts, progress: progress && toDto(BulkProgressDto, progress) };
  }

  /** @throws AppError `ACCOUNT_NOT_ACTIVE`, `ACCOUNT_SWITCHED_OFF`, `NOTHING_TO_REPROCESS` */
  async startForCaller(caller: Caller): Promise<BasicCallsDto> {
    await this.reprocessCall.assertProcessingEnabled(caller);
    return this.start(caller.accountId, caller.actor);
  }

  /** @param accountId null for all accounts @throws AppError `NOTHING_TO_REPROCESS` */
  async start(accountId: string | null, actor: Actor): Promise<BasicCallsDto> {
    const hasBetterRecognizer = await this.workers.hasBetterRecognizer();
    const startedAccounts = await this.unitOfWork.run(async ({ bulkReprocessings, activity }) => {
      const accounts = hasBetterRecognizer ? await bulkReprocessings.start(accountId) : [];
      for (const { accountId: id, calls } of accounts)
        await activity.record(actor, {
          action: 'Call reprocessed',
          description: `${plural(calls, 'call')} transcribed by the basic recognizer ${calls === 1 ? 'is' : 'are'} being reprocessed.`,
          accountId: id,
          metadata: { calls },
        });
      return accounts;
    });
    const basicCalls = await this.get(accountId);
    if (startedAccounts.length === 0 && basicCalls.progress === null)
      throw conflict(
        'NOTHING_TO_REPROCESS',
        'There are no calls to reprocess. Either no calls were transcribed by the basic recognizer, or there is no ' +
          'better recognizer yet.',
      );
    return basicCalls;
  }

  /** @param accountId null for all accounts */
  async cancel(accountId: string | null, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async ({ bulkReprocessings, activity }) => {
      for (const id of await bulkReprocessings.cancel(accountId))
        await activity.record(actor, {
          action: 'Call reprocessed',
          description: 'Reprocessing of calls transcribed by the basic recognizer was stopped.',
          accountId: id,
        });
    });
  }
}
