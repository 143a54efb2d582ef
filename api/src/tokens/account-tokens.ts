import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { hashToken, lastFour, newBearerToken } from '@ringwell/platform/crypto/token-hash';

import { findUser } from '../users/users.service';

export const MAX_TOKEN_NAME_LENGTH = 100;

/** A token, which is shown this once, and what is stored of it. */
export interface GeneratedToken {
  token: string;
  stored: BearerToken;
}

/**
 * Makes a token and stores what is kept of it.
 * @param owner whom the caller has locked
 * @throws AppError `ACCOUNT_DISABLED`, `ACCOUNT_NOT_ACTIVE`
 */
export async function generateToken(
  { tokens, activity }: Repositories,
  actor: Actor,
  owner: User,
  about: Pick<BearerToken, 'name' | 'expiresAt'>,
): Promise<GeneratedToken> {
  assertMayHaveTokens(owner);
  const token = newBearerToken();
  const stored = await tokens.create(owner.id, { ...about, tokenHash: hashToken(token), lastFour: lastFour(token) });
  await activity.record(actor, {
    action: 'Token generated',
    description: `The token "${about.name}" was generated for ${userDisplayName(owner)}.`,
    metadata: { targetUserId: owner.id, tokenId: stored.id },
  });
  return { token, stored };
}

/** Deletes a token; it stops working within seconds. @throws AppError `TOKEN_NOT_FOUND` */
export async function deleteToken(
  { users, tokens, activity }: Repositories,
  actor: Actor,
  tokenId: string,
): Promise<void> {
  const deleted = await tokens.delete(tokenId);
  if (!deleted) throw tokenNotFound();
  const owner = await findUser(users, deleted.userId);
  await activity.record(actor, {
    action: 'Token deleted',
    description: `The token "${deleted.name}" of ${userDisplayName(owner)} was deleted.`,
    metadata: { targetUserId: owner.id, tokenId },
  });
}

export function tokenNotFound(): AppError {
  return new AppError({ kind: 'not_found', code: 'TOKEN_NOT_FOUND', message: 'There is no token with this id.' });
}

/** Deactivating an account ends its tokens, so there is nothing to make one for before it is active again. */
function assertMayHaveTokens({ isActive, status }: User): void {
  if (!isActive)
    throw new AppError({
      kind: 'conflict',
      code: 'ACCOUNT_DISABLED',
      message: 'This account is disabled, so its tokens would not work. Enable it first.',
    });
  if (status === 'demo') {
    throw new AppError({
      kind: 'conflict',
      code: 'ACCOUNT_NOT_ACTIVE',
      message: 'Demo accounts have no tokens. Activate the account first.',
    });
  }
}
