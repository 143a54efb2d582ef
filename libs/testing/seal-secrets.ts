import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { sealedColumn } from '@ringwell/domain/settings/sealed-column';
import type { SecretSetting } from '@ringwell/domain/settings/settings';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';

import { TEST_KEY } from './test-keys';

export type Secrets = Partial<Record<SecretSetting, string>>;

/** Seals an account's secret settings the way the systems under test do. */
export function sealSecrets(accountId: string, secrets: Secrets): Partial<AccountSettings> {
  const box = new SecretBox(TEST_KEY);
  const entries = Object.entries(secrets) as [SecretSetting, string][];
  return Object.fromEntries(
    entries.map(([name, secret]) => [sealedColumn(name), box.seal(secret, SEALED_FIELDS[name](accountId))]),
  );
}
