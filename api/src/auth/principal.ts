import type { UserRole, UserStatus } from '@ringwell/database/accounts/user.entity';

/** On whose behalf a request is made. */
export interface Principal {
  userId: string;
  role: UserRole;
  status: UserStatus;
  credential: Credential;
}

/** What a request came with. */
export type Credential = TokenCredential | SessionCredential;

export interface TokenCredential {
  kind: 'token';
  tokenId: string;
}

export interface SessionCredential {
  kind: 'session';
  sid: string;
  /** The administrator who looks at this account; null when it is the person's own. */
  impersonator: { userId: string; email: string | null } | null;
}
