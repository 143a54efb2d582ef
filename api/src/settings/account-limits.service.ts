import { Inject, Injectable } from '@nestjs/common';

import { AccountStorageRepository } from '@ringwell/database/accounts/account-storage.repository';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import type { SettingsDto } from './dto/settings.dto';

export type AccountLimits = Pick<
  SettingsDto,
  'storedBytes' | 'storageLimitBytes' | 'installationRecordingsDays' | 'installationTranscriptsDays'
>;

/** What the settings of an account show and nobody changes there: what is stored, and the limits of the installation. */
@Injectable()
export class AccountLimitsService {
  constructor(
    private readonly storage: AccountStorageRepository,
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'STORAGE_QUOTA_GB' | 'RECORDINGS_RETENTION_DAYS' | 'TRANSCRIPTS_RETENTION_DAYS'
    >,
  ) {}

  async find(accountId: string): Promise<AccountLimits> {
    const { storedBytes, limitBytes } = await this.storage.find(accountId, this.config.STORAGE_QUOTA_GB);
    return {
      storedBytes,
      storageLimitBytes: limitBytes,
      installationRecordingsDays: this.config.RECORDINGS_RETENTION_DAYS || null,
      installationTranscriptsDays: this.config.TRANSCRIPTS_RETENTION_DAYS || null,
    };
  }
}
