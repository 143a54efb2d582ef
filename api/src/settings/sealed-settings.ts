import { Inject, Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

import { maskSecret, UNREADABLE_MASK } from './secret-mask';

/** The secrets among the settings, and the columns that hold them sealed. */
const COLUMNS = {
  slackBotToken: 'sealedSlackBotToken',
  teamsWebhookUrl: 'sealedTeamsWebhookUrl',
  googleChatWebhookUrl: 'sealedGoogleChatWebhookUrl',
  webhookUrl: 'sealedWebhookUrl',
  webhookSecret: 'sealedWebhookSecret',
  serviceTitanClientSecret: 'sealedServiceTitanClientSecret',
} as const satisfies Partial<Record<keyof typeof SEALED_FIELDS, keyof AccountSettings>>;

export type SecretSetting = keyof typeof COLUMNS;
export type SealedColumns = Pick<AccountSettings, (typeof COLUMNS)[SecretSetting]>;

export const SECRET_SETTINGS = Object.keys(COLUMNS) as SecretSetting[];

/** Secrets go in and come back as masks. */
@Injectable()
export class SealedSettings {
  constructor(
    private readonly box: SecretBox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The columns that store these secrets. One that is null is cleared; one that is left out stays. */
  seal(userId: string, secrets: Partial<Record<SecretSetting, string | null>>): Partial<SealedColumns> {
    return Object.fromEntries(
      SECRET_SETTINGS.flatMap((name) => {
        const secret = secrets[name];
        if (secret === undefined) return [];
        return [[COLUMNS[name], secret === null ? null : this.box.seal(secret, SEALED_FIELDS[name](userId))]];
      }),
    );
  }

  /** What is shown of the secrets that an account has. */
  masks(settings: SealedColumns & { userId: string }): Record<SecretSetting, string | null> {
    return Object.fromEntries(
      SECRET_SETTINGS.map((name) => {
        const sealed = settings[COLUMNS[name]];
        return [name, sealed === null ? null : this.mask(sealed, name, settings.userId)];
      }),
    ) as Record<SecretSetting, string | null>;
  }

  /** One that cannot be opened must not keep the settings from being shown: there it is entered again. */
  private mask(sealed: string, name: SecretSetting, userId: string): string {
    try {
      return maskSecret(this.box.open(sealed, SEALED_FIELDS[name](userId)));
    } catch (err) {
      if (!(err instanceof AppError)) throw err;
      this.logger.warn({ err, userId, setting: name }, 'A stored secret cannot be opened.');
      return UNREADABLE_MASK;
    }
  }
}
