import type { User } from '@ringwell/database/accounts/user.entity';

/** A user who is signing in or has just signed in. */
export interface SignInUser {
  user: User;
  hasWeakPassword: boolean;
}
