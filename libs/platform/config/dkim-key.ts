import { createPrivateKey, type KeyObject } from 'node:crypto';

// RFC 8301, section 3.2: shorter keys must not be used for signing.
const MIN_RSA_BITS = 1_024;

/** Converts a one-line setting to PEM: line breaks may be written as `\n`. */
export function toPem(value: string): string {
  return `${value.replaceAll('\\n', '\n').replaceAll('\r', '').trim()}\n`;
}

/** Whether a string is a DKIM key (RFC 6376): RSA with at least `MIN_RSA_BITS`, in PEM, without a passphrase. */
export function isDkimKey(pem: string): boolean {
  const key = parsePrivateKey(pem);
  return key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
}

function parsePrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined; // the parser's error could quote the key
  }
}
