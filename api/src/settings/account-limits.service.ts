import { Inject, Injectable } from '@nestjs/common';

import { AccountStorageRepository } from '@ringwell/database/accounts/settings/account-storage.repository';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import type { SettingsDto } from './dto/settings.dto';

export type AccountLimits = Pick<
  SettingsDto,
  'storedBytes' | 'storageLimitBytes' | 'installationRecordingsDays' | 'installationTranscriptsDays' | 'hasWriter'
>;

/** Returns the read-only settings: storage use, and the installation's limits and features. */
@Injectable()
export class AccountLimitsService {
  constructor(
    private readonly storage: AccountStorageRepository,
    private readonly workers: WorkersRepository,
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'STORAGE_QUOTA_GB' | 'RECORDINGS_RETENTION_DAYS' | 'TRANSCRIPTS_RETENTION_DAYS'
    >,
  ) {}

  async find(accountId: string): Promise<AccountLimits> {
    const [{ storedBytes, limitBytes }, hasWriter] = await Promise.all([
      this.storage.find(accountId, this.config.STORAGE_QUOTA_GB),
      this.workers.hasWriter(),
    ]);
    return {
      storedBytes,
      storageLimitBytes: limitBytes,
      installationRecordingsDays: this.config.RECORDINGS_RETENTION_DAYS || null,
      installationTranscriptsDays: this.config.TRANSCRIPTS_RETENTION_DAYS || null,
      hasWriter,
    };
  }
}
