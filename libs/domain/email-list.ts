import { isEmailAddress, normalizeEmail } from './email-address';

export const MAX_EMAIL_ADDRESSES = 20;

export interface ReadAddresses {
  /** New ones, normalized, in order. */
  added: string[];
  /** Listed before, or more than once in the text. */
  repeated: string[];
  /** What is no address, as it was written. */
  bad: string[];
}

/**
 * Reads pasted addresses, separated by commas, semicolons, spaces or lines, also as `Dana Reyes <dana@example.com>`.
 * @param listed normalized addresses
 */
export function readAddresses(text: string, listed: readonly string[]): ReadAddresses {
  const read: ReadAddresses = { added: [], repeated: [], bad: [] };
  for (const part of partsOf(text)) {
    const address = normalizeEmail(part);
    if (!isEmailAddress(address)) read.bad.push(part);
    else if (listed.includes(address) || read.added.includes(address)) read.repeated.push(address);
    else read.added.push(address);
  }
  return read;
}

// A name in front of `<...>` is left out, whatever it contains.
function partsOf(text: string): string[] {
  const plain = text.replace(/(?:"[^"]*"\s*|[^,;<>"\n\r]*)<([^<>]*)>/g, ' $1 ');
  return plain.split(/[\s,;]+/).filter((part) => part !== '');
}
