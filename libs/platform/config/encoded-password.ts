export const ENCODING_RULE = 'must percent-encode # / ? @ % in the user and password: %23 %2F %3F %40 %25';

/**
 * Whether the password's special characters are percent-encoded. Otherwise, `smtp://user:12#34@host` has the host
 * `user`.
 */
export function hasEncodedPassword(value: string): boolean {
  const { pathname, search, hash } = new URL(value);
  return hash === '' && !pathname.includes('@') && !search.includes('@');
}

export function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
