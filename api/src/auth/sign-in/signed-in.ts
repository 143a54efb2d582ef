import type { User } from '@ringwell/database/accounts/user.entity';

/** A user whose session has just started. */
export interface SignedIn {
  user: User;
  hasWeakPassword: boolean;
}
