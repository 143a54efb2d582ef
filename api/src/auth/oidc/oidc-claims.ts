/** Claims about a user (OpenID Connect Core, section 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

const NAME_CLAIMS = ['name', 'given_name', 'family_name', 'first_name', 'last_name'];

/** Returns whether the ID token lacks claims that the userinfo endpoint may provide. */
export function isIncomplete(idToken: Claims): boolean {
  const claims = omitNulls(idToken);
  return !hasEmailWithVerification(claims) || !NAME_CLAIMS.some((name) => name in claims);
}

/**
 * Merges the claims from both sources. The signed ID token takes precedence. Email and `email_verified` always come
 * from the same source (the ID token if it has both, otherwise the one that has an email), so a claim about one address
 * never verifies another address.
 */
export function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  const [idClaims, userInfoClaims] = [omitNulls(idToken), omitNulls(userInfo)];
  const { email, email_verified: isVerified } =
    hasEmailWithVerification(idClaims) || !('email' in userInfoClaims) ? idClaims : userInfoClaims;
  return { ...userInfoClaims, ...idClaims, email, email_verified: isVerified };
}

/**
 * Returns whether a source has both the email and its verification. An email from any other source cannot be trusted.
 */
export function hasEmailWithVerification(claims: Claims): boolean {
  const { email, email_verified: isVerified } = omitNulls(claims);
  return email !== undefined && isVerified !== undefined;
}

// Some providers, such as Replit, send null for unknown claims.
function omitNulls(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null && value !== undefined));
}
