/** 1 GB, counted as 1024 × 1024 × 1024 bytes. */
export const GIGABYTE = 1_073_741_824;

/** The largest quota that can be set, in GB. */
export const MAX_STORAGE_QUOTA_GB = 1_000_000;

/** The owners of an account get an email when this share of its quota is used. */
export const STORAGE_NOTICE_SHARE = 0.8;

/** What the recordings of an account take up, and how much they may. In bytes; a limit of null is none. */
export interface StorageUse {
  storedBytes: number;
  limitBytes: number | null;
}

/**
 * Whether a call may not stay, judged once its recording is counted. A call whose recording is fetched later has no
 * bytes yet: it is refused when nothing is left.
 */
export function exceedsStorage({ storedBytes, limitBytes }: StorageUse, recordingBytes: number): boolean {
  if (limitBytes === null) return false;
  return recordingBytes > 0 ? storedBytes > limitBytes : storedBytes >= limitBytes;
}

/** 812 MB, 3.4 GB, 120 GB. */
export function formatStorage(bytes: number): string {
  const gigabytes = bytes / GIGABYTE;
  if (gigabytes < 1) return `${Math.ceil(bytes / 1_048_576).toLocaleString('en-US')} MB`;
  return `${gigabytes.toLocaleString('en-US', { maximumFractionDigits: gigabytes < 10 ? 1 : 0 })} GB`;
}
