import type { AccountStatus } from '@ringwell/database/accounts/account.entity';
import type { UserRole } from '@ringwell/database/accounts/user.entity';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import type { RequiredStep } from '@ringwell/domain/accounts/required-step';

/** The user making a request, and the account they're acting for. */
export interface Principal {
  /** During impersonation, the impersonated user; with a token, the account's owner. */
  userId: string;
  role: UserRole;
  accountId: string;
  /** The user's role in the account. */
  memberRole: MemberRole;
  status: AccountStatus;
  credential: Credential;
}

export type Credential = TokenCredential | SessionCredential;

export interface TokenCredential {
  kind: 'token';
  tokenId: string;
  isReadOnly: boolean;
}

export interface SessionCredential {
  kind: 'session';
  sid: string;
  /** A step that the session's owner must complete first. */
  requiredStep: RequiredStep | null;
  hasWeakPassword: boolean;
  /** Whether the session's owner recently signed in or confirmed their identity. */
  isConfirmed: boolean;
  impersonator: { userId: string; email: string | null } | null;
}
