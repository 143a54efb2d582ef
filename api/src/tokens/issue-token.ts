import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { UnitOfWork } from '@ringwell/database/unit-of-work';
import { notFound } from '@ringwell/domain/errors/app-error';

import { noOwnAccount } from '../auth/access/owned-account.pipe';
import { deleteToken, generateToken } from './account-tokens';

export interface TokenRequest {
  name: string;
  /** Email address of the owner; defaults to the first administrator. */
  email?: string;
  isReadOnly?: boolean;
}

export interface IssuedToken {
  id: string;
  token: string;
  email: string | null;
}

// Commands are run from a shell, so there's no user to record in the activity log.
const OPERATOR: Actor = { userId: null, ipAddress: null, userAgent: null };

/** Issues a bearer token that does not expire. @throws AppError `USER_NOT_FOUND`, `NO_OWN_ACCOUNT` */
export async function issueToken(
  unitOfWork: UnitOfWork,
  { name, email, isReadOnly = false }: TokenRequest,
): Promise<IssuedToken> {
  return unitOfWork.run(async (repositories) => {
    const owner = await findOwner(repositories.users, email);
    const accountId = await repositories.members.findOwnedAccountId(owner.id);
    if (accountId === undefined) throw noOwnAccount();
    const {
      token,
      record: { id },
    } = await generateToken(repositories, OPERATOR, accountId, { name, expiresAt: null, isReadOnly });
    return { id, token, email: owner.email };
  });
}

/** @throws AppError `TOKEN_NOT_FOUND` */
export async function revokeToken(unitOfWork: UnitOfWork, id: string): Promise<{ id: string; revoked: true }> {
  await unitOfWork.run((repositories) => deleteToken(repositories, OPERATOR, id));
  return { id, revoked: true };
}

async function findOwner(users: UsersRepository, email: string | undefined): Promise<User> {
  const owner = email === undefined ? await users.findFirstAdministrator() : await users.findByEmail(email);
  if (owner) return owner;
  const message =
    email === undefined
      ? 'There is no administrator yet. Specify a user with --email.'
      : `No user has the email ${email}.`;
  throw notFound('USER_NOT_FOUND', message);
}
