import { isEmailAddress, normalizeEmail } from '../text/email-address';

export const MAX_EMAIL_ADDRESSES = 20;

export interface ParsedAddresses {
  /** New addresses, normalized, in order. */
  added: string[];
  /** Addresses already listed, or repeated in the text. */
  repeated: string[];
  /** Parts that aren't addresses, as written. */
  invalid: string[];
}

/**
 * Parses pasted addresses separated by commas, semicolons, spaces or line breaks, including `Dana Reyes
 * <dana@example.com>`.
 * @param existing normalized addresses
 */
export function parseAddresses(text: string, existing: readonly string[]): ParsedAddresses {
  const parsed: ParsedAddresses = { added: [], repeated: [], invalid: [] };
  for (const entry of splitAddresses(text)) {
    const address = normalizeEmail(entry);
    if (!isEmailAddress(address)) parsed.invalid.push(entry);
    else if (existing.includes(address) || parsed.added.includes(address)) parsed.repeated.push(address);
    else parsed.added.push(address);
  }
  return parsed;
}

// Drops a name before `<...>`, regardless of its contents.
function splitAddresses(text: string): string[] {
  const addressText = text.replace(/(?:"[^"]*"\s*|[^,;<>"\n\r]*)<([^<>]*)>/g, ' $1 ');
  return addressText.split(/[\s,;]+/).filter((part) => part !== '');
}
