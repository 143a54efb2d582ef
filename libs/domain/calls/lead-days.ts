import type { TranscriptSegment } from './transcript';

const DAY_NAME = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|this weekend)\b/gi;
const CLAUSE_BREAK = /[.,;?!]|\bbut\b/i;
const REQUEST =
  /\b(?:need|want|hop(?:e|ing)|looking for|prefer|come|out here|available|availability|works?|free|can you|could you|do you have)\b/i;
const OFFER =
  /\b(?:earliest|soonest|(?:next|first) (?:opening|available|availability|appointment|slot|one)|have (?:an? )?(?:opening|openings|availability|something|slot)|(?:can|could) (?:do|get|be|come|have|send|offer)|until|till)\b/i;
const NEGATION = /\b(?:no|not|never|nothing|full|booked|(?:ca|wo|do|does|is|did)n't|cannot)\b/i;
const NEGATION_END = /^.*\b(?:until|till|before)\b/is;

/**
 * Describes the day wanted by a customer who didn't book, and the day we offered: `wanted Saturday, we had Monday`.
 * @returns null unless the customer asked for exactly one day that wasn't offered
 */
export function describeLeadDays(segments: readonly Pick<TranscriptSegment, 'speaker' | 'text'>[]): string | null {
  const requestedDays = findDays(segments, 'customer', REQUEST);
  const offeredDays = findDays(segments, 'agent', OFFER);
  const [day, ...otherDays] = [...requestedDays].filter((name) => !offeredDays.has(name));
  if (day === undefined || otherDays.length > 0) return null;
  const [offeredDay, ...otherOffers] = [...offeredDays].filter((name) => !requestedDays.has(name));
  return offeredDay === undefined || otherOffers.length > 0 ? `wanted ${day}` : `wanted ${day}, we had ${offeredDay}`;
}

function findDays(
  segments: readonly Pick<TranscriptSegment, 'speaker' | 'text'>[],
  side: 'agent' | 'customer',
  pattern: RegExp,
): Set<string> {
  const clauses = segments.filter(({ speaker }) => speaker === side).flatMap(({ text }) => text.split(CLAUSE_BREAK));
  const matchingClauses = clauses.filter(
    (clause) => pattern.test(clause) && !NEGATION.test(clause.replace(NEGATION_END, '')),
  );
  return new Set(matchingClauses.flatMap((clause) => clause.match(DAY_NAME) ?? []).map(formatDay));
}

function formatDay(day: string): string {
  const word = day.toLowerCase();
  return word.endsWith('day') && word !== 'today' ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
}
