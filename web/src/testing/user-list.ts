import type { CurrentUser, User, UserWithTokens } from '../api/types';
import { displayName } from '../lib/format/format';
import { TEST_USERS } from './test-users';

export const USERS = [
  listedUser({ ...TEST_USERS.admin, createdAt: '2026-01-02T12:00:00.000Z' }),
  listedUser(TEST_USERS.user),
  listedUser(TEST_USERS.demo),
] as const satisfies User[];

function listedUser(user: CurrentUser): User {
  const { id, email, firstName, lastName, role, status, activatedAt, createdAt } = user;
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
    deletion: null,
    updatedAt: createdAt,
    billing: null,
    serviceTitanTenant: null,
    accounts: [
      {
        ownerId: id,
        name: displayName(user),
        role: 'owner',
        isSoleOwner: true,
        memberCount: 1,
        hasSubscription: false,
      },
    ],
  };
}

// Only the regular user has a token.
export const USERS_WITH_TOKENS: UserWithTokens[] = USERS.map(
  ({ id, email, firstName, lastName, profileImageUrl, role, status, isActive }) => ({
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    role,
    status,
    isActive,
    tokens:
      id === TEST_USERS.user.id
        ? [
            {
              id: 't1',
              name: 'Nightly export',
              token: 'rw_••••••••4f2c',
              isActive: true,
              isExpired: false,
              isReadOnly: false,
              lastUsedAt: null,
              expiresAt: null,
              createdAt: '2026-03-02T12:00:00.000Z',
            },
          ]
        : [],
  }),
);
