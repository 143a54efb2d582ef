import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/errors/app-error';
import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import { SECRET_SETTINGS, type SecretSetting } from '@ringwell/domain/settings/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { maskSecret, UNREADABLE_MASK } from './secret-mask';

type SealedColumns = Pick<AccountSettings, `sealed${Capitalize<SecretSetting>}`>;

@Injectable()
export class SettingSecretsService {
  constructor(
    private readonly secretBox: SecretBox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the columns that store these secrets. Null clears a secret. Omitted secrets stay unchanged. */
  seal(accountId: string, secrets: Partial<Record<SecretSetting, string | null>>): Partial<SealedColumns> {
    return Object.fromEntries(
      SECRET_SETTINGS.flatMap((name) => {
        const secret = secrets[name];
        if (secret === undefined) return [];
        const sealedValue = secret === null ? null : this.secretBox.seal(secret, SEALED_FIELDS[name](accountId));
        return [[sealedColumn(name), sealedValue]];
      }),
    );
  }

  /** Returns the masks for an account's secrets; null for secrets that aren't set. */
  maskAll(settings: SealedColumns & { accountId: string }): Record<SecretSetting, string | null> {
    return Object.fromEntries(
      SECRET_SETTINGS.map((name) => {
        const sealedValue = settings[sealedColumn(name)];
        return [name, sealedValue === null ? null : this.mask(sealedValue, name, settings.accountId)];
      }),
    ) as Record<SecretSetting, string | null>;
  }

  // A secret that cannot be decrypted must not break the page where the user can replace it.
  private mask(sealed: string, name: SecretSetting, accountId: string): string {
    try {
      return maskSecret(this.secretBox.open(sealed, SEALED_FIELDS[name](accountId)));
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      this.logger.warn({ err, accountId, setting: name }, 'settings: failed to decrypt a stored secret');
      return UNREADABLE_MASK;
    }
  }
}
