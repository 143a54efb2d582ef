import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { hashToken, getLastFour, generateBearerToken } from '@ringwell/platform/crypto/token-hash';

export const MAX_TOKEN_NAME_LENGTH = 100;

/** A new token, which is only shown once, and its row. */
export interface GeneratedToken {
  token: string;
  record: BearerToken;
}

/**
 * Generates a token and stores its hash. The token of a demo or disabled account works once the account is active.
 * @throws AppError `ACCOUNT_NOT_FOUND`
 */
export async function generateToken(
  { accounts, tokens, activity }: Repositories,
  actor: Actor,
  accountId: string,
  attributes: Pick<BearerToken, 'name' | 'expiresAt' | 'isReadOnly'>,
): Promise<GeneratedToken> {
  await accounts.lock(accountId); // keeps the account from being deleted
  const owner = await accounts.findOwner(accountId);
  if (!owner) throw notFound('ACCOUNT_NOT_FOUND', 'This account has just been deleted.');
  const token = generateBearerToken();
  const record = await tokens.create(accountId, {
    ...attributes,
    tokenHash: hashToken(token),
    lastFour: getLastFour(token),
  });
  await activity.record(actor, {
    action: 'Token generated',
    description: `The token "${attributes.name}" was generated for ${userDisplayName(owner)}.`,
    accountId,
    metadata: { tokenId: record.id },
  });
  return { token, record };
}

/** Deletes a token, which stops working within seconds. @throws AppError `TOKEN_NOT_FOUND` */
export async function deleteToken(
  { accounts, tokens, activity }: Repositories,
  actor: Actor,
  tokenId: string,
): Promise<void> {
  const deletedToken = await tokens.delete(tokenId);
  if (!deletedToken) throw tokenNotFound();
  const owner = await accounts.findOwner(deletedToken.accountId);
  if (!owner) throw tokenNotFound();
  await activity.record(actor, {
    action: 'Token deleted',
    description: `${userDisplayName(owner)}'s token "${deletedToken.name}" was deleted.`,
    accountId: deletedToken.accountId,
    metadata: { tokenId },
  });
}

export function tokenNotFound(): AppError {
  return notFound('TOKEN_NOT_FOUND', 'Token not found. It may have been deleted.');
}
