import type { AccountStatus } from '@ringwell/database/accounts/account.entity';
import type { UserRole } from '@ringwell/database/accounts/user.entity';
import type { MemberRole } from '@ringwell/domain/member-role';
import type { RequiredStep } from '@ringwell/domain/required-step';

/** Who makes a request, and the account on whose behalf it is made. */
export interface Principal {
  /** During impersonation, the impersonated user; with a token, the owner of the account. */
  userId: string;
  role: UserRole;
  accountId: string;
  /** What they may do in the account. */
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
  /** What the owner of the session must do before anything else. */
  requiredStep: RequiredStep | null;
  hasWeakPassword: boolean;
  /** The owner of the session signed in or confirmed who they are a short while ago. */
  isConfirmed: boolean;
  impersonator: { userId: string; email: string | null } | null;
}
