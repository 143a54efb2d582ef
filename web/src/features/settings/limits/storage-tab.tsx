import type { ReactNode } from 'react';

import { STORAGE_NOTICE_FRACTION } from '@ringwell/domain/accounts/storage-quota';

import { Meter } from '../../../ui/data/meter';
import { NumberSetting } from '../fields/text-setting';
import { RetentionSettings } from '../privacy/retention-settings';
import { useSettings } from '../settings-context';
import { STORAGE_COPY } from './storage-copy';

export function StorageTab(): ReactNode {
  const { editedUserId } = useSettings();
  return (
    <div className="grid grid-cols-1 gap-6">
      <StorageUsage />
      <RetentionSettings />
      {editedUserId !== undefined && (
        <div className="border-t pt-5">
          <NumberSetting
            name="storageQuotaGb"
            label="Storage limit of this account"
            unit="GB"
            hint="In GB. Leave empty for the installation's limit, if any (STORAGE_QUOTA_GB)."
            placeholder="Default"
          />
        </div>
      )}
    </div>
  );
}

function StorageUsage(): ReactNode {
  const { storedBytes, storageLimitBytes } = useSettings().savedSettings;
  const text =
    storageLimitBytes === null ? STORAGE_COPY.used(storedBytes) : STORAGE_COPY.usedOf(storedBytes, storageLimitBytes);
  return (
    <section aria-labelledby="storage-title">
      <h3 id="storage-title" className="font-semibold">
        Call recordings
      </h3>
      <p className="mt-1 text-lg font-semibold">{text}</p>
      {storageLimitBytes !== null && (
        <Meter label="Storage used" value={storedBytes} max={storageLimitBytes} text={text} />
      )}
      <p role="status" className="mt-3 text-fg-muted">
        {describeConsequence(storedBytes, storageLimitBytes)}
      </p>
    </section>
  );
}

function describeConsequence(usedBytes: number, limit: number | null): string {
  if (limit === null) return STORAGE_COPY.noLimit;
  if (usedBytes >= limit) return STORAGE_COPY.full;
  return usedBytes >= limit * STORAGE_NOTICE_FRACTION ? STORAGE_COPY.almostFull(limit) : STORAGE_COPY.below(limit);
}
