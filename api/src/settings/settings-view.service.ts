import { Inject, Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { AccountStorageRepository } from '@ringwell/database/accounts/settings/account-storage.repository';
import { WorkersRepository } from '@ringwell/database/scheduling/workers.repository';
import { DEFAULT_FLAG_PHRASES } from '@ringwell/domain/calls/find-flags';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { PLAIN_SETTINGS, type PlainSetting } from '@ringwell/domain/settings/settings';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { AlertAddressesService } from './alert-addresses/alert-addresses.service';
import type { SettingsDto } from './dto/settings.dto';
import { pick } from './pick';
import { SettingSecretsService } from './setting-secrets.service';

@Injectable()
export class SettingsViewService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly storage: AccountStorageRepository,
    private readonly workers: WorkersRepository,
    private readonly secrets: SettingSecretsService,
    private readonly alertAddresses: AlertAddressesService,
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'STORAGE_QUOTA_GB' | 'RECORDINGS_RETENTION_DAYS' | 'TRANSCRIPTS_RETENTION_DAYS'
    >,
  ) {}

  /** @throws AppError `ACCOUNT_NOT_FOUND`, even for an id that is not a UUID */
  async get(accountId: string): Promise<SettingsDto> {
    const [found, { storedBytes, limitBytes }, hasWriter] = await Promise.all([
      this.accounts.findWithSettings(accountId),
      this.storage.find(accountId, this.config.STORAGE_QUOTA_GB),
      this.workers.hasWriter(),
    ]);
    if (!found) throw accountNotFound();
    const { account, settings } = found;
    const plainSettings: Pick<AccountSettings, PlainSetting> = pick(settings, PLAIN_SETTINGS);
    // Only listed settings are returned, so a new column stays private until it is added.
    return {
      id: settings.id,
      userId: settings.accountId,
      ...plainSettings,
      dangerPhrases: plainSettings.dangerPhrases ?? [...DEFAULT_FLAG_PHRASES.danger],
      legalPhrases: plainSettings.legalPhrases ?? [...DEFAULT_FLAG_PHRASES.legal],
      ...this.secrets.maskAll(settings),
      serviceTitanTenant: account.serviceTitanTenant,
      emailLabels: settings.emailLabels,
      unconfirmedAddresses: await this.alertAddresses.listUnconfirmed(settings),
      lastPolledAt: settings.lastPolledAt?.toISOString() ?? null,
      stripeSubscriptionId: settings.stripeSubscriptionId,
      stripeCustomerId: settings.stripeCustomerId,
      createdAt: settings.createdAt.toISOString(),
      updatedAt: settings.updatedAt.toISOString(),
      storedBytes,
      storageLimitBytes: limitBytes,
      installationRecordingsDays: this.config.RECORDINGS_RETENTION_DAYS || null,
      installationTranscriptsDays: this.config.TRANSCRIPTS_RETENTION_DAYS || null,
      hasWriter,
    };
  }
}

export function accountNotFound(): AppError {
  return notFound('ACCOUNT_NOT_FOUND', 'Account not found. Check the ID.');
}
