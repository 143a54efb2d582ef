import { foldName } from '@ringwell/domain/text/fold-name';

import type { User } from '../../api/types';
import { displayName } from './format';

type NamedUser = Pick<User, 'firstName' | 'lastName' | 'email'>;

const byName = (a: NamedUser, b: NamedUser): number =>
  displayName(a).localeCompare(displayName(b), 'en', { sensitivity: 'base' });

/** The user list's sort orders, in display order. */
export const USER_ORDERS = {
  newest: { label: 'Newest first', compare: (a, b) => b.createdAt.localeCompare(a.createdAt) },
  oldest: { label: 'Oldest first', compare: (a, b) => a.createdAt.localeCompare(b.createdAt) },
  name: { label: 'Name', compare: byName },
  role: { label: 'Role', compare: (a, b) => a.role.localeCompare(b.role) || byName(a, b) },
  status: { label: 'Status', compare: (a, b) => statusRank(a) - statusRank(b) || byName(a, b) },
} as const satisfies Record<string, { label: string; compare: (a: User, b: User) => number }>;

export type UserOrder = keyof typeof USER_ORDERS;

export function sortUsers(users: readonly User[], order: UserOrder): User[] {
  return users.toSorted(USER_ORDERS[order].compare);
}

/** Whether the email, first name, last name or full name contains the text, ignoring case and accents. */
export function matchesUser({ email, firstName, lastName }: NamedUser, text: string): boolean {
  const term = foldName(text);
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  return [email, firstName, lastName, fullName].some((name) => foldName(name ?? '').includes(term));
}

// Active accounts first, then demo accounts, users without an account, and disabled users.
function statusRank({ status, isActive }: User): number {
  if (!isActive) return 3;
  if (status === null) return 2;
  return status === 'active' ? 0 : 1;
}
