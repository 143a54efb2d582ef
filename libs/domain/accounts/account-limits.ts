export const DEFAULT_MONTHLY_MINUTES = 1_000;

/** 50 MB, counted as 50 × 1024 × 1024 bytes. */
export const MAX_RECORDING_BYTES = 52_428_800;

/** Maximum number of demo uploads. Uploads that failed because of an internal error aren't counted. */
export const DEMO_UPLOAD_LIMIT = 5;

export const DEMO_RETENTION_DAYS = 14;

export const MIN_PASSWORD_LENGTH = 6;

/** Highest minimum length that an installation can require. */
export const MAX_MIN_PASSWORD_LENGTH = 64;

export function newPasswordHint(minLength: number): string {
  return `At least ${minLength} characters. A phrase of several words is safer than a short password.`;
}
