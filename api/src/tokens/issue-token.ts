import type { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { hashToken, lastFour, newBearerToken } from '@ringwell/platform/crypto/token-hash';

export interface TokenRequest {
  name: string;
  /** Whose token; by default the first administrator's. */
  email?: string;
}

/** A token as it is shown, once. */
export interface IssuedToken {
  id: string;
  token: string;
  email: string;
}

/** Makes a bearer token that does not expire. @throws AppError `USER_NOT_FOUND` */
export async function issueToken(unitOfWork: UnitOfWork, { name, email }: TokenRequest): Promise<IssuedToken> {
  return unitOfWork.run(async ({ users, tokens }) => {
    const user = email === undefined ? await users.findFirstAdministrator() : await users.findByEmail(email);
    if (!user) {
      const message = email === undefined ? 'There is no administrator yet. Name a user with --email.' : `There is no user with the address ${email}.`;
      throw new AppError({ kind: 'not_found', code: 'USER_NOT_FOUND', message });
    }
    const token = newBearerToken();
    const { id } = await tokens.create(user.id, { tokenHash: hashToken(token), lastFour: lastFour(token), name, expiresAt: null });
    return { id, token, email: user.email };
  });
}

/** Deletes a token; it stops working within seconds. @throws AppError `TOKEN_NOT_FOUND` */
export async function revokeToken(unitOfWork: UnitOfWork, id: string): Promise<{ id: string; revoked: true }> {
  const isRevoked = await unitOfWork.run(({ tokens }) => tokens.delete(id));
  if (!isRevoked) throw new AppError({ kind: 'not_found', code: 'TOKEN_NOT_FOUND', message: 'There is no token with this id.' });
  return { id, revoked: true };
}
