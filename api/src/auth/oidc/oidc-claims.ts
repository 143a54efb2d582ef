/** What a provider says of a person (OpenID Connect Core, 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

const NAMES = ['name', 'given_name', 'family_name', 'first_name', 'last_name'];

/** Whether an ID token leaves out what the userinfo endpoint may know. Providers may put there as much or as little as they like. */
export function isIncomplete(idToken: Claims): boolean {
  const claims = withoutNulls(idToken);
  return !hasCheckedEmail(claims) || !NAMES.some((name) => name in claims);
}

/**
 * The claims of both. The ID token is what the provider signed and goes first. Whether an address is verified must not be read
 * off another address: both come from the ID token when it has both, else from where there is an address at all.
 */
export function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  const [signed, more] = [withoutNulls(idToken), withoutNulls(userInfo)];
  const { email, email_verified: isVerified } = hasCheckedEmail(signed) || !('email' in more) ? signed : more;
  return { ...more, ...signed, email, email_verified: isVerified };
}

function hasCheckedEmail(claims: Claims): boolean {
  return 'email' in claims && 'email_verified' in claims;
}

/** Some providers, Replit among them, send null for what they do not know. */
function withoutNulls(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null && value !== undefined));
}
