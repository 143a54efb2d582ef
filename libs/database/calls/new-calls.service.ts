import { Inject, Injectable } from '@nestjs/common';

import { exceedsQuota } from '@ringwell/domain/accounts/storage-quota';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { conflict } from '@ringwell/domain/errors/app-error';
import { redactSegments } from '@ringwell/domain/redaction/redact-transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { AccountsRepository } from '../accounts/accounts.repository';
import type { AccountSettings } from '../accounts/settings/account-settings.entity';
import { UnitOfWork, type Repositories } from '../unit-of-work';
import type { Call } from './call.entity';
import { CallsRepository } from './calls.repository';
import type { NewCall } from './insert-queued-calls';

export interface NewCallOptions {
  /** Used instead of a recording. */
  transcript?: Transcript;
  /** Runs in the call's transaction, before the insert. @throws AppError to reject the call */
  beforeInsert?: (repositories: Repositories) => Promise<void>;
}

/** Inserts calls according to their account's settings. */
@Injectable()
export class NewCallsService {
  constructor(
    private readonly calls: CallsRepository,
    private readonly accounts: AccountsRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'STORAGE_QUOTA_GB'>,
  ) {}

  /**
   * Inserts a call as queued, or as skipped if call processing is off. Demo calls are always queued.
   * @returns the new call, or the earlier call that it duplicates
   * @throws AppError `STORAGE_QUOTA_REACHED`, `CALL_DELETED`, and errors from `beforeInsert`
   */
  async insert(
    accountId: string,
    newCall: NewCall,
    { transcript, beforeInsert }: NewCallOptions = {},
  ): Promise<{ call: Call; isNew: boolean }> {
    const settings = await this.accounts.findIntakeSettings(accountId);
    const call: NewCall =
      newCall.source === 'demo' || settings?.active
        ? {
            ...newCall,
            audioRedaction: settings?.redaction === 'transcript_and_audio' && !transcript ? 'unchecked' : null,
          }
        : { ...newCall, state: 'skipped', skipReason: 'account_inactive', finishedAt: new Date() };
    try {
      const inserted = await this.unitOfWork.run(async (repositories) => {
        await beforeInsert?.(repositories);
        const insertedCall = await repositories.calls.insert(
          accountId,
          call,
          transcript && redactTranscript(transcript, settings?.redaction),
        );
        await this.assertStorageAvailable(repositories, insertedCall);
        return insertedCall;
      });
      return { call: inserted, isNew: true };
    } catch (error) {
      return { call: await this.calls.findOriginal(accountId, call, error), isNew: false };
    }
  }

  // Runs after the insert, which has locked the account's storage total, so concurrent uploads can't exceed the quota.
  private async assertStorageAvailable(
    { accountStorage }: Repositories,
    { accountId, recordingBytes }: Pick<Call, 'accountId' | 'recordingBytes'>,
  ): Promise<void> {
    const storageUsage = await accountStorage.find(accountId, this.config.STORAGE_QUOTA_GB);
    if (!exceedsQuota(storageUsage, recordingBytes ?? 0)) return;
    throw conflict(
      'STORAGE_QUOTA_REACHED',
      "The account's storage is full, so this call was not saved. Delete calls that you no longer need, keep " +
        'recordings for a shorter time, or ask your administrator for more storage.',
    );
  }
}

// Removes card numbers and similar details even from calls that haven't been processed yet.
function redactTranscript(transcript: Transcript, redaction: AccountSettings['redaction'] | undefined): Transcript {
  return redaction === 'off' ? transcript : { ...transcript, segments: redactSegments(transcript.segments).segments };
}
