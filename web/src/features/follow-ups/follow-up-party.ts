import { formatPhone } from '@ringwell/domain/phone';

import type { FollowUp } from '../../api/types';

/** What a follow-up is called: the customer's name, or else the number. */
export function partyOf({ customer: { name, phone } }: Pick<FollowUp, 'customer'>): string {
  return name ?? (phone === null ? 'Unknown customer' : formatPhone(phone));
}
