import type { Config } from '@ringwell/platform/config/environment-settings';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type ThrottleScope = 'address' | 'account';

export interface ThrottlePolicy {
  limit: number;
  windowMs: number;
  /** A sentence shown before "Please try again in …". */
  message: string;
}

export interface RoutePolicy extends ThrottlePolicy {
  scope: ThrottleScope;
  /** Counts only requests with this query parameter. */
  queryParam?: string;
}

// Applied to routes with `@Throttled`, in addition to the general limits.
export const ROUTE_POLICIES = {
  'sign-in': {
    scope: 'address',
    limit: 10,
    windowMs: MINUTE_MS,
    message: 'Too many sign-in attempts from your network.',
  },
  // Includes rejected messages. `contact-message` counts accepted messages.
  contact: {
    scope: 'address',
    limit: 60,
    windowMs: HOUR_MS,
    message: 'Too many contact form attempts from your network.',
  },
  'sign-up': {
    scope: 'address',
    limit: 20,
    windowMs: HOUR_MS,
    message: 'Too many sign-up attempts from your network.',
  },
  // Many users' apps may share their provider's network.
  'register-assistant': {
    scope: 'address',
    limit: 120,
    windowMs: HOUR_MS,
    message: 'Too many apps were registered from your network.',
  },
  'assistant-token': {
    scope: 'address',
    limit: 600,
    windowMs: MINUTE_MS,
    message: 'Too many token requests from your network.',
  },
  'password-reset': {
    scope: 'address',
    limit: 20,
    windowMs: HOUR_MS,
    message: 'Too many password reset attempts from your network.',
  },
  // Load balancers and scripts check every few seconds, and many may share one address.
  readiness: { scope: 'address', limit: 600, windowMs: MINUTE_MS, message: 'Too many readiness checks.' },
  public: { scope: 'address', limit: 60, windowMs: MINUTE_MS, message: 'Too many requests from your network.' },
  demo: { scope: 'account', limit: 10, windowMs: 10 * MINUTE_MS, message: 'Too many uploads.' },
  picture: { scope: 'account', limit: 60, windowMs: 10 * MINUTE_MS, message: 'Too many picture uploads.' },
  checkout: { scope: 'account', limit: 10, windowMs: HOUR_MS, message: 'Too many checkout attempts.' },
  portal: { scope: 'account', limit: 30, windowMs: HOUR_MS, message: "You've opened the billing page too many times." },
  password: { scope: 'account', limit: 10, windowMs: 15 * MINUTE_MS, message: 'Too many password change attempts.' },
  reprocess: { scope: 'account', limit: 60, windowMs: HOUR_MS, message: "You've reprocessed too many calls." },
  resend: { scope: 'account', limit: 60, windowMs: HOUR_MS, message: "You've resent too many messages." },
  invite: { scope: 'account', limit: 30, windowMs: HOUR_MS, message: "You've sent too many invitations." },
  // A draw may read many calls in an account whose latest calls have no recordings.
  'draw-checks': { scope: 'account', limit: 120, windowMs: HOUR_MS, message: 'Too many requests for calls to check.' },
  share: { scope: 'account', limit: 60, windowMs: HOUR_MS, message: "You've created too many links." },
  // Players request a recording in many parts.
  shared: { scope: 'address', limit: 240, windowMs: MINUTE_MS, message: 'Too many requests from your network.' },
  'connection-test': { scope: 'account', limit: 10, windowMs: 10 * MINUTE_MS, message: 'Too many test messages.' },
  // A back-test reads hundreds of transcripts.
  'back-test': { scope: 'account', limit: 30, windowMs: 10 * MINUTE_MS, message: 'Too many tests on past calls.' },
  // An export reads up to tens of thousands of rows; `LimitedExport` also limits how many run at a time.
  export: { scope: 'account', limit: 60, windowMs: 10 * MINUTE_MS, message: 'Too many exports.' },
  // A search reads transcripts. A list without a search is cheap.
  search: { scope: 'account', limit: 60, windowMs: MINUTE_MS, queryParam: 'search', message: 'Too many searches.' },
} as const satisfies Record<string, RoutePolicy>;

// Applied by services, because they depend on the request body. Successful sign-ins are not counted.
const SERVICE_POLICIES = {
  // Counted per network and email address, so guesses from one network don't lock the owner out elsewhere.
  'sign-in-person': { limit: 10, windowMs: 15 * MINUTE_MS, message: 'Too many sign-in attempts for this email.' },
  // Counted per email address, to limit guesses from many networks. Networks from which the owner recently signed in
  // are exempt.
  'sign-in-anywhere': { limit: 100, windowMs: HOUR_MS, message: 'Too many sign-in attempts for this email.' },
  // Counted per user, for six-digit codes. A day of guessing has a 1 in 1,000 chance of success.
  'second-factor': { limit: 10, windowMs: HOUR_MS, message: 'Too many wrong codes.' },
  // Counted per email address, so mailboxes aren't flooded.
  'sign-up-email': { limit: 5, windowMs: HOUR_MS, message: "You've already signed up with this email several times." },
  'invitation-email': { limit: 5, windowMs: HOUR_MS, message: 'This address has already been invited several times.' },
  // Counted per account and per network, because demo accounts cost nothing.
  'demo-invitations': { limit: 5, windowMs: DAY_MS, message: 'A demo account can send 5 invitations a day.' },
  'demo-invitations-network': {
    limit: 10,
    windowMs: DAY_MS,
    message: 'Demo accounts on your network have sent too many invitations.',
  },
  'alert-address': {
    limit: 3,
    windowMs: HOUR_MS,
    message: 'This address has already been asked to confirm several times.',
  },
  // Counted per account, so users can't email many strangers through the settings.
  'alert-addresses': { limit: 60, windowMs: HOUR_MS, message: "You've added too many new email addresses." },
  'password-reset-email': {
    limit: 5,
    windowMs: HOUR_MS,
    message: "You've already requested several password reset links.",
  },
  'contact-message': { limit: 5, windowMs: HOUR_MS, message: "You've already sent several messages." },
} as const satisfies Record<string, ThrottlePolicy>;

export type RoutePolicyName = keyof typeof ROUTE_POLICIES;
type TightPolicyName = RoutePolicyName | keyof typeof SERVICE_POLICIES;
export type PolicyName = ThrottleScope | TightPolicyName;

export function throttlePolicies(
  config: Pick<Config, 'RATE_LIMIT_PER_ADDRESS' | 'RATE_LIMIT_PER_ACCOUNT' | 'RATE_LIMIT_TIGHT_FACTOR'>,
): Record<PolicyName, ThrottlePolicy> {
  const tightPolicies = Object.entries({ ...ROUTE_POLICIES, ...SERVICE_POLICIES }).map(([name, policy]) => [
    name,
    { ...policy, limit: policy.limit * config.RATE_LIMIT_TIGHT_FACTOR },
  ]);
  return {
    ...(Object.fromEntries(tightPolicies) as Record<TightPolicyName, ThrottlePolicy>),
    address: {
      limit: config.RATE_LIMIT_PER_ADDRESS,
      windowMs: MINUTE_MS,
      message: 'Too many requests from your network.',
    },
    account: {
      limit: config.RATE_LIMIT_PER_ACCOUNT,
      windowMs: MINUTE_MS,
      message: 'Too many requests for this account.',
    },
  };
}
