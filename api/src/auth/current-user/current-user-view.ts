import type { AccountDetails } from '@ringwell/database/accounts/accounts.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { accountName } from '@ringwell/domain/accounts/account-name';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import type { CurrentUserDto } from './current-user.dto';

/** The current user without fields that depend on the session, except `isImpersonated`, which is false here. */
export type CurrentUserView = Omit<CurrentUserDto, 'requiredStep' | 'hasWeakPassword'>;

export function toCurrentUserView(
  user: User,
  { account, owner, settings }: AccountDetails,
  memberRole: MemberRole,
): CurrentUserView {
  const { id, email, firstName, lastName, profileImageUrl, role, createdAt, passwordHash } = user;
  const { company, status, activatedAt } = account;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    company,
    role,
    status,
    activatedAt: activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    timeZone: settings.timeZone,
    hasPassword: passwordHash !== null,
    isImpersonated: false,
    accountId: account.id,
    accountName: accountName(account, owner),
    memberRole,
  };
}
