// Supported vendors' secrets never contain this character.
export const MASK_CHARACTER = '•';

const MASK = MASK_CHARACTER.repeat(8);
const VISIBLE_CHARACTERS = 4;
// Four characters would reveal too much of a shorter secret.
const MIN_LENGTH_TO_SHOW_END = 16;

/** Returns eight dots and, for a long secret, its last four characters. */
export function maskSecret(secret: string): string {
  return secret.length < MIN_LENGTH_TO_SHOW_END ? MASK : MASK + secret.slice(-VISIBLE_CHARACTERS);
}

/** The mask of a stored secret that cannot be decrypted. */
export const UNREADABLE_MASK = `${MASK} (unreadable; enter it again)`;
