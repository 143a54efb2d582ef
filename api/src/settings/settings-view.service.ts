import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { DEFAULT_FLAG_PHRASES } from '@ringwell/domain/calls/find-flags';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { PLAIN_SETTINGS, type PlainSetting, type SecretSetting } from '@ringwell/domain/settings/settings';

import { AccountLimitsService, type AccountLimits } from './account-limits.service';
import { AlertAddressesService } from './alert-addresses/alert-addresses.service';
import type { SettingsDto } from './dto/settings.dto';
import { pick } from './pick';
import { SettingSecretsService } from './setting-secrets.service';

@Injectable()
export class SettingsViewService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly limits: AccountLimitsService,
    private readonly secrets: SettingSecretsService,
    private readonly alertAddresses: AlertAddressesService,
  ) {}

  /** @throws AppError `ACCOUNT_NOT_FOUND`, even for an id that is not a UUID */
  async get(accountId: string): Promise<SettingsDto> {
    const [account, settings, limits] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findSettings(accountId),
      this.limits.find(accountId),
    ]);
    if (!account || !settings) throw accountNotFound();
    const unconfirmedAddresses = await this.alertAddresses.listUnconfirmed(settings);
    const masks = this.secrets.maskAll(settings);
    return { ...settingsView(settings, account.serviceTitanTenant, masks, unconfirmedAddresses), ...limits };
  }
}

// Only listed settings are returned, so a new column stays private until it is added.
function settingsView(
  settings: AccountSettings,
  serviceTitanTenant: string | null,
  masks: Record<SecretSetting, string | null>,
  unconfirmedAddresses: SettingsDto['unconfirmedAddresses'],
): Omit<SettingsDto, keyof AccountLimits> {
  const plainSettings: Pick<AccountSettings, PlainSetting> = pick(settings, PLAIN_SETTINGS);
  return {
    id: settings.id,
    userId: settings.accountId,
    ...plainSettings,
    dangerPhrases: plainSettings.dangerPhrases ?? [...DEFAULT_FLAG_PHRASES.danger],
    legalPhrases: plainSettings.legalPhrases ?? [...DEFAULT_FLAG_PHRASES.legal],
    ...masks,
    serviceTitanTenant,
    emailLabels: settings.emailLabels,
    unconfirmedAddresses,
    lastPolledAt: settings.lastPolledAt?.toISOString() ?? null,
    stripeSubscriptionId: settings.stripeSubscriptionId,
    stripeCustomerId: settings.stripeCustomerId,
    createdAt: settings.createdAt.toISOString(),
    updatedAt: settings.updatedAt.toISOString(),
  };
}

export function accountNotFound(): AppError {
  return notFound('ACCOUNT_NOT_FOUND', 'Account not found. Check the ID.');
}
