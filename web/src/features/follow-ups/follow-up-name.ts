import type { FollowUp } from '../../api/types';
import { customerName } from '../../lib/format/customer-name';

/** A follow-up is named after its customer. */
export function followUpName({ customer }: Pick<FollowUp, 'customer'>): string {
  return customerName(customer);
}
