/** A violated invariant. */
export interface Breach {
  invariant: string;
  /** What is wrong, with the affected ids. */
  details: string;
}

const SHOWN = 12;

/** Combines all findings in one breach; returns an empty list without findings. */
export function findBreach(invariant: string, findings: readonly string[]): Breach[] {
  if (findings.length === 0) return [];
  const more = findings.length > SHOWN ? `, and ${findings.length - SHOWN} more` : '';
  return [{ invariant, details: `${findings.slice(0, SHOWN).join(', ')}${more}` }];
}
