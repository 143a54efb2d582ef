/** A week's calls that were too short to be processed. */
export interface SkippedCalls {
  calls: number;
  /** Longer than `MIN_WORTHWHILE_SECONDS`. */
  longer: number;
}

/** Even a complaint may be this short, so longer skipped calls justify a lower limit. */
export const MIN_WORTHWHILE_SECONDS = 30;

/**
 * Asks whether to lower the limit: `23 calls were skipped, 4 of them over 30 seconds. Lower the limit?` Returns
 * null if no call was that long.
 */
export function describeSkippedCalls({ calls, longer }: SkippedCalls): string | null {
  if (longer === 0) return null;
  const callCount = calls.toLocaleString('en-US');
  const question = `over ${MIN_WORTHWHILE_SECONDS} seconds. Lower the limit?`;
  if (calls === 1) return `1 call was skipped, and it was ${question}`;
  return `${callCount} calls were skipped, ${longer === calls ? 'all' : longer.toLocaleString('en-US')} of them ${question}`;
}
