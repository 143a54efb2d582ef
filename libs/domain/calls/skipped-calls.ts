/** A week's calls that were too short to be processed. */
export interface SkippedCalls {
  calls: number;
  /** Longer than `WORTH_SECONDS`. */
  longer: number;
}

/** Even a call from an angry customer may be this short, so longer skipped calls justify a lower limit. */
export const WORTH_SECONDS = 30;

/**
 * Asks whether to lower the limit: `23 calls were skipped, 4 of them over 30 s: lower the limit?` Null without longer
 * calls.
 */
export function describeSkipped({ calls, longer }: SkippedCalls): string | null {
  if (longer === 0) return null;
  const all = calls.toLocaleString('en-US');
  const over = `over ${WORTH_SECONDS} s: lower the limit?`;
  if (calls === 1) return `1 call was skipped, and is ${over}`;
  return `${all} calls were skipped, ${longer === calls ? 'all' : longer.toLocaleString('en-US')} of them ${over}`;
}
