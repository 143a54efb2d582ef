import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Account } from '@ringwell/database/accounts/account.entity';
import type { User } from '@ringwell/database/accounts/user.entity';

import type { CurrentUserDto } from './current-user.dto';

export function toCurrentUser(
  user: User,
  { company, status, activatedAt }: Account,
  settings: Pick<AccountSettings, 'timeZone'> | null,
): CurrentUserDto {
  const { id, email, firstName, lastName, profileImageUrl, role, createdAt, passwordHash } = user;
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
    timeZone: settings?.timeZone ?? null,
    hasPassword: passwordHash !== null,
    isImpersonated: false,
  };
}
