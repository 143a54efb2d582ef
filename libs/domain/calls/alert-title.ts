import { WITHHELD } from '../customers/phone';
import type { Analysis } from './analysis';
import { CALL_FLAG_NAMES } from './call-flags';
import { SENTIMENT_LABELS } from './sentiment';

/**
 * Returns the title of an alert about a call. Guesses don't get an alarming title, unless someone may be in danger.
 * @param who the customer's name or formatted number, if known
 */
export function alertTitle(
  { sentiment, needsReview, flags }: Pick<Analysis, 'sentiment' | 'needsReview' | 'flags'>,
  who: string | null,
): string {
  const party = who === WITHHELD ? 'a withheld number' : (who ?? 'an unknown customer');
  if (flags?.includes('danger')) return `${CALL_FLAG_NAMES.danger}: call with ${party}`;
  if (needsReview) return `Needs a listen: call with ${party}`;
  if (sentiment === 'negative') return `Unhappy customer: ${who ?? 'no name or number'}`;
  return `${SENTIMENT_LABELS[sentiment]} call with ${party}`;
}
