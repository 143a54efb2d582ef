import type { Analysis, Evidence } from './analysis';
import { SENTIMENT_LABELS } from './sentiment';

/** The first quote that was given for the label. */
export function evidenceForLabel({
  sentiment,
  evidence,
}: Pick<Analysis, 'sentiment' | 'evidence'>): Evidence | undefined {
  const label = SENTIMENT_LABELS[sentiment].toLowerCase();
  return evidence.find(({ claim }) => claim.toLowerCase() === label);
}
