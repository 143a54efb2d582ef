/** What a user can present in the second step after a password. These values are stored. */
export const SECOND_FACTORS = ['totp', 'recovery_code', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const MAX_PASSKEYS = 10;

export const MAX_PASSKEY_NAME_LENGTH = 60;

/** Number of recovery codes in a set. Each works once. */
export const RECOVERY_CODE_COUNT = 10;

/** Time limit for the second step after the password. */
export const SECOND_STEP_MINUTES = 5;
