import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { UnitOfWork } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';

import { lockUser } from '../users/users.service';
import { deleteToken, generateToken } from './account-tokens';

export interface TokenRequest {
  name: string;
  /** Whose token; by default the first administrator's. */
  email?: string;
}

/** A token as it is shown, once. */
export interface IssuedToken {
  id: string;
  token: string;
  /** Null for an owner without one. */
  email: string | null;
}

/** Whoever may run our programs on the server; the activity log knows nobody by name. */
const OPERATOR: Actor = { userId: null, ipAddress: null, userAgent: null };

/** Makes a bearer token that does not expire. @throws AppError `USER_NOT_FOUND`, `ACCOUNT_DISABLED`, `ACCOUNT_NOT_ACTIVE` */
export async function issueToken(unitOfWork: UnitOfWork, { name, email }: TokenRequest): Promise<IssuedToken> {
  return unitOfWork.run(async (repositories) => {
    const { id: ownerId } = await findOwner(repositories.users, email);
    const owner = await lockUser(repositories.users, ownerId);
    const {
      token,
      stored: { id },
    } = await generateToken(repositories, OPERATOR, owner, { name, expiresAt: null });
    return { id, token, email: owner.email };
  });
}

/** Deletes a token; it stops working within seconds. @throws AppError `TOKEN_NOT_FOUND` */
export async function revokeToken(unitOfWork: UnitOfWork, id: string): Promise<{ id: string; revoked: true }> {
  await unitOfWork.run((repositories) => deleteToken(repositories, OPERATOR, id));
  return { id, revoked: true };
}

async function findOwner(users: UsersRepository, email: string | undefined): Promise<User> {
  const owner = email === undefined ? await users.findFirstAdministrator() : await users.findByEmail(email);
  if (owner) return owner;
  const message =
    email === undefined
      ? 'There is no administrator yet. Name a user with --email.'
      : `There is no user with the address ${email}.`;
  throw new AppError({ kind: 'not_found', code: 'USER_NOT_FOUND', message });
}
