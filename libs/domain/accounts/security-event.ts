/**
 * What a security event is about. These values are stored, so they never change.
 * - `sign_in`, `sign_out`: a session began, failed to begin or ended, or its user confirmed their identity or failed to
 * - `access_refused`: a signed-in user or a token requested something they aren't allowed to see or do
 * - `token_refused`: an expired, revoked or forged token, session or link was used
 * - `rights_changed`: roles, members, tokens, impersonation, links, exports, or settings that decide where calls go
 * - `credentials_changed`: a password or another way to sign in was set
 * - `throttled`: too many requests
 */
export const SECURITY_EVENT_KINDS = [
  'sign_in',
  'sign_out',
  'access_refused',
  'token_refused',
  'rights_changed',
  'credentials_changed',
  'throttled',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export const SECURITY_OUTCOMES = ['succeeded', 'refused'] as const;
export type SecurityOutcome = (typeof SECURITY_OUTCOMES)[number];

/** The presented credential: how someone signed in or tried to, or what was rejected. */
export const SECURITY_METHODS = [
  'password',
  'oidc',
  'totp',
  'recovery_code',
  'passkey',
  'link',
  'session',
  'token',
] as const;
export type SecurityMethod = (typeof SECURITY_METHODS)[number];

/** Why a credential or a request was rejected, in more detail than the response code reveals. */
export const REJECTION_REASONS = [
  'WRONG_PASSWORD',
  'WRONG_CODE',
  'CODE_USED',
  'WRONG_PASSKEY',
  'PASSKEY_COPIED',
  'SECOND_STEP_MISSING',
  'UNKNOWN_EMAIL',
  'USER_DISABLED',
  'TOKEN_REVOKED',
  'TOKEN_EXPIRED',
  'TOKEN_UNKNOWN',
  'SESSION_ENDED',
  'SESSION_INVALID',
  'FOREIGN_ID',
  'MANY_MORE',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];
