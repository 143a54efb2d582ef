/** Stands for what is not shown; no secret of a vendor holds it. */
export const MASK_CHARACTER = '•';

const MASK = MASK_CHARACTER.repeat(8);
const SHOWN_CHARACTERS = 4;
/** Of a shorter secret, four characters would tell too much. */
const MIN_LENGTH_TO_SHOW_END = 16;

/** What is shown of a secret: enough to tell one from another. */
export function maskSecret(secret: string): string {
  return secret.length < MIN_LENGTH_TO_SHOW_END ? MASK : MASK + secret.slice(-SHOWN_CHARACTERS);
}

/** The same for one that is stored but cannot be opened, so that it can still be replaced. */
export const UNREADABLE_MASK = `${MASK} (cannot be read; enter it again)`;
