import type { User, UserWithTokens } from '../api/types';
import { PEOPLE } from './test-users';

/** Three users as administrators see them. */
export const USERS = [
  userOf(PEOPLE.admin, { createdAt: '2026-01-02T12:00:00.000Z' }),
  userOf(PEOPLE.user, {}),
  userOf(PEOPLE.demo, {}),
] as const satisfies User[];

function userOf(
  { id, email, firstName, lastName, role, status, activatedAt, createdAt }: (typeof PEOPLE)[keyof typeof PEOPLE],
  changes: Partial<User>,
): User {
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    status,
    activatedAt,
    createdAt,
    company: null,
    profileImageUrl: null,
    isActive: true,
    hasPassword: true,
    updatedAt: createdAt,
    billing: null,
    ...changes,
  };
}

/** The same with tokens: the plain user has one. */
export const USERS_WITH_TOKENS: UserWithTokens[] = USERS.map(
  ({ id, email, firstName, lastName, role, status, isActive }) => ({
    id,
    email,
    firstName,
    lastName,
    role,
    status,
    isActive,
    tokens:
      id === PEOPLE.user.id
        ? [
            {
              id: 't1',
              name: 'Nightly export',
              maskedToken: 'rw_••••••••4f2c',
              isActive: true,
              isExpired: false,
              lastUsedAt: null,
              expiresAt: null,
              createdAt: '2026-03-02T12:00:00.000Z',
            },
          ]
        : [],
  }),
);
