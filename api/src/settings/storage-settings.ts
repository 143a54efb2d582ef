import { MAX_STORAGE_QUOTA_GB } from '@ringwell/domain/storage-quota';

import type { SettingDefinition } from './setting-kinds';

/** How much an account may store. Part of `SETTINGS`. */
export const STORAGE_SETTINGS = {
  storageQuotaGb: {
    kind: 'number',
    optional: true,
    adminOnly: true,
    minimum: 1,
    maximum: MAX_STORAGE_QUOTA_GB,
    description:
      'GB that the recordings of the account may take up. Null: the quota of the installation. Only administrators can ' +
      'change it.',
    example: 50,
  },
} as const satisfies Record<string, SettingDefinition>;
