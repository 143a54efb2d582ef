import type { UserRole, UserStatus } from '@ringwell/database/accounts/user.entity';

/** The account on whose behalf a request is made. */
export interface Principal {
  userId: string;
  role: UserRole;
  status: UserStatus;
  credential: Credential;
}

export type Credential = TokenCredential | SessionCredential;

export interface TokenCredential {
  kind: 'token';
  tokenId: string;
}

export interface SessionCredential {
  kind: 'session';
  sid: string;
  impersonator: { userId: string; email: string | null } | null;
}
