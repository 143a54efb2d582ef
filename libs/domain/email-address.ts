const LOCAL_PART = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])$/;
// Mail programs show the text that it stands for (RFC 2047).
const ENCODED_WORD = '=?';
const MAX_LOCAL_LENGTH = 64;
const MAX_LENGTH = 254;
const MAX_LABEL_LENGTH = 63;

const INTERNATIONAL_DOMAIN = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * The one spelling by which addresses are stored and compared: in lower case, compatible characters replaced (NFKC),
 * the domain in ASCII (IDNA). Text that is no address keeps what cannot be converted.
 */
export function normalizeEmail(text: string): string {
  const lowered = text.trim().normalize('NFKC').toLowerCase();
  const at = lowered.lastIndexOf('@');
  return at === -1 ? lowered : `${lowered.slice(0, at)}@${asciiDomain(lowered.slice(at + 1))}`;
}

/** Whether normalized text is an address as people have them: without quotes, comments and encoded words, in ASCII. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    text.length <= MAX_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL_PART.test(local) &&
    !local.includes(ENCODED_WORD) &&
    DOMAIN.test(domain) &&
    domain.split('.').every((label) => label.length <= MAX_LABEL_LENGTH)
  );
}

// A URL's host is converted by the rules for domains.
function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  return INTERNATIONAL_DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
}
