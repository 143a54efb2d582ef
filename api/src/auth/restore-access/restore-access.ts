import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { SIGN_IN_LINK_MINUTES } from '@ringwell/database/accounts/sign-in/sign-in-links.repository';
import { endSessions } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UnitOfWork } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { notFound, type AppError } from '@ringwell/domain/errors/app-error';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';

import { secondFactorEmail } from '../second-factor/second-factor-mail';
import { SIGN_IN_LINK_PATH } from '../sign-in-link/sign-in-link-page';

export interface LockedOutUser {
  user: User;
  hasSecondFactor: boolean;
}

export interface RestoreAccessResult {
  email: string | null;
  removedSecondFactor: boolean;
  /** Shown only once. */
  link?: string;
  linkMinutes?: number;
}

// The operator has shell access but no user to name in the activity log.
const OPERATOR: Actor = { userId: null, ipAddress: null, userAgent: null };

/**
 * @throws AppError `USER_NOT_FOUND`; `SECOND_FACTOR_NOT_FOUND` if there is nothing to remove and no link to create;
 * `ACCOUNT_DISABLED` if a link would not work
 */
export async function findLockedOut(unitOfWork: UnitOfWork, email: string, needsLink: boolean): Promise<LockedOutUser> {
  return unitOfWork.run(async ({ users, secondFactors }) => {
    const user = await users.findByEmail(email);
    if (!user) throw notFoundError('USER_NOT_FOUND', `No user has the email ${email}.`);
    const hasSecondFactor = await secondFactors.isRequired(user.id);
    if (needsLink && !user.isActive)
      throw notFoundError('ACCOUNT_DISABLED', `${email} is disabled. An administrator must enable the user first.`);
    if (!hasSecondFactor && !needsLink)
      throw notFoundError(
        'SECOND_FACTOR_NOT_FOUND',
        `${email} has no second factor. Add --link to create a sign-in link.`,
      );
    return { user, hasSecondFactor };
  });
}

/**
 * Removes a user's second factors, ends all their sessions and optionally creates a link that signs them in once.
 * @throws AppError `USER_NOT_FOUND`
 */
export async function restoreAccess(
  unitOfWork: UnitOfWork,
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT' | 'SMTP_URL'>,
  { user: { id, email }, needsLink }: { user: User; needsLink: boolean },
): Promise<RestoreAccessResult> {
  const token = generateLinkToken();
  const removedSecondFactor = await unitOfWork.run(async (repositories) => {
    const { users, secondFactors, signInLinks, activity, mails } = repositories;
    const user = await users.lock(id);
    if (!user) throw notFoundError('USER_NOT_FOUND', 'The user has just been deleted.');
    const wasRemoved = await secondFactors.deleteAll(id);
    await endSessions(repositories, OPERATOR, id);
    if (needsLink) await signInLinks.create(id, hashToken(token));
    const completedSteps = [
      ...(wasRemoved ? ['removed two-step verification'] : []),
      ...(needsLink ? ['created a sign-in link'] : []),
      'ended all sessions',
    ];
    await activity.record(OPERATOR, {
      action: 'Access restored',
      description: `Someone with server access restored access for ${userDisplayName(user)}: ${completedSteps.join(', ')}.`,
      metadata: { targetUserId: id, removedSecondFactor: wasRemoved, madeLink: needsLink },
    });
    const mail = wasRemoved ? secondFactorEmail(config, email, { kind: 'restored' }) : undefined;
    if (mail) await mails.enqueue(mail);
    return wasRemoved;
  });
  if (!needsLink) return { email, removedSecondFactor };
  const link = `${getPublicUrl(config)}${SIGN_IN_LINK_PATH}?token=${token}`;
  return { email, removedSecondFactor, link, linkMinutes: SIGN_IN_LINK_MINUTES };
}

function notFoundError(
  code: 'USER_NOT_FOUND' | 'ACCOUNT_DISABLED' | 'SECOND_FACTOR_NOT_FOUND',
  message: string,
): AppError {
  return notFound(code, message);
}
