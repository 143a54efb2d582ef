import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import type { UserChanges, UsersRepository } from '@ringwell/database/accounts/users.repository';
import { violatedUniqueConstraint } from '@ringwell/database/postgres/sql';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { AppError, forbidden } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { resetUnconfirmedAccount } from '../email-links/reset-unconfirmed-account';
import { getActor } from '../principal/actor';
import { signInProvider } from '../provider/sign-in-provider';
import type { OidcIdentity } from './oidc-client';
import { readProfile, type OidcProfile } from './oidc-profile';
import { providerLinkedEmail } from './provider-linked-mail';

const MAX_ATTEMPTS = 3;
// An organization in one of Microsoft's issuers.
const TENANT = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

@Injectable()
export class OidcUsersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns an identity's user: first, the linked user; second, the user with the same email, if the provider
   * states that it is verified and the user has no other identity there (an account with an unconfirmed address is
   * reset first; an identity from an earlier provider is replaced); otherwise, a new demo user. An email that is
   * unverified or belongs to another user is not stored. A disabled user is returned unchanged.
   * @param options.confirmedUserId the signed-in user, if they recently confirmed their identity
   * @throws AppError `ADMINISTRATOR_NOT_CONFIRMED` or `SECOND_FACTOR_NOT_CONFIRMED` when the email belongs to an
   * administrator or to a user with a second factor who hasn't confirmed their identity
   */
  async findOrCreate(
    identity: OidcIdentity,
    { request, confirmedUserId }: { request: Request; confirmedUserId: string | null },
  ): Promise<User> {
    const profile = readProfile(identity);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.unitOfWork.run((repositories) =>
          findOrCreateUser(repositories, { identity, profile, request, confirmedUserId, config: this.config }),
        );
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConcurrentInsert(error)) throw error;
      }
    }
  }
}

interface OidcSignIn {
  identity: OidcIdentity;
  profile: OidcProfile;
  request: Request;
  confirmedUserId: string | null;
  config: Config;
}

async function findOrCreateUser(
  repositories: Repositories,
  { identity: { issuer, provider, subject }, profile, request, confirmedUserId, config }: OidcSignIn,
): Promise<User> {
  const { users, accounts, secondFactors, activity, mails } = repositories;
  const { name: providerName } = signInProvider(config);
  const existingUser = await users.findByOidcIdentity(issuer, subject);
  const emailOwner = profile.email === null ? null : await users.findByEmail(profile.email);
  if (existingUser)
    return await updateUser(
      users,
      existingUser,
      pickMissingFields(existingUser, { ...profile, email: emailOwner ? null : profile.email }),
    );

  const identity = { oidcIssuer: issuer, oidcSubject: subject };
  const isOwnerAtProvider =
    emailOwner?.oidcIssuer === issuer || emailOwner?.oidcIssuer?.replace(TENANT, '{tenantid}') === provider;
  if (emailOwner && profile.isEmailVerified && !isOwnerAtProvider) {
    if (!emailOwner.isActive) return emailOwner;
    if (emailOwner.id !== confirmedUserId) {
      if (emailOwner.role === 'admin') throw confirmationRequired('ADMINISTRATOR_NOT_CONFIRMED', providerName);
      // Signing in with the provider would bypass both steps. Factors added under an unconfirmed address are removed
      // below.
      if (emailOwner.isEmailConfirmed && (await secondFactors.isRequired(emailOwner.id)))
        throw confirmationRequired('SECOND_FACTOR_NOT_CONFIRMED', providerName);
    }
    // A stranger could have signed up with the address, and would then share the account with its owner.
    const actor = { ...getActor(request), userId: emailOwner.id };
    const changes = emailOwner.isEmailConfirmed ? {} : await resetUnconfirmedAccount(repositories, actor, emailOwner);
    const linkedUser = await updateUser(users, emailOwner, {
      ...identity,
      ...pickMissingFields(emailOwner, profile),
      ...changes,
    });
    await activity.record(actor, {
      action: 'User updated',
      description: `${userDisplayName(emailOwner)} can now sign in with ${providerName}.`,
      metadata: { targetUserId: emailOwner.id, changed: ['oidcSubject'] },
    });
    const mail = profile.email === null ? undefined : providerLinkedEmail(config, profile.email, providerName);
    if (mail) await mails.enqueue(mail);
    return linkedUser;
  }

  const { firstName, lastName, profileImageUrl } = profile;
  const createdUser = await users.create({
    ...identity,
    email: emailOwner ? null : profile.email,
    firstName,
    lastName,
    profileImageUrl,
  });
  await accounts.create(createdUser.id);
  await activity.record(
    { ...getActor(request), userId: createdUser.id },
    {
      action: 'User created',
      description: `${userDisplayName(createdUser)} signed in for the first time.`,
      accountId: createdUser.id,
      metadata: { targetUserId: createdUser.id },
    },
  );
  return createdUser;
}

/** Error messages for a first provider sign-in that requires a recently confirmed session. */
export const UNCONFIRMED_MESSAGES = {
  ADMINISTRATOR_NOT_CONFIRMED: 'This email address belongs to an administrator.',
  SECOND_FACTOR_NOT_CONFIRMED: 'This account has two-step verification.',
} as const;

// This prevents takeovers by anyone who controls the provider's directory and can assign its addresses.
function confirmationRequired(code: keyof typeof UNCONFIRMED_MESSAGES, providerName: string): AppError {
  return forbidden(
    code,
    `${UNCONFIRMED_MESSAGES[code]} Sign in with the password at /api/login/local first; then open ` +
      `/api/login?again=true within 15 minutes to sign in with ${providerName} from then on.`,
  );
}

async function updateUser(users: UsersRepository, user: User, changes: UserChanges): Promise<User> {
  if (!user.isActive || Object.keys(changes).length === 0) return user;
  await users.update(user.id, changes);
  return { ...user, ...changes };
}

// Keeps existing values, because an administrator may have set them.
function pickMissingFields(user: User, { email, firstName, lastName, profileImageUrl }: OidcProfile): UserChanges {
  const entries = Object.entries({ email, firstName, lastName, profileImageUrl }) as [
    keyof UserChanges & keyof User,
    string | null,
  ][];
  return Object.fromEntries(entries.filter(([field, value]) => value !== null && user[field] === null));
}

function isConcurrentInsert(error: unknown): boolean {
  return (
    violatedUniqueConstraint(error) === 'uq_users_oidc' || (error instanceof AppError && error.code === 'EMAIL_TAKEN')
  );
}
