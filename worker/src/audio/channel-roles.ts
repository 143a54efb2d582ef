import type { Speaker, Transcript } from '@ringwell/domain/transcript';

// Greetings are only looked for here; later, the same words are small talk.
const OPENING_MS = 25_000;
const OPENING_SEGMENTS = 3;

const TRADES =
  'plumbing|plumbers?|heating|cooling|air|hvac|mechanical|furnace|electric|electrical|electricians?|roofing|roofers?' +
  '|exteriors|gutters?|garage|doors?|pest|exterminat\\w+|termite|appliances?|repairs?|services?|comfort|drains?|sewer|septic|windows|solar|chimney|pools?|lawn|landscaping|cleaning';

// Phrases of the company only, as a recognizer may write them.
const COMPANY_PHRASES = [
  // Customers who are called back say "thank you for calling me" or "for calling back".
  /\bthank(?:s| you) (?:so much )?for (?:calling|choosing)\b(?! (?:me|us|back|again|so|to|about|and|but)\b)/,
  /\bhow (?:can|may|could) (?:i|we) (?:help|assist|direct)\b/,
  /\bwhat can (?:i|we) do for you\b/,
  new RegExp(`\\b(?:${TRADES})\\b(?: \\w+){0,3} (?:this is|speaking|you re speaking|you ve reached)\\b`),
  new RegExp(
    `\\b(?:this is|it s|my name is|name s) (?:\\w+ ){1,3}(?:with|from|at|over at|calling from|calling for)\\b(?: \\w+){0,4} (?:${TRADES})\\b`,
  ),
  new RegExp(`\\bcalling (?:from|on behalf of)\\b(?: (?!my|our|please)\\w+){0,3} (?:${TRADES})\\b`),
];

// Weaker signs of the company, enough to leave the channels as they are: a name with a trade, a call "to confirm".
const COMPANY_HINTS = [
  new RegExp(`\\bthis is \\w+\\b.*\\b(?:${TRADES})\\b`),
  /\b(?:calling|call) to (?:confirm|remind|let you know|follow up|check)\b/,
];

/**
 * Whether the channels are reversed: the company's greeting, or its introduction on outgoing calls, is on the
 * customer's channel, and none on the agent's. False in doubt.
 */
export function channelsAreSwapped(transcript: Transcript): boolean {
  const agent = openingWords(transcript, 'agent');
  return (
    matches(COMPANY_PHRASES, openingWords(transcript, 'customer')) &&
    !matches([...COMPANY_PHRASES, ...COMPANY_HINTS], agent)
  );
}

function matches(phrases: readonly RegExp[], openings: readonly string[]): boolean {
  return openings.some((words) => phrases.some((phrase) => phrase.test(words)));
}

// The first segments of a side, separately: a phrase does not continue in the next one.
function openingWords({ segments }: Transcript, speaker: Speaker): string[] {
  return segments
    .filter((segment) => segment.speaker === speaker && segment.startMs < OPENING_MS)
    .slice(0, OPENING_SEGMENTS)
    .map((segment) => segment.text.toLowerCase().replace(/[^a-z]+/g, ' '));
}
