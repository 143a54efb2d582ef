import type { User } from '../../api/types';
import { displayName } from './format';

type Named = Pick<User, 'firstName' | 'lastName' | 'email'>;

const byName = (one: Named, other: Named): number =>
  displayName(one).localeCompare(displayName(other), 'en', { sensitivity: 'base' });

/** The user list's sort orders, in display order. */
export const USER_ORDERS = {
  newest: { label: 'Newest first', compare: (one, other) => other.createdAt.localeCompare(one.createdAt) },
  oldest: { label: 'Oldest first', compare: (one, other) => one.createdAt.localeCompare(other.createdAt) },
  name: { label: 'Name', compare: byName },
  role: { label: 'Role', compare: (one, other) => one.role.localeCompare(other.role) || byName(one, other) },
  status: { label: 'Status', compare: (one, other) => statusRank(one) - statusRank(other) || byName(one, other) },
} as const satisfies Record<string, { label: string; compare: (one: User, other: User) => number }>;

export type UserOrder = keyof typeof USER_ORDERS;

export function sortUsers(users: readonly User[], order: UserOrder): User[] {
  return users.toSorted(USER_ORDERS[order].compare);
}

/** Whether the email, first name, last name or full name contains the text, ignoring case. */
export function matchesUser({ email, firstName, lastName }: Named, text: string): boolean {
  const term = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  return [email, firstName, lastName, fullName].some((each) => (each ?? '').toLowerCase().includes(term));
}

// Active accounts first, then demo accounts, members without an account, and disabled users.
function statusRank({ status, isActive }: User): number {
  if (!isActive) return 3;
  if (status === null) return 2;
  return status === 'active' ? 0 : 1;
}
