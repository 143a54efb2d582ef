import type { FollowUp } from '../../api/types';
import { customerName } from '../../lib/customer-name';

/** What a follow-up is called: its customer. */
export function partyOf({ customer }: Pick<FollowUp, 'customer'>): string {
  return customerName(customer);
}
