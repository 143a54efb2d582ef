import type { User } from '@ringwell/database/accounts/user.entity';

/** Someone whose session has just started. */
export interface SignedIn {
  user: User;
  hasWeakPassword: boolean;
}
