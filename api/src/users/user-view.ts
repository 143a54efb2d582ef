import type { UserWithAccount } from '@ringwell/database/accounts/members.repository';
import type { BillingState } from '@ringwell/domain/subscription';

import type { UserDto } from './dto/user.dto';

/** A user without secrets, and the account that they own, if any. @param billing null without a subscription */
export function userView({ user, account }: UserWithAccount, billing: BillingState | null): UserDto {
  const { id, email, firstName, lastName, profileImageUrl, role, isActive, createdAt, updatedAt, passwordHash } = user;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    company: account?.company ?? null,
    role,
    status: account?.status ?? 'demo',
    isActive,
    activatedAt: account?.activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    hasPassword: passwordHash !== null,
    billing,
  };
}
