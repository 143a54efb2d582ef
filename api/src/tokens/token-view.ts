import type { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import type { User } from '@ringwell/database/accounts/user.entity';

import type { NewTokenDto, TokenDto } from './dto/token.dto';
import type { UserWithTokensDto } from './dto/user-with-tokens.dto';

// Starts with the prefix of every token and does not reveal the length.
const MASK = 'rw_••••••••';

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

export function newTokenView({ id, name, expiresAt, createdAt }: BearerToken, token: string): NewTokenDto {
  return { id, name, token, expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

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
