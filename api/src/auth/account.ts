import type { UserRole, UserStatus } from '@ringwell/database/entities/user.entity';

/** On whose behalf a request is made. */
export interface Account {
  userId: string;
  role: UserRole;
  status: UserStatus;
  /** The token that the request came with. */
  tokenId: string;
}
