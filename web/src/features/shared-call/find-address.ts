const NON_STREET_WORDS = 'a|an|and|at|days?|dollars|hours?|in|minutes?|months?|of|on|people|the|times|to|weeks?|years?';
const STREET_TYPES =
  'Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Boulevard|Blvd|Circle|Way|Place|Pl|Terrace|Parkway|Pkwy|Highway|Hwy';
const ADDRESS_PATTERN = new RegExp(
  `\\b\\d{1,5}(?: (?!(?:${NON_STREET_WORDS})\\b)[\\w'.-]+){1,4} (?:${STREET_TYPES})\\b(?:,? (?:Apt|Unit|Suite) \\w+)?` +
    `(?:, [A-Z][\\w'. -]+?(?=[,.;!?]|$))?`,
  'i',
);

/** The first street address in the texts, such as `12 Cedar Creek Lane, Dayton`, for use on a map. */
export function findAddress(texts: readonly string[]): string | null {
  for (const text of texts) {
    const [address] = ADDRESS_PATTERN.exec(text) ?? [];
    if (address !== undefined) return address;
  }
  return null;
}
