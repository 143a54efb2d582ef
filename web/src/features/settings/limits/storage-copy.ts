import { formatStorage } from '@ringwell/domain/accounts/storage-quota';

export const STORAGE_COPY = {
  used: (usedBytes: number) => `${formatStorage(usedBytes)} used`,
  usedOf: (usedBytes: number, limit: number) => `${formatStorage(usedBytes)} of ${formatStorage(limit)} used`,
  noLimit: 'There is no limit.',
  below: (limit: number) => `At ${formatStorage(limit)}, new call uploads are rejected.`,
  almostFull: (limit: number) =>
    `Almost full. At ${formatStorage(limit)}, new call uploads are rejected. To make room, delete calls that you no ` +
    'longer need, keep recordings for a shorter time, or ask your administrator for more storage.',
  full:
    'Storage is full, so new call uploads are rejected. Delete calls that you no longer need, keep recordings ' +
    'for a shorter time, or ask your administrator for more storage.',
} as const;
