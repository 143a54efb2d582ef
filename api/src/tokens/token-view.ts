import type { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import type { User } from '@ringwell/database/accounts/user.entity';

import type { NewTokenDto, TokenDto } from './dto/token.dto';
import type { UserWithTokensDto } from './dto/user-with-tokens.dto';

/** The prefix that every token has, and no hint of its length. */
const MASK = 'rw_••••••••';

/** A token without its secret. */
export function tokenView({ id, name, lastFour, isActive, lastUsedAt, expiresAt, createdAt }: BearerToken): TokenDto {
  return {
    id,
    name,
    maskedToken: `${MASK}${lastFour}`,
    isActive,
    isExpired: expiresAt !== null && expiresAt.getTime() <= Date.now(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** @param token the secret, which is shown this once */
export function newTokenView({ id, name, expiresAt, createdAt }: BearerToken, token: string): NewTokenDto {
  return { id, name, token, expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

/** Every user with the tokens among the given ones that are the user's. */
export function usersWithTokensView(users: readonly User[], tokens: readonly BearerToken[]): UserWithTokensDto[] {
  const byOwner = new Map<string, TokenDto[]>(users.map((user) => [user.id, []]));
  for (const token of tokens) byOwner.get(token.userId)?.push(tokenView(token));
  return users.map(({ id, email, firstName, lastName, role, status, isActive }) => ({
    id,
    email,
    firstName,
    lastName,
    role,
    status,
    isActive,
    tokens: byOwner.get(id) ?? [],
  }));
}
