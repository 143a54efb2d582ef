import type { User } from '@ringwell/database/entities/user.entity';

import type { UserDto } from './dto/user.dto';

/** A user without anything secret. */
export function userView(user: User): UserDto {
  const { id, email, firstName, lastName, profileImageUrl, company, role, status, isActive, activatedAt, createdAt, updatedAt, passwordHash } = user;
  return {
    id, email, firstName, lastName, profileImageUrl, company, role, status, isActive, activatedAt: activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(), hasPassword: passwordHash !== null,
  };
}
