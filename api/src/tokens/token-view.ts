import type { UserWithAccount } from '@ringwell/database/accounts/members/members.repository';
import type { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';

import { toDto } from '../http/response/to-dto';
import { TokenDto } from './dto/token.dto';
import { UserWithTokensDto } from './dto/user-with-tokens.dto';

// The mask starts with the prefix that all tokens share and does not reveal the length.
const MASK = 'rw_••••••••';

export function tokenView(token: BearerToken): TokenDto {
  const { lastFour, expiresAt } = token;
  return toDto(TokenDto, token, {
    token: `${MASK}${lastFour}`,
    isExpired: expiresAt !== null && expiresAt.getTime() <= Date.now(),
  });
}

export function usersWithTokensView(
  users: readonly UserWithAccount[],
  tokens: readonly BearerToken[],
): UserWithTokensDto[] {
  const tokensByAccount = new Map<string, TokenDto[]>();
  for (const token of tokens)
    tokensByAccount.set(token.accountId, [...(tokensByAccount.get(token.accountId) ?? []), tokenView(token)]);
  return users.map(({ user, account }) =>
    toDto(UserWithTokensDto, user, {
      status: account?.status ?? null,
      isActive: account?.isActive ?? user.isActive,
      tokens: account ? (tokensByAccount.get(account.id) ?? []) : [],
    }),
  );
}
