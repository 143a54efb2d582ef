/** 1 GB, counted as 1024 × 1024 × 1024 bytes. */
export const GIGABYTE = 1_073_741_824;

export const MAX_STORAGE_QUOTA_GB = 1_000_000;

/** Fraction of the quota at which the account's owners get an email. */
export const STORAGE_NOTICE_FRACTION = 0.8;

/** Storage used by an account's recordings, and its limit, in bytes. A null limit means unlimited. */
export interface StorageUsage {
  storedBytes: number;
  limitBytes: number | null;
}

/**
 * Whether a call exceeds the quota once its recording has been counted. A call whose recording is fetched
 * later has no bytes yet, so it's rejected if no space is left.
 */
export function exceedsQuota({ storedBytes, limitBytes }: StorageUsage, recordingBytes: number): boolean {
  if (limitBytes === null) return false;
  return recordingBytes > 0 ? storedBytes > limitBytes : storedBytes >= limitBytes;
}

/** Formats a size as text such as 812 MB, 3.4 GB or 120 GB. */
export function formatStorage(bytes: number): string {
  const gigabytes = bytes / GIGABYTE;
  if (gigabytes < 1) return `${Math.ceil(bytes / 1_048_576).toLocaleString('en-US')} MB`;
  return `${gigabytes.toLocaleString('en-US', { maximumFractionDigits: gigabytes < 10 ? 1 : 0 })} GB`;
}
