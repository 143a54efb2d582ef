/** Something that must hold and does not. */
export interface Breach {
  invariant: string;
  /** With the ids of what is concerned. */
  details: string;
}

const SHOWN = 12;

/** One breach about all findings, or none without any. */
export function breachOf(invariant: string, findings: readonly string[]): Breach[] {
  if (findings.length === 0) return [];
  const more = findings.length > SHOWN ? `, and ${findings.length - SHOWN} more` : '';
  return [{ invariant, details: `${findings.slice(0, SHOWN).join(', ')}${more}` }];
}
