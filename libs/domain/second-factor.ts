/** What someone who signs in with a password can present in the second step. These values are stored. */
export const SECOND_FACTORS = ['totp', 'recovery_code', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** How many passkeys someone can have. */
export const MAX_PASSKEYS = 10;

/** The longest name of a passkey, in characters. */
export const MAX_PASSKEY_NAME_LENGTH = 60;

/** How many recovery codes are made together. Each works once. */
export const RECOVERY_CODES = 10;

/** How long someone has after the password for the second step. */
export const SECOND_STEP_MINUTES = 5;
