import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Shorter keys must not sign (RFC 8301, 3.2). */
const MIN_RSA_BITS = 1_024;

/** A PEM text with its line ends, which settings on one line write as `\n`. */
export function pemText(value: string): string {
  return `${value.replaceAll('\\n', '\n').replaceAll('\r', '').trim()}\n`;
}

/** Whether a text is a key that mails can be signed with (RFC 6376): RSA, in PEM, without a passphrase. */
export function isDkimKey(pem: string): boolean {
  const key = privateKeyOf(pem);
  return key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
}

function privateKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined; // what is wrong with it could quote it
  }
}
