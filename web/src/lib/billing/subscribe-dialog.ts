import type { CurrentUser } from '../../api/types';
import { Store } from '../store';

/** Whether the 'Choose Your Plan' dialog is open. The shell renders it, and any page can open it. */
export const subscribeDialog = new Store(false);

export function canSubscribe({
  status,
  role,
  memberRole,
}: Pick<CurrentUser, 'status' | 'role' | 'memberRole'>): boolean {
  return status === 'demo' && role !== 'admin' && memberRole === 'owner';
}
