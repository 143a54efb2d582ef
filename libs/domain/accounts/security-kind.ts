import { SETTINGS } from '../settings/settings';
import type { ActivityAction } from './activity';
import type { SecurityEventKind } from './security-event';

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
  'Assistant connected': 'rights_changed',
  'Assistant disconnected': 'rights_changed',
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

// User fields that affect permissions or sign-in.
const USER_FIELDS = new Set(['role', 'isActive', 'email', 'oidcSubject']);

// Settings that determine who can read calls.
const SETTINGS_FIELDS = new Set(
  Object.entries(SETTINGS).flatMap(([name, definition]) =>
    definition.kind === 'emails' || ['required', 'reconnects', 'secret'].some((property) => property in definition)
      ? [name]
      : [],
  ),
);

/**
 * Returns the kind of security event that an activity log entry also represents, if any.
 * @param metadata the entry's metadata; `changed` names fields of a user, `fields` names settings
 */
export function getSecurityKind(
  action: ActivityAction,
  metadata: Record<string, unknown> | undefined,
): SecurityEventKind | undefined {
  if (action === 'User updated' && !includesAny(metadata?.['changed'], USER_FIELDS)) return undefined;
  if (action === 'Settings updated' && !includesAny(metadata?.['fields'], SETTINGS_FIELDS)) return undefined;
  return KIND_BY_ACTION[action];
}

function includesAny(fields: unknown, names: ReadonlySet<string>): boolean {
  return Array.isArray(fields) && fields.some((field) => typeof field === 'string' && names.has(field));
}
