const LOCAL_PART = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])$/;
// Starts an encoded word (RFC 2047), which mail clients decode.
const ENCODED_WORD = '=?';
const MAX_LOCAL_LENGTH = 64;
const MAX_LENGTH = 254;
const MAX_LABEL_LENGTH = 63;

const INTERNATIONAL_DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * Returns the canonical form for storing and comparing addresses: lowercase, with compatible characters replaced (NFKC)
 * and the domain in ASCII (IDNA). Other text is converted as far as possible.
 */
export function normalizeEmail(text: string): string {
  const lowered = text.trim().normalize('NFKC').toLowerCase();
  const atIndex = lowered.lastIndexOf('@');
  return atIndex === -1 ? lowered : `${lowered.slice(0, atIndex)}@${asciiDomain(lowered.slice(atIndex + 1))}`;
}

/** Whether normalized text is a regular address: ASCII, without quotes, comments or encoded words. */
export function isEmailAddress(text: string): boolean {
  const atIndex = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, atIndex), text.slice(atIndex + 1)];
  return (
    text.length <= MAX_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL_PART.test(local) &&
    !local.includes(ENCODED_WORD) &&
    DOMAIN.test(domain) &&
    domain.split('.').every((label) => label.length <= MAX_LABEL_LENGTH)
  );
}

// The URL parser applies IDNA to hosts.
function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  return INTERNATIONAL_DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
}
