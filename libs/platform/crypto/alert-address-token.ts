import type { SecretBox } from './secret-box';

/** A link with which the owner of an address accepts or declines an account's alerts. */
export interface AlertAddressLink {
  accountId: string;
  /** In lower case. */
  address: string;
  expiresAt: Date;
}

// Context of the sealed value: no other sealed value can be used as a token.
const CONTEXT = 'alert-address';

export function alertAddressToken({ accountId, address, expiresAt }: AlertAddressLink, box: SecretBox): string {
  return box.seal(`${accountId} ${expiresAt.toISOString()} ${address}`, CONTEXT);
}

/** @returns null for an altered token or another text. The returned link may have expired. */
export function openAlertAddressToken(token: string, box: SecretBox): AlertAddressLink | null {
  try {
    const [accountId = '', expiresAt = '', ...address] = box.open(token, CONTEXT).split(' ');
    return { accountId, address: address.join(' '), expiresAt: new Date(expiresAt) };
  } catch {
    return null; // `open` throws only for invalid tokens
  }
}
