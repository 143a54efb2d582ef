import type { Principal } from '../principal/principal';

/** The id of a nonexistent account. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the account whose customers and results a request can see. Data that a demo account recorded while it was
 * active stays hidden until the account is activated again: lists are empty, and requests by id get a 404.
 */
export function visibleAccountId({ accountId, status }: Pick<Principal, 'accountId' | 'status'>): string {
  return status === 'active' ? accountId : NO_ACCOUNT;
}
