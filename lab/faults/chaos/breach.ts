/** A violated invariant. */
export interface Breach {
  invariant: string;
  /** What's wrong, with the affected IDs. */
  details: string;
}

const MAX_FINDINGS = 12;

/** Combines all findings into one breach. Returns an empty list if there are none. */
export function toBreaches(invariant: string, findings: readonly string[]): Breach[] {
  if (findings.length === 0) return [];
  const remainder = findings.length > MAX_FINDINGS ? `, and ${findings.length - MAX_FINDINGS} more` : '';
  return [{ invariant, details: `${findings.slice(0, MAX_FINDINGS).join(', ')}${remainder}` }];
}
