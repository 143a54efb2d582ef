/** Far longer than the token of a link in an email, which bounds what is hashed. */
export const MAX_LINK_TOKEN_LENGTH = 200;

/** The token in the address of a link; one that cannot exist when there is none. */
export function linkToken(given: unknown): string {
  return typeof given === 'string' && given.length <= MAX_LINK_TOKEN_LENGTH ? given : '';
}
