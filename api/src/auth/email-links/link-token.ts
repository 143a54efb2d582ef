/** Far longer than the token of a link in an email. Bounds what is hashed. */
export const MAX_LINK_TOKEN_LENGTH = 200;

/** The token in the address of a link; an impossible one when there is none. */
export function linkToken(given: unknown): string {
  return typeof given === 'string' && given.length <= MAX_LINK_TOKEN_LENGTH ? given : '';
}
