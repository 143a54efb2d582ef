import type { CurrentUser } from '../api/types';
import { Store } from './store';

/** Whether the dialog 'Choose Your Plan' is open. The shell renders it; any page may open it. */
export const subscribeDialog = new Store(false);

export function canSubscribe({ status, role }: Pick<CurrentUser, 'status' | 'role'>): boolean {
  return status === 'demo' && role !== 'admin';
}
