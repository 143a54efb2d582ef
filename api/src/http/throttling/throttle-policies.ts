import type { Config } from '@ringwell/platform/config/settings';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often something may be done. */
export interface ThrottlePolicy {
  /** Whose requests are counted together; `attempt` is counted by the route itself, with `AttemptThrottle`. */
  per: 'address' | 'account' | 'attempt';
  limit: number;
  windowMs: number;
  /** Counts only requests whose query has this parameter. */
  onlyWith?: string;
  /** What is too much, for people; how long to wait is added to it. */
  message: string;
}

/** Limits of routes that are worth abusing, each beside the general ones. */
const ROUTE_POLICIES = {
  'sign-in': {
    per: 'address',
    limit: 10,
    windowMs: MINUTE_MS,
    message: 'Too many attempts to sign in from your network address.',
  },
  // Of those that are refused, too; the messages themselves are counted by `contact-message`.
  contact: {
    per: 'address',
    limit: 60,
    windowMs: HOUR_MS,
    message: 'Too many attempts to send a message from your network address.',
  },
  demo: { per: 'account', limit: 10, windowMs: 10 * MINUTE_MS, message: 'Too many uploads in a short time.' },
  checkout: { per: 'account', limit: 10, windowMs: HOUR_MS, message: 'Checkout has been started too often.' },
  portal: { per: 'account', limit: 30, windowMs: HOUR_MS, message: 'The billing pages have been opened too often.' },
  password: {
    per: 'account',
    limit: 10,
    windowMs: 15 * MINUTE_MS,
    message: 'Too many attempts to change the password.',
  },
  // Each of them costs a worker or a receiver something.
  reprocess: {
    per: 'account',
    limit: 60,
    windowMs: HOUR_MS,
    message: 'Too many calls were processed again in a short time.',
  },
  resend: {
    per: 'account',
    limit: 60,
    windowMs: HOUR_MS,
    message: 'Too many messages were sent again in a short time.',
  },
  'connection-test': {
    per: 'account',
    limit: 10,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many test messages in a short time.',
  },
  // A search reads the transcripts themselves; a list without one is cheap.
  search: {
    per: 'account',
    limit: 60,
    windowMs: MINUTE_MS,
    onlyWith: 'search',
    message: 'Too many searches in a short time.',
  },
  public: { per: 'address', limit: 60, windowMs: MINUTE_MS, message: 'Too many requests from your network address.' },
} as const satisfies Record<string, ThrottlePolicy>;

/** Counted over something that only the route knows, such as what stands in the body. */
const ATTEMPT_POLICIES = {
  // Counted by e-mail address and network address together: who guesses elsewhere cannot keep the owner out.
  'sign-in-person': {
    per: 'attempt',
    limit: 10,
    windowMs: 15 * MINUTE_MS,
    message: 'Too many attempts to sign in with this e-mail address.',
  },
  // Counted by e-mail address alone, for who guesses from many places; not where the owner has signed in from lately.
  'sign-in-anywhere': {
    per: 'attempt',
    limit: 100,
    windowMs: HOUR_MS,
    message: 'Too many attempts to sign in with this e-mail address.',
  },
  // By network address; only what could be stored, so that somebody who mistypes an address may go on.
  'contact-message': {
    per: 'attempt',
    limit: 5,
    windowMs: HOUR_MS,
    message: 'You have already sent several messages.',
  },
} as const satisfies Record<string, ThrottlePolicy>;

export type RoutePolicyName = keyof typeof ROUTE_POLICIES;
export type AttemptPolicyName = keyof typeof ATTEMPT_POLICIES;
/** `address` and `account` hold for every route. */
export type PolicyName = 'address' | 'account' | RoutePolicyName | AttemptPolicyName;

/** Every limit there is, as the settings have it. */
export function throttlePolicies(
  config: Pick<Config, 'RATE_LIMIT_PER_ADDRESS' | 'RATE_LIMIT_PER_ACCOUNT' | 'RATE_LIMIT_TIGHT_FACTOR'>,
): Record<PolicyName, ThrottlePolicy> {
  const tight = (policy: ThrottlePolicy): ThrottlePolicy => ({
    ...policy,
    limit: policy.limit * config.RATE_LIMIT_TIGHT_FACTOR,
  });
  return {
    address: {
      per: 'address',
      limit: config.RATE_LIMIT_PER_ADDRESS,
      windowMs: MINUTE_MS,
      message: 'Too many requests from your network address.',
    },
    account: {
      per: 'account',
      limit: config.RATE_LIMIT_PER_ACCOUNT,
      windowMs: MINUTE_MS,
      message: 'Too many requests for this account.',
    },
    'sign-in': tight(ROUTE_POLICIES['sign-in']),
    contact: tight(ROUTE_POLICIES.contact),
    demo: tight(ROUTE_POLICIES.demo),
    checkout: tight(ROUTE_POLICIES.checkout),
    portal: tight(ROUTE_POLICIES.portal),
    password: tight(ROUTE_POLICIES.password),
    reprocess: tight(ROUTE_POLICIES.reprocess),
    resend: tight(ROUTE_POLICIES.resend),
    'connection-test': tight(ROUTE_POLICIES['connection-test']),
    search: tight(ROUTE_POLICIES.search),
    public: tight(ROUTE_POLICIES.public),
    'sign-in-person': tight(ATTEMPT_POLICIES['sign-in-person']),
    'sign-in-anywhere': tight(ATTEMPT_POLICIES['sign-in-anywhere']),
    'contact-message': tight(ATTEMPT_POLICIES['contact-message']),
  };
}

/** Whether a limit holds for every route, without being asked for. */
export function isGeneral(name: string): boolean {
  return name === 'address' || name === 'account';
}

/** The limits of one sort, by name. */
export function policiesPer(
  per: ThrottlePolicy['per'],
  config: Parameters<typeof throttlePolicies>[0],
): ReadonlyMap<string, ThrottlePolicy> {
  return new Map(Object.entries(throttlePolicies(config)).filter(([, policy]) => policy.per === per));
}
