import type { ActivityAction } from './activity';

/**
 * What a security event is about. These values are stored, so they never change.
 * - `sign_in`, `sign_out`: a session began, did not begin, or ended; its user confirmed who they are, or failed to
 * - `access_refused`: a signed-in user or a token asked for what it may not see or do
 * - `token_refused`: a token, a session or a link was used that is expired, revoked or forged
 * - `rights_changed`: roles, members, tokens, impersonation, settings that decide where calls go, and exports of everything
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

/** What was presented: how someone signed in or tried to, or the refused credential. */
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

/** Why a credential or a request was refused, in more detail than the response code reveals. */
export const REFUSAL_REASONS = [
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
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

const KIND_BY_ACTION: Partial<Record<ActivityAction, SecurityEventKind>> = {
  'Signed in': 'sign_in',
  'Signed out': 'sign_out',
  'Identity confirmed': 'sign_in',
  'Password updated': 'credentials_changed',
  'Sign-in factor added': 'credentials_changed',
  'Sign-in factor removed': 'credentials_changed',
  'Recovery codes created': 'credentials_changed',
  'Access restored': 'credentials_changed',
  'User created': 'rights_changed',
  'User updated': 'rights_changed',
  'User deleted': 'rights_changed',
  'User activated': 'rights_changed',
  'User deactivated': 'rights_changed',
  'User promoted': 'rights_changed',
  'Token generated': 'rights_changed',
  'Token deleted': 'rights_changed',
  'Tokens revoked': 'rights_changed',
  'Impersonation started': 'rights_changed',
  'Impersonation stopped': 'rights_changed',
  'Settings updated': 'rights_changed',
  'Link created': 'rights_changed',
  'Link revoked': 'rights_changed',
  'Member invited': 'rights_changed',
  'Invitation revoked': 'rights_changed',
  'Member joined': 'rights_changed',
  'Member updated': 'rights_changed',
  'Member removed': 'rights_changed',
  'Ownership transferred': 'rights_changed',
  'Export started': 'rights_changed',
  'Export downloaded': 'rights_changed',
};

// User fields whose change affects rights or ways to sign in.
const USER_FIELDS = new Set(['role', 'isActive', 'email', 'oidcSubject']);

// Settings that decide who can read calls.
const SETTINGS_FIELDS = new Set([
  'emailAddress',
  'overdueAddresses',
  'slackChannel',
  'slackBotToken',
  'teamsWebhookUrl',
  'googleChatWebhookUrl',
  'webhookUrl',
  'webhookSecret',
  'serviceTitanTenant',
  'serviceTitanClientId',
  'serviceTitanClientSecret',
  'serviceTitanEnvironment',
]);

/**
 * The kind of security event that an activity log entry also is; `undefined` for all other entries.
 * @param metadata of the entry; `changed` names fields of a user, `fields` those of settings
 */
export function getSecurityKind(
  action: ActivityAction,
  metadata: Record<string, unknown> | undefined,
): SecurityEventKind | undefined {
  if (action === 'User updated' && !includesAny(metadata?.['changed'], USER_FIELDS)) return undefined;
  if (action === 'Settings updated' && !includesAny(metadata?.['fields'], SETTINGS_FIELDS)) return undefined;
  return KIND_BY_ACTION[action];
}

function includesAny(fields: unknown, of: ReadonlySet<string>): boolean {
  return Array.isArray(fields) && fields.some((field) => typeof field === 'string' && of.has(field));
}
