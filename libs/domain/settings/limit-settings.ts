import { MAX_STORAGE_QUOTA_GB } from '../accounts/storage-quota';
import { MAX_RETENTION_DAYS } from '../erasures/retention';
import type { SettingDefinition } from './setting-kinds';

const MAX_WORKFLOWS_BY_ADMIN = 100;

/** Limits on an account's concurrent calls, storage and retention. Part of `SETTINGS`. */
export const LIMIT_SETTINGS = {
  processingTimeoutMinutes: {
    kind: 'number',
    inProfile: true,
    minimum: 1,
    maximum: 240,
    description: 'Minutes after which processing stops, counted from when it first started.',
    default: 30,
  },
  maxConcurrentWorkflows: {
    kind: 'number',
    inProfile: true,
    minimum: 1,
    maximum: 20, // so that no account can tie up all workers
    adminMaximum: MAX_WORKFLOWS_BY_ADMIN,
    description: `Calls processed at the same time. Administrators can set up to ${MAX_WORKFLOWS_BY_ADMIN}.`,
    default: 5,
  },
  storageQuotaGb: {
    kind: 'number',
    optional: true,
    adminOnly: true,
    minimum: 1,
    maximum: MAX_STORAGE_QUOTA_GB,
    description:
      "Storage quota for the account's recordings in GB. Null for the installation's quota. Only administrators can " +
      'change it.',
    example: 50,
  },
  recordingsRetentionDays: {
    kind: 'number',
    optional: true,
    ownerOnly: true,
    minimum: 1,
    maximum: MAX_RETENTION_DAYS,
    description:
      "Days to keep recordings after a call is received. If the installation's retention is shorter, it applies. " +
      "Null for the installation's. Within the account, only owners can change it. Reducing it deletes older " +
      'recordings within the hour, which cannot be undone.',
    example: 90,
  },
  transcriptsRetentionDays: {
    kind: 'number',
    optional: true,
    ownerOnly: true,
    minimum: 1,
    maximum: MAX_RETENTION_DAYS,
    description:
      'Days to keep transcripts and quotes; summaries and labels are kept. Otherwise works like recordingsRetentionDays.',
    example: 365,
  },
} as const satisfies Record<string, SettingDefinition>;
