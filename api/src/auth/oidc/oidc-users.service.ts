import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import type { UserChanges, UsersRepository } from '@ringwell/database/accounts/users.repository';
import { violatedUniqueConstraint } from '@ringwell/database/postgres/sql';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';

import { actorOf } from '../actor';
import type { OidcIdentity } from './oidc-client';
import { profileOf, type OidcProfile } from './oidc-profile';

/** Each further try sees what another one has just written. */
const MAX_TRIES = 3;

/** Finds who belongs to an identity at the provider, and makes those who are new. */
@Injectable()
export class OidcUsersService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The user of an identity: whoever has it; else whoever has its e-mail address, when the provider calls that verified and no
   * other identity is theirs; else somebody new, on demo. An address that belongs to somebody else is not taken, nor one that the
   * provider does not vouch for. A disabled user is given back as they are.
   */
  async findOrCreate(identity: OidcIdentity, request: Request): Promise<User> {
    const profile = profileOf(identity);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.unitOfWork.run((repositories) => admit(repositories, identity, profile, request));
      } catch (error) {
        if (tries === MAX_TRIES || !isRace(error)) throw error;
      }
    }
  }
}

async function admit(
  { users, activity }: Repositories,
  { issuer, subject }: OidcIdentity,
  profile: OidcProfile,
  request: Request,
): Promise<User> {
  const known = await users.findByOidcIdentity(issuer, subject);
  const owner = profile.email === null ? null : await users.findByEmail(profile.email);
  if (known) return await change(users, known, missingIn(known, { ...profile, email: owner ? null : profile.email }));

  const identity = { oidcIssuer: issuer, oidcSubject: subject };
  if (owner && profile.isEmailVerified && owner.oidcSubject === null) {
    if (!owner.isActive) return owner;
    const linked = await change(users, owner, { ...identity, ...missingIn(owner, profile) });
    await activity.record(
      { ...actorOf(request), userId: owner.id },
      {
        action: 'User updated',
        description: `${userDisplayName(owner)} can now sign in through the sign-in provider.`,
        metadata: { targetUserId: owner.id },
      },
    );
    return linked;
  }

  const { firstName, lastName, profileImageUrl } = profile;
  const created = await users.create({
    ...identity,
    email: owner ? null : profile.email,
    firstName,
    lastName,
    profileImageUrl,
  });
  await activity.record(
    { ...actorOf(request), userId: created.id },
    {
      action: 'User created',
      description: `${userDisplayName(created)} signed in for the first time.`,
      metadata: { targetUserId: created.id },
    },
  );
  return created;
}

async function change(users: UsersRepository, user: User, changes: UserChanges): Promise<User> {
  if (!user.isActive || Object.keys(changes).length === 0) return user;
  await users.update(user.id, changes);
  return { ...user, ...changes };
}

/** What the provider knows and we do not. What is there stays: an administrator may have set it. */
function missingIn(user: User, { email, firstName, lastName, profileImageUrl }: OidcProfile): UserChanges {
  const given = Object.entries({ email, firstName, lastName, profileImageUrl }) as [
    keyof UserChanges & keyof User,
    string | null,
  ][];
  return Object.fromEntries(given.filter(([field, value]) => value !== null && user[field] === null));
}

/** Whether somebody else wrote the same identity or address at the same moment. */
function isRace(error: unknown): boolean {
  return (
    violatedUniqueConstraint(error) === 'uq_users_oidc' || (error instanceof AppError && error.code === 'EMAIL_TAKEN')
  );
}
