import type { User } from '@ringwell/database/accounts/user.entity';
import type { BillingState } from '@ringwell/domain/subscription';

import type { UserDto } from './dto/user.dto';

/** A user without secrets. @param billing null without a subscription */
export function userView(user: User, billing: BillingState | null): UserDto {
  const {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    company,
    role,
    status,
    isActive,
    activatedAt,
    createdAt,
    updatedAt,
    passwordHash,
  } = user;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    company,
    role,
    status,
    isActive,
    activatedAt: activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    hasPassword: passwordHash !== null,
    billing,
  };
}
