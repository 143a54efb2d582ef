/** Far longer than the token of a link in an email. Limits the length of the text that is hashed. */
export const MAX_LINK_TOKEN_LENGTH = 200;

/** Returns the token in the URL of a link, or an impossible token if the URL has none. */
export function linkToken(given: unknown): string {
  return typeof given === 'string' && given.length <= MAX_LINK_TOKEN_LENGTH ? given : '';
}
