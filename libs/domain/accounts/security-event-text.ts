import type { SecurityEventKind, SecurityMethod, SecurityOutcome } from './security-event';

export interface EventDetails {
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  method: string | null;
  code: string | null;
  action: string | null;
  /** The activity log's sentence, while it's retained. */
  description: string | null;
}

const METHODS: Record<SecurityMethod, string> = {
  password: 'a password',
  oidc: 'the sign-in provider',
  totp: 'a code from an authenticator app',
  recovery_code: 'a recovery code',
  passkey: 'a passkey',
  link: 'a link created on the server',
  session: 'a session',
  token: 'an API token',
};

// Texts by error code; codes whose meaning depends on the kind are in TEXTS_BY_KIND.
const TEXTS: Partial<Record<string, string>> = {
  WRONG_PASSWORD: 'Tried to sign in with an incorrect password.',
  WRONG_CODE: 'Entered the correct password, then an incorrect code.',
  CODE_USED: 'Entered the correct password, then a code that was already used.',
  WRONG_PASSKEY: 'Entered the correct password, then presented an invalid passkey.',
  PASSKEY_COPIED: 'Presented a passkey that has since been used elsewhere, so it may be a copy.',
  SECOND_STEP_MISSING: 'Entered the correct password, but never finished the second step.',
  UNKNOWN_EMAIL: 'Tried to sign in with an unknown email address.',
  USER_DISABLED: 'Tried to sign in as a disabled user.',
  SIGN_IN_DECLINED: 'The sign-in provider declined.',
  SIGN_IN_EXPIRED: 'Returned from the sign-in provider or entered a code too late, or more than once.',
  LOCAL_SIGN_IN_OFF: 'Tried to sign in with a password, which is disabled.',
  TOKEN_REVOKED: 'Used an API token that was deleted.',
  TOKEN_EXPIRED: 'Used an API token that has expired, or whose account is disabled.',
  TOKEN_UNKNOWN: "Used an API token that doesn't exist.",
  TOKEN_IN_ADDRESS: 'Sent an API token in the URL, where others can read it.',
  ACCOUNT_GONE: "Used a deleted account's API token.",
  TOKEN_READ_ONLY: 'Tried to change something with a read-only API token.',
  SESSION_ENDED: 'Used a session that has ended.',
  SESSION_INVALID: 'Used a forged session.',
  EMAIL_LINK_INVALID: 'Opened an emailed link that has expired or was already used.',
  SIGN_IN_LINK_INVALID: 'Opened a sign-in link that has expired or was already used.',
  SHARED_LINK_INVALID: 'Opened a shared link that has expired or was revoked.',
  FOLLOW_UP_LINK_INVALID: 'Opened a follow-up link that is not valid.',
  UNSUBSCRIBE_LINK_INVALID: 'Opened an unsubscribe link that is not valid.',
  ADMIN_ONLY: 'Requested something that only administrators can see or do.',
  FOREIGN_ID: "Requested another account's record.",
  CROSS_ORIGIN: 'A page on another site sent a request with a session.',
  IMPERSONATING: 'Tried to act as an administrator while viewing another account.',
  ROLE_TOO_LOW: 'Tried to do something that requires a higher role in the account.',
  ACCOUNT_NOT_ACTIVE: 'Tried to use an account that is not active.',
  ACCOUNT_SWITCHED_OFF: 'Tried to process calls while call processing is turned off.',
  ACCOUNT_DISABLED: 'Tried to use a disabled account.',
  PASSWORD_CHANGE_REQUIRED: 'Tried to use the product before changing the password.',
  SECOND_FACTOR_SETUP_REQUIRED: 'Tried to use the product before setting up two-step verification.',
  DEMO_LIMIT_REACHED: 'Tried to upload more demo recordings than allowed.',
};

const TEXTS_BY_KIND: Record<SecurityEventKind, { fallback: string; many: string }> = {
  sign_in: { fallback: 'Tried to sign in.', many: 'Many more sign-in attempts.' },
  sign_out: { fallback: 'Signed out.', many: 'Signed out many more times.' },
  access_refused: { fallback: 'Tried something that is not allowed.', many: 'Many more actions that are not allowed.' },
  token_refused: {
    fallback: 'Used a token, session or link that is not valid.',
    many: 'Many more tokens, sessions or links that are not valid.',
  },
  rights_changed: { fallback: 'Changed permissions.', many: 'Changed permissions many more times.' },
  credentials_changed: {
    fallback: 'Changed how a user signs in.',
    many: 'Made many more changes to how users sign in.',
  },
  throttled: { fallback: 'Sent too many requests.', many: 'Many more clients sent too many requests.' },
};

/** Describes what happened in a sentence for administrators. */
export function describeSecurityEvent({ kind, outcome, method, code, action, description }: EventDetails): string {
  if (code === 'MANY_MORE') return TEXTS_BY_KIND[kind].many;
  if (kind === 'sign_in' && code === 'RATE_LIMITED') return 'Tried to sign in too many times.';
  if (outcome === 'refused') return TEXTS[code ?? ''] ?? TEXTS_BY_KIND[kind].fallback;
  if (kind === 'sign_in') {
    const methodName = METHODS[method as SecurityMethod] as string | undefined;
    return methodName === undefined ? 'Signed in.' : `Signed in with ${methodName}.`;
  }
  if (kind === 'sign_out') return TEXTS_BY_KIND.sign_out.fallback;
  return description ?? (action === null ? TEXTS_BY_KIND[kind].fallback : `${action}.`);
}
