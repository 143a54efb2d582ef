import type { SecurityEventKind, SecurityOutcome } from '@ringwell/domain/accounts/security-event';

export const SECURITY_EVENTS_COPY = {
  caption: 'Security events',
  address: 'IP address',
  invalidAddress: 'Enter an address such as 203.0.113.7, or the start of one.',
  allUsers: 'Show all users',
  none: {
    title: 'No security events yet',
    text: 'Sign-ins, denied requests, and changes to permissions and passwords show up here.',
  },
  noneFound: { title: 'No security events found', text: 'Nothing matches these filters.' },
  clear: 'Clear filters',
  details: 'Details',
} as const;

export const KIND_NAMES: Record<SecurityEventKind, string> = {
  sign_in: 'Sign-in',
  sign_out: 'Sign-out',
  access_refused: 'Access denied',
  token_refused: 'Invalid token or session',
  rights_changed: 'Permissions changed',
  credentials_changed: 'Password or sign-in changed',
  throttled: 'Too many requests',
};

export const OUTCOME_NAMES: Record<SecurityOutcome, string> = { succeeded: 'Succeeded', refused: 'Denied' };
