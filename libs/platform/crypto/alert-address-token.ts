import type { SecretBox } from './secret-box';

/** Contents of a link that lets an address's owner accept or decline an account's alerts. */
export interface AlertAddressLink {
  accountId: string;
  /** In lowercase. */
  address: string;
  expiresAt: Date;
}

// Prevents other sealed values from being used as tokens.
const CONTEXT = 'alert-address';

export function createAlertAddressToken({ accountId, address, expiresAt }: AlertAddressLink, box: SecretBox): string {
  return box.seal(`${accountId} ${expiresAt.toISOString()} ${address}`, CONTEXT);
}

/** @returns null if the token is invalid. The returned link may have expired. */
export function openAlertAddressToken(token: string, box: SecretBox): AlertAddressLink | null {
  try {
    const [accountId = '', expiresAt = '', ...address] = box.open(token, CONTEXT).split(' ');
    return { accountId, address: address.join(' '), expiresAt: new Date(expiresAt) };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
