import type { User } from '../../api/types';

export type RoleFilter = 'all' | User['role'];

/** Finds the words in email, first or last name, whatever their case. */
export function filterUsers(users: readonly User[], search: string, role: RoleFilter): User[] {
  const wanted = search.trim().toLowerCase();
  return users.filter(
    (user) =>
      (role === 'all' || user.role === role) &&
      [user.email, user.firstName, user.lastName].some((text) => (text ?? '').toLowerCase().includes(wanted)),
  );
}
