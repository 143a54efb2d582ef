import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { hashToken, lastFour, newBearerToken } from '@ringwell/platform/crypto/token-hash';

import { findUser } from '../users/users.service';

export const MAX_TOKEN_NAME_LENGTH = 100;

/** A new token, which cannot be read again, and its row. */
export interface GeneratedToken {
  token: string;
  stored: BearerToken;
}

/**
 * Generates a token and stores its hash. The token of a demo or disabled account works once the account is active.
 * @param owner locked by the caller
 */
export async function generateToken(
  { tokens, activity }: Repositories,
  actor: Actor,
  owner: User,
  attributes: Pick<BearerToken, 'name' | 'expiresAt'>,
): Promise<GeneratedToken> {
  const token = newBearerToken();
  const stored = await tokens.create(owner.id, {
    ...attributes,
    tokenHash: hashToken(token),
    lastFour: lastFour(token),
  });
  await activity.record(actor, {
    action: 'Token generated',
    description: `The token "${attributes.name}" was generated for ${userDisplayName(owner)}.`,
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
  return new AppError({
    kind: 'not_found',
    code: 'TOKEN_NOT_FOUND',
    message: 'Token not found. It may have been deleted.',
  });
}
