/** A violated invariant. */
export interface Breach {
  invariant: string;
  /** What's wrong, with the affected IDs. */
  details: string;
}

const SHOWN = 12;

/** Combines all findings into one breach. Returns an empty list if there are none. */
export function findBreach(invariant: string, findings: readonly string[]): Breach[] {
  if (findings.length === 0) return [];
  const more = findings.length > SHOWN ? `, and ${findings.length - SHOWN} more` : '';
  return [{ invariant, details: `${findings.slice(0, SHOWN).join(', ')}${more}` }];
}
