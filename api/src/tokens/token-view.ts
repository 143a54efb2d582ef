import type { UserWithAccount } from '@ringwell/database/accounts/members/members.repository';
import type { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';

import type { NewTokenDto, TokenDto } from './dto/token.dto';
import type { UserWithTokensDto } from './dto/user-with-tokens.dto';

// The mask starts with the prefix that all tokens share and does not reveal the length.
const MASK = 'rw_••••••••';

export function tokenView({
  id,
  name,
  lastFour,
  isActive,
  isReadOnly,
  lastUsedAt,
  expiresAt,
  createdAt,
}: BearerToken): TokenDto {
  return {
    id,
    name,
    token: `${MASK}${lastFour}`,
    isActive,
    isReadOnly,
    isExpired: expiresAt !== null && expiresAt.getTime() <= Date.now(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function newTokenView({ id, name, expiresAt, createdAt }: BearerToken, token: string): NewTokenDto {
  return { id, name, token, expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

export function usersWithTokensView(
  users: readonly UserWithAccount[],
  tokens: readonly BearerToken[],
): UserWithTokensDto[] {
  const tokensByAccount = new Map<string, TokenDto[]>();
  for (const token of tokens)
    tokensByAccount.set(token.accountId, [...(tokensByAccount.get(token.accountId) ?? []), tokenView(token)]);
  return users.map(({ user: { id, email, firstName, lastName, profileImageUrl, role, isActive }, account }) => ({
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    role,
    status: account?.status ?? null,
    isActive: account?.isActive ?? isActive,
    tokens: account ? (tokensByAccount.get(account.id) ?? []) : [],
  }));
}
