import type { Principal } from '../principal/principal';

/** Id of an account that does not exist. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/**
 * The account whose customers and results a request may see. What a demo account recorded while it was active stays
 * hidden until it is activated again: lists are empty, and ids are not found.
 */
export function visibleAccountId({ accountId, status }: Pick<Principal, 'accountId' | 'status'>): string {
  return status === 'active' ? accountId : NO_ACCOUNT;
}
